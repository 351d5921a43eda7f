import { medianOfFirst } from '../windows/window-values.ts';
import { HOURS_PER_DAY } from './day-parts.ts';
import { floorOf, type HourlyRelation } from './hourly-relation.ts';

/** Hours that must be there. */
const THERE = 0.5;
/** Departures are held against what is usual at their hour of the day, and against this at least, in documented floors. */
const LEAST_IN_FLOORS = 0.105;
/** No error is smaller than this. */
const LEAST_ERROR = 0.1;

/** How far a station usually departs from what its neighbours imply, by hour of the day. */
export function usualAt({ variable, scatter }: HourlyRelation): number[] {
  const least = LEAST_IN_FLOORS * floorOf(variable);
  return Array.from({ length: HOURS_PER_DAY }, (_, hour) => Math.hypot(scatter?.[hour] ?? 0, least));
}

/** The error of a departure, in what is usual: the logarithm of one and its square, by which few that are far off say no more than they can. */
export function errorOf(departure: number): number {
  return Math.log1p(departure ** 2);
}

/**
 * Mean error of departures, at least a tenth.
 *
 * @param departures each in what is usual at its hour; NaN where nothing tells
 * @returns NaN of too few
 */
export function levelError(departures: Float64Array): number {
  return meanError(departures, 0);
}

let told = new Float64Array();

/** The same of departures around their median: how the course differs, whatever the level. */
export function courseError(departures: Float64Array): number {
  if (told.length < departures.length) told = new Float64Array(departures.length);
  let count = 0;
  for (let k = 0; k < departures.length; k++) if (!Number.isNaN(departures[k])) told[count++] = departures[k];
  // In their own order: the median changes that of the others.
  return meanError(departures, medianOfFirst(told, count));
}

function meanError(departures: Float64Array, around: number): number {
  let [sum, count] = [0, 0];
  for (let k = 0; k < departures.length; k++) {
    if (Number.isNaN(departures[k])) continue;
    sum += errorOf(departures[k] - around);
    count++;
  }
  return count < THERE * departures.length ? Number.NaN : sum / count + LEAST_ERROR;
}
