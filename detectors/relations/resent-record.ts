import { VARIABLE_SPECIFICATIONS, VARIABLES, WEATHER_VARIABLES } from '../../schemas/variables.ts';
import { FEWEST_VARIABLES } from '../windows/record-equality.ts';
import { HOURS_PER_DAY, HOURS_PER_PART, type PartMeans } from './day-parts.ts';
import { LOOKED_EVERY } from './lasting-change.ts';

/** A record that was sent first up to so long before is found [h]. */
const LONGEST_LAG = 7 * HOURS_PER_DAY;
/** It may have begun so long before a look [h]. */
const LONGEST = 7 * HOURS_PER_DAY;
/** Hours that no look before has seen: in one of them it may be over already. */
const NEWEST = LOOKED_EVERY * HOURS_PER_PART;
/** An hour of six reports that comes again tells more than an hour of one [hours, reports]. */
const FEWEST = { hours: 3, reports: 7 } as const;
/**
 * Changes from hour to hour, each of one variable, that come again. A record in which nothing changes comes again of itself,
 * as in calm and saturated air; whole degrees, percents and hPa of hourly stations do so with three changes at most.
 */
const FEWEST_CHANGES = 6;
/** What is 0 for days says nothing. */
const COMPARED = [...VARIABLES.keys()].filter(
  (v) => v < WEATHER_VARIABLES && VARIABLE_SPECIFICATIONS[VARIABLES[v]].kind !== 'accumulated',
);

/** Variables that may be missing in a record that tells. */
const MOST_OTHERS = COMPARED.length - FEWEST_VARIABLES;

/** What is asked of the hours of stations. */
type Hours = Pick<PartMeans, 'hourMean' | 'readHourMeans' | 'hourCount'>;

/** Means of each variable over what a look may compare its newest hours with, written again by every question. */
const read = COMPARED.map(() => new Float64Array(LONGEST_LAG + NEWEST));

/** A record of a station that is sent again with new times. */
export interface ResentRecord {
  /** First hour that is. */
  readonly from: number;
  /** How many hours before it was sent first. */
  readonly lag: number;
}

/**
 * Looks back from an hour for a record that a station had sent before: the reports of each hour are those of a constant number
 * of hours before.
 *
 * @param end first hour that is not over
 * @param since first hour that may belong to it
 * @returns the longest, and of several as long the one that was sent last; null where there is none
 */
export function resentRecord(hours: Hours, station: number, end: number, since: number): ResentRecord | null {
  for (const [k, variable] of COMPARED.entries()) {
    hours.readHourMeans(station, variable, end - NEWEST - LONGEST_LAG, read[k]);
  }
  let [found, most]: [ResentRecord | null, number] = [null, FEWEST.hours - 1];
  for (let lag = 1; lag <= LONGEST_LAG; lag++) {
    // Nearly no hour of nearly no station reads what another one read.
    if (!isWorthALook(lag)) continue;
    const run = runOf(hours, station, lag, { end, since });
    if (run.hours <= most || run.reports < FEWEST.reports || run.changes < FEWEST_CHANGES) continue;
    [found, most] = [{ from: run.from, lag }, run.hours];
  }
  return found;
}

/** Whether one of the newest hours reads in the mean what was read so many hours before. */
function isWorthALook(lag: number): boolean {
  for (let at = LONGEST_LAG; at < LONGEST_LAG + NEWEST; at++) {
    let others = 0;
    for (let k = 0; k < read.length && others <= MOST_OTHERS; k++) if (read[k][at] !== read[k][at - lag]) others++;
    if (others <= MOST_OTHERS) return true;
  }
  return false;
}

/** The hours before one that are the same as so many hours before each. */
function runOf(hours: Hours, station: number, lag: number, of: { readonly end: number; readonly since: number }) {
  const run = { from: of.end, hours: 0, reports: 0, changes: 0 };
  for (let hour = of.end - 1; hour >= Math.max(of.since, of.end - LONGEST); hour--) {
    const same = isSame(hours, station, hour, hour - lag);
    if (same === null) continue;
    if (!same) {
      if (run.hours > 0 || hour <= of.end - NEWEST) break;
      continue;
    }
    if (run.hours > 0) run.changes += changesBetween(hours, station, hour, run.from);
    run.reports += Math.max(...COMPARED.map((variable) => hours.hourCount(station, variable, hour)));
    run.from = hour;
    run.hours++;
  }
  return run;
}

/**
 * From which hour on a station reports anew: two hours in a row, as a report that was lost makes one differ as well.
 *
 * @param from first hour that is looked at, `until` the first that is not over
 * @returns null where it still sends what it had sent before
 */
export function freshAgain(hours: Hours, station: number, { from, lag }: ResentRecord, until: number): number | null {
  let fresh: number | null = null;
  for (let hour = from; hour < until; hour++) {
    const same = isSame(hours, station, hour, hour - lag);
    if (same === true) fresh = null;
    if (same !== false) continue;
    if (fresh !== null) return fresh;
    fresh = hour;
  }
  return null;
}

/** Whether a station reported anything in the hours that no look before has seen. @param end first hour that is not over */
export function reportsLately(hours: Hours, station: number, end: number): boolean {
  for (let hour = end - NEWEST; hour < end; hour++) {
    if (COMPARED.some((variable) => hours.hourCount(station, variable, hour) > 0)) return true;
  }
  return false;
}

/** Whether the reports of an hour are those of another; null where that is not told, as in air in which nothing moves. */
function isSame(hours: Hours, station: number, hour: number, before: number): boolean | null {
  let [compared, reported] = [0, false];
  for (const variable of COMPARED) {
    const count = hours.hourCount(station, variable, hour);
    if (count !== hours.hourCount(station, variable, before)) return reportedIn(hours, station, hour) ? false : null;
    if (count === 0) continue;
    reported = true;
    const [mean, earlier] = [hours.hourMean(station, variable, hour), hours.hourMean(station, variable, before)];
    // Of one that repeats the hour before it no mean is given.
    if (Number.isNaN(mean) || Number.isNaN(earlier)) return null;
    if (mean !== earlier) return false;
    compared++;
  }
  return reported && compared >= FEWEST_VARIABLES ? true : null;
}

function reportedIn(hours: Hours, station: number, hour: number): boolean {
  return COMPARED.some((variable) => hours.hourCount(station, variable, hour) > 0);
}

/** Variables that read something else in one hour than in another. */
function changesBetween(hours: Hours, station: number, one: number, other: number): number {
  return COMPARED.filter(
    (variable) =>
      hours.hourCount(station, variable, one) > 0 &&
      hours.hourMean(station, variable, one) !== hours.hourMean(station, variable, other),
  ).length;
}
