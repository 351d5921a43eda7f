import { VARIABLE_INDEX, VARIABLES, WEATHER_VARIABLES } from '../../schemas/variables.ts';
import { COMPARED } from '../neighbours/asked-neighbours.ts';
import type { Neighbour, SpatialQuestion } from '../neighbours/spatial-question.ts';
import { neighboursRepeat } from '../spatial/neighbour-words.ts';
import { compareRecords, type Difference, REPEATED } from '../windows/record-equality.ts';
import { canBeStuck } from '../windows/still-runs.ts';
import type { WindowView } from '../windows/window-view.ts';

/** Earliest slot before a candidate that is read: three hourly records that are equal, and one after them. */
export const STANDSTILL_SLOTS = 18;
/**
 * A neighbour that repeated its record within so many slots before the candidate, 80 minutes, is no witness: while it does so
 * nothing moves there whatever the weather does, and when it goes on it makes in one step the way of hours.
 */
const WITHIN = 8;
/** Share of the neighbours that makes it an outage of the feed: the rest cannot say what was usual for the hour before. */
const LEAST_SHARE = 0.5;
/** Values that are not constant by nature in a record that is told by three equal reports, and by twice as many. */
const ABLE = 3;
const FEWER_ABLE = 2;

/**
 * Share of its variables that a record changes, where it changes any, from which on an unchanged one is no weather: of coarse
 * sensors in quiet air one changes at a time.
 */
const LEAST_CHANGING = 0.5;

const difference: Difference = { differ: 0, compared: 0 };
const frozen = new Set<Neighbour>();
let pressures = new Float64Array(64);

/** Values of a record that are not constant by nature: no rain, no calm wind, neither dry nor saturated air. */
function ableValues(windows: WindowView, station: number, slot: number): number {
  let able = 0;
  for (let v = 0; v < WEATHER_VARIABLES; v++) {
    if (canBeStuck(VARIABLES[v], windows.value(station, v, slot))) able++;
  }
  return able;
}

/**
 * Whether a station's pressure stood still for as many reports as make a repeated record, so that it may have been one. Of
 * all variables it is resolved most finely: nearly every neighbour of nearly every candidate is told by it alone.
 *
 * @returns true too where pressure is not reported; null where it did not stand still, but was last reported too long ago to
 *   tell that the station reported in the time around the candidate
 */
function pressureStood(windows: WindowView, station: number, slot: number, last: number): boolean | null {
  const from = slot - STANDSTILL_SLOTS;
  const count = last - from + 1;
  if (pressures.length < count) pressures = new Float64Array(2 * count);
  windows.stretch(station, VARIABLE_INDEX.bar, from, count, 1, pressures);
  let reports = 0;
  let equal = 1;
  let next = Number.NaN;
  for (let k = count - 1; k >= 0; k--) {
    const value = pressures[k];
    if (Number.isNaN(value)) continue;
    reports++;
    equal = value === next ? equal + 1 : 1;
    if (equal >= REPEATED) return true;
    if (value !== next && from + k < slot - WITHIN) return Number.isNaN(next) ? null : false;
    next = value;
  }
  return reports === 0;
}

/**
 * Whether a station repeated its whole record in the time around a candidate: three equal reports, six where only two of
 * the values can change by nature, the last of them at most WITHIN slots before it, of a record that usually changes in half
 * of its variables at once.
 *
 * @param last newest slot that is read
 * @returns null where it reported nothing then
 */
function repeatedAround(windows: WindowView, station: number, slot: number, last: number): boolean | null {
  const mayRepeat = pressureStood(windows, station, slot, last);
  if (mayRepeat === false) return false;
  let newest = last;
  while (newest >= slot - WITHIN && !windows.reported(station, newest)) newest--;
  if (newest < slot - WITHIN) return null;
  if (mayRepeat === null) return false;
  let able = -1;
  let equal = 0;
  let next = newest;
  let stood = false;
  let changed = 0;
  let changeable = 0;
  for (let t = newest - 1; t >= slot - STANDSTILL_SLOTS; t--) {
    if (!windows.reported(station, t)) continue;
    compareRecords(windows, station, next, t, difference);
    if (difference.compared > 0 && difference.differ === 0) {
      equal++;
      if (equal >= REPEATED - 1) {
        if (able < 0) able = ableValues(windows, station, t);
        stood ||= able >= ABLE || (able >= FEWER_ABLE && equal >= 2 * REPEATED - 1);
      }
    } else {
      if (!stood && t < slot - WITHIN) return false;
      changed += difference.differ;
      changeable += difference.compared;
      equal = 0;
      able = -1;
    }
    next = t;
  }
  // Where nothing else was read the record stood still for longer than any weather does.
  return stood && (changeable === 0 ? equal >= 2 * REPEATED - 1 : changed >= LEAST_CHANGING * changeable);
}

/** What is known of neighbours that repeated their record around a candidate. */
export interface Standstill {
  /** Why nothing can be compared; null where enough neighbours can be asked. */
  readonly outage: string | null;
  /** Those that can be asked, nearest first. */
  readonly awake: readonly Neighbour[];
}

/**
 * Says which neighbours of a candidate's station are no witnesses, because they repeated their record within the 80 minutes
 * before it or up to `last`; where half of those that would be asked did, the feed was out.
 *
 * @param last newest slot that is read, at least the candidate's own
 * @returns null where none did, which is nearly always
 */
export function standstillAround({ windows, slot, neighbours }: SpatialQuestion, last: number): Standstill | null {
  frozen.clear();
  let awake = 0;
  for (let k = 0; k < neighbours.length && awake < COMPARED; k++) {
    const neighbour = neighbours[k];
    const repeated = repeatedAround(windows, neighbour.index, slot, last);
    if (repeated === true) frozen.add(neighbour);
    else if (repeated === false) awake++;
  }
  if (frozen.size === 0) return null;
  const asked = frozen.size + awake;
  const many = frozen.size >= LEAST_SHARE * asked;
  return {
    outage: many ? neighboursRepeat(frozen.size, asked) : null,
    awake: neighbours.filter((neighbour) => !frozen.has(neighbour)),
  };
}
