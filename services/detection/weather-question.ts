import { HalcyonError } from '../../schemas/errors.ts';
import type { DetectBody } from '../../schemas/http/detect-body.ts';
import { isoOf } from '../../schemas/time.ts';

const DAY_MS = 86_400_000;
/** Longest stretch that one request may ask about: every value of it is judged [days]. */
export const LONGEST_WEATHER_DAYS = 7;

/** A stretch as it was asked for: times in ms since the epoch. */
export interface WeatherRequest {
  /** null: the only one there is. */
  readonly network: string | null;
  /** A day before `to` where it is undefined. */
  readonly from?: number | undefined;
  /** Now, where it is undefined or ahead of the clock. */
  readonly to?: number | undefined;
}

/**
 * The detection that tells the weather events of a stretch: with verification, as only neighbours tell weather from a sensor.
 *
 * @param now current time, ms since the epoch
 * @throws HalcyonError `invalid_parameter` where the stretch is too long or lies ahead
 */
export function weatherQuestion({ network, ...asked }: WeatherRequest, now: number): DetectBody {
  const to = Math.min(asked.to ?? now, now);
  const from = asked.from ?? to - DAY_MS;
  if (from > to)
    throw refusal(`${isoOf(from)} is ahead of the clock (${isoOf(now)}), should be a time that has passed`);
  if (to - from > LONGEST_WEATHER_DAYS * DAY_MS) {
    const days = Math.ceil((to - from) / DAY_MS);
    const long = `${isoOf(from)} lies ${days} days before 'to' (${isoOf(to)})`;
    throw refusal(`${long}, should be at most ${LONGEST_WEATHER_DAYS} days: ask for one stretch after another`);
  }
  return { network, start_time: isoOf(from), end_time: isoOf(to), spatial_verify: true };
}

function refusal(msg: string): HalcyonError {
  return new HalcyonError('invalid_parameter', `from ${msg}`, {
    problems: [{ loc: ['query', 'from'], msg, type: 'value_error' }],
  });
}
