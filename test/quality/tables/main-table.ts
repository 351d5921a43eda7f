import {
  anyEvents,
  episodesPerNoticed,
  f1,
  falseFailures,
  isStuck,
  isTiny,
  named,
  otherThanTiny,
  weatherCalledFailure,
} from '../figures.ts';
import { atLeast, atMost, type Goal } from '../goal.ts';
import { markdownTable } from '../markdown-table.ts';
import { type Scene, scoreSet } from '../scene.ts';
import type { Scored } from '../scored-run.ts';
import type { Score } from '../scoring.ts';
import { FIGURE_COLUMNS, type FigureRow, figureLine } from './figure-line.ts';

/** A row of the table; its goal is one of networks that report every ten minutes. */
export interface MainRow extends FigureRow<Score> {
  readonly hourlyGoal?: Goal;
  /** True where the figure is of what `flat_line` raised alone. */
  readonly stuck?: true;
}

/** The rows, in the order of the table. */
export const MAIN_ROWS: readonly MainRow[] = [
  { set: 'mixed', what: 'F1', figure: f1, digits: 3, goal: atLeast(0.97, 0.93), hourlyGoal: atLeast(0.9) },
  { set: 'plain', what: 'F1', figure: f1, digits: 3, goal: atLeast(0.98, 0.95) },
  {
    ...{ set: 'clean', what: 'false failures a station-week', figure: falseFailures, digits: 2 },
    ...{ goal: atMost(0.1, 0.3), hourlyGoal: atMost(0.2) },
  },
  {
    ...{ set: 'mixed', what: 'weather called failure, % of the noticed', digits: 2, goal: atMost(1, 5) },
    figure: weatherCalledFailure(['front', 'storm']),
  },
  { set: 'mixed', what: 'fronts called failure, % of the noticed', figure: weatherCalledFailure(['front']), digits: 2 },
  { set: 'mixed', what: 'storms called failure, % of the noticed', figure: weatherCalledFailure(['storm']), digits: 2 },
  { set: 'clean', what: 'events of any class a station-week', figure: anyEvents, digits: 2, goal: atMost(1, 1) },
  { set: 'mixed', what: 'stuck named within 3 h, %', figure: named(isStuck), digits: 1, goal: atLeast(95, 95) },
  {
    ...{ set: 'clean', what: 'sound values called stuck, events', digits: 0, goal: atMost(0, 0), stuck: true },
    figure: (score) => score.false_device_failures,
  },
  { set: 'mixed', what: 'tiny faults named, %', figure: named(isTiny), digits: 1, goal: atLeast(50, 50) },
  {
    ...{ set: 'mixed', what: 'other faults named, %', digits: 1 },
    figure: otherThanTiny,
  },
  { set: 'mixed', what: 'false failures a station-week', figure: falseFailures, digits: 2 },
  { set: 'mixed', what: 'episodes a noticed fault', figure: episodesPerNoticed, digits: 2 },
];

/**
 * One line of the table: what, settled, at once, goal, met.
 *
 * @param scored a run for each seed
 */
export function mainLine(row: MainRow, scored: readonly Scored[], hourly: boolean): string[] {
  const ofRow = row.stuck === true ? scored.flatMap(({ stuck }) => stuck ?? []) : scored;
  return figureLine(hourly ? { ...row, goal: row.hourlyGoal } : row, ofRow);
}

/**
 * What is asked of detection, by one method and verification: each figure settled and at once with its interval over the
 * seeds, beside its goal.
 *
 * @param sets of these only
 * @param hourly whether the goals of hourly networks hold
 */
export async function mainTable(scene: Scene, sets: readonly string[], hourly: boolean): Promise<string> {
  const scored = new Map<string, Scored[]>();
  const asked = sets.map(async (set) => {
    scored.set(set, await scoreSet(scene, set, set === 'clean' ? { also: 'flat_line' } : {}));
  });
  await Promise.all(asked);
  const lines = MAIN_ROWS.flatMap((row) => {
    const ofSet = scored.get(row.set);
    return ofSet === undefined ? [] : [mainLine(row, ofSet, hourly)];
  });
  return markdownTable(FIGURE_COLUMNS, lines);
}
