import { type Goal, goalCells } from '../goal.ts';
import { cellOf, overSeeds } from '../over-seeds.ts';
import type { Verdicts } from '../scored-run.ts';

/** A figure of a set, and with how many digits it is printed. */
export interface FigureRow<S> {
  readonly set: string;
  readonly what: string;
  readonly figure: (score: S) => number | null;
  readonly digits: number;
  /** None where the figure is for information. */
  readonly goal?: Goal | undefined;
}

/** The columns of a table of figures. */
export const FIGURE_COLUMNS = ['what', 'settled', 'at once', 'goal', 'met'] as const;

/**
 * One line of a table of figures, with a cell for each of its columns.
 *
 * @param scored a run for each seed
 */
export function figureLine<S>(row: FigureRow<S>, scored: readonly Verdicts<S>[]): string[] {
  const { set, what, figure, digits, goal } = row;
  const [settled, atOnce] = [overSeeds(scored, 'last', figure), overSeeds(scored, 'first', figure)];
  return [
    `${set}: ${what}`,
    cellOf(settled, digits),
    cellOf(atOnce, digits),
    ...goalCells(goal, settled, atOnce, digits),
  ];
}
