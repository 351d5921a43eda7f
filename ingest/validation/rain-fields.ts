import type { OriginalValue } from '../../schemas/observation.ts';
import { EXPECTED_INTERVAL, isRainInterval, type RainInterval } from '../../schemas/rain-intervals.ts';
import { readNumber } from './numeric-value.ts';
import { shown } from './refusal.ts';
import { convert, isUnitOf, toMillionth } from './units.ts';

/**
 * What a source means by a number of rain: an amount (of ten minutes, or of its interval), or a count since local midnight or since some
 * other reset (a start, a full gauge, a new month).
 */
export const RAIN_KINDS = ['amount', 'since_midnight', 'since_reset'] as const;

export type RainKind = (typeof RAIN_KINDS)[number];

/** True for the name of a kind. */
export function isRainKind(kind: unknown): kind is RainKind {
  return (RAIN_KINDS as readonly unknown[]).includes(kind);
}

/** True for a kind that counts: what fell in ten minutes is known only beside the report before. */
export function isCount(kind: string | undefined): kind is Exclude<RainKind, 'amount'> {
  return kind !== undefined && kind !== 'amount';
}

/** The kind that an observation's `kinds` say of its rain; undefined where they name none. */
export function rainKindOf(kinds: unknown): RainKind | undefined {
  const kind = typeof kinds === 'object' && kinds !== null && 'rain' in kinds ? kinds.rain : undefined;
  return isRainKind(kind) ? kind : undefined;
}

/** The rain count that an observation came with [mm]; null where it has none. */
export function rainCountOf(original: Readonly<Record<string, OriginalValue>>): number | null {
  const rain = original['rain'];
  if (rain === undefined || !isCount(rain.kind) || !isUnitOf('rain', rain.unit)) return null;
  return convert('rain', rain.unit, rain.value);
}

/** Minutes that an observation's amount of rain fell over; null where that is not declared, and for a count. */
export function rainIntervalOf(original: Readonly<Record<string, OriginalValue>>): number | null {
  return original['rain']?.interval ?? null;
}

/**
 * Rain of an interval as rain in ten minutes, to a millionth as `convert` has it.
 *
 * @param amount finite [mm]
 * @param interval minutes
 * @returns mm in ten minutes; the mean where the interval is longer
 */
export function inTenMinutes(amount: number, interval: number): number {
  return interval === 10 ? amount : toMillionth((amount * 10) / interval);
}

/** Minutes as a source gave them, or their text; null where they are not given, undefined where they are no interval. */
export function readRainInterval(given: unknown): RainInterval | null | undefined {
  const minutes = readNumber(given);
  return minutes === null || isRainInterval(minutes) ? minutes : undefined;
}

/** What is wrong with minutes of which `readRainInterval` is undefined, and what would be right: to follow their name. */
export function wrongInterval(given: unknown): string {
  return `is ${shown(readNumber(given) ?? given)}, should be ${EXPECTED_INTERVAL}`;
}

/** What is wrong with an interval beside a kind of rain that counts, and what would be right: to follow its name. */
export function intervalOfCount(interval: number, kind: string): string {
  return `is ${interval} beside kinds.rain ${kind}: a count has no interval, one of them should be left out`;
}
