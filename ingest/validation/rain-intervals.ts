import type { OriginalValue } from '../../schemas/observation.ts';
import { EXPECTED_INTERVAL, isRainInterval, type RainInterval } from '../../schemas/rain-intervals.ts';
import { readNumber } from './numeric-value.ts';
import { shown } from './refusal.ts';
import { toMillionth } from './units.ts';

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
