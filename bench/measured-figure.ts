import { medianOf as medianOfSorted } from '../detectors/windows/window-values.ts';
import type { Figure } from './figure.ts';

/** A figure over several rounds. */
export interface MeasuredFigure {
  readonly name: string;
  readonly unit: string;
  readonly goal: string;
  /** In the order of the rounds, at least one. */
  readonly values: readonly number[];
}

/** The figures of several rounds by their names, in the order in which they came first. */
export function overRounds(rounds: readonly (readonly Figure[])[]): MeasuredFigure[] {
  const values = new Map<string, number[]>();
  const first = new Map<string, Figure>();
  for (const figure of rounds.flat()) {
    if (!first.has(figure.name)) first.set(figure.name, figure);
    values.set(figure.name, [...(values.get(figure.name) ?? []), figure.value]);
  }
  return Array.from(first.values(), ({ name, unit, goal }) => ({ name, unit, goal, values: values.get(name) ?? [] }));
}

/** The middle of some numbers, of an even count the mean of the middle two; NaN of none. */
export function medianOf(values: readonly number[]): number {
  return values.length === 0 ? Number.NaN : medianOfSorted(Float64Array.from(values).sort(), values.length);
}

/**
 * Whether a value is where its goal has it.
 *
 * @param goal `<=`, `>=` or `<` and a number; thousands may be parted by commas
 * @returns null where there is no goal
 */
export function isMet(goal: string, value: number): boolean | null {
  const match = /^(<=|>=|<) ([\d.,]+)$/.exec(goal);
  if (match === null) return null;
  const bound = Number(match[2].replaceAll(',', ''));
  return match[1] === '<' ? value < bound : match[1] === '<=' ? value <= bound : value >= bound;
}

/**
 * A line of the output: the median, from where to where the rounds went, the goal and whether it is met, and what it was in
 * the run before.
 *
 * @param before median of that run; undefined where it did not measure this
 */
export function figureLine({ name, unit, goal, values }: MeasuredFigure, before: number | undefined): string {
  const median = medianOf(values);
  const spread = values.length > 1 ? `${shown(Math.min(...values))} to ${shown(Math.max(...values))}` : '';
  const met = isMet(goal, median);
  const aim = met === null ? '' : `goal ${goal}: ${met ? 'met' : 'missed'}`;
  const change = before === undefined ? '' : `was ${shown(before)}${changed(median, before)}`;
  return [name.padEnd(60), shown(median).padStart(12), unit.padEnd(8), spread.padEnd(22), aim.padEnd(26), change]
    .join(' ')
    .trimEnd();
}

function shown(value: number): string {
  return value >= 1000 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)));
}

function changed(now: number, before: number): string {
  if (before === 0) return '';
  const percent = Math.round((now / before - 1) * 100);
  return ` (${percent > 0 ? '+' : ''}${percent} %)`;
}
