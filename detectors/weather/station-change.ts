import type { Station } from '../../schemas/station.ts';
import { SLOTS_PER_HOUR, timeOfSlot } from '../../schemas/time.ts';
import { VARIABLE_INDEX, WEATHER_VARIABLES } from '../../schemas/variables.ts';
import { isBeyondWeather } from '../checks/beyond-weather.ts';
import type { WindowView } from '../windows/window-view.ts';
import { LARGEST_SIZE } from './passage.ts';
import { changeOfTheDay, steepestOfTheDay } from './time-of-day.ts';

/** Slots after a report that its change includes: a rapid change takes up to half an hour. */
export const SLOTS_AFTER = 3;
/** Slots of a level: the middle of three reports, so that one wrong report has no effect. */
export const LEVEL_SLOTS = 3;
/**
 * Largest distance to the report before, at a station that reports less often [slots]: an hour, and half an hour as its times may
 * be irregular.
 */
const LONGEST_STEP = 9;
/** Length of the trend before a change [slots]. */
const TREND_SLOTS = SLOTS_PER_HOUR;
/** A slow change is the one of so long before a report [slots], where it still goes on at this share of its rate. */
const SLOW_SLOTS = 2 * SLOTS_PER_HOUR;
const GOES_ON = 0.5;
/** Slots before a report that its change includes. */
export const SLOTS_BEFORE = 2 * LONGEST_STEP;
const READ = SLOTS_BEFORE + 1 + SLOTS_AFTER;
const WIDTH = WEATHER_VARIABLES;
const { rain: RAIN, wind_speed: WIND } = VARIABLE_INDEX;

/** Usual changes at the stations. */
export interface UsualChanges {
  /** The smallest change of a variable that neighbours are asked about; `cadence` in slots. */
  readonly asked: (station: number, variable: number, slot: number, cadence: number) => number;
  /** The largest change in ten minutes that the time of day explains, in the direction of `sign`, 0 or above. */
  readonly ofTheDay: (station: number, variable: number, slot: number, sign: number) => number;
}

/**
 * Usual changes at the stations of a network.
 *
 * @param asked as the baselines say
 * @param registered the stations by index
 */
export function usualChanges(
  asked: UsualChanges['asked'],
  registered: readonly (Pick<Station, 'longitude'> | undefined)[],
): UsualChanges {
  return {
    asked,
    ofTheDay: (station, variable, slot, sign) =>
      changeOfTheDay(variable, sign, registered[station]?.longitude ?? 0, timeOfSlot(slot)),
  };
}

/**
 * The change at a station around one of its reports: the level of the half hour after it less that of the half hour before. At a
 * station that reports less often it is the difference of two reports. The trend of the hour before is subtracted, or what the
 * time of day explains, if that is more. Neither makes a change larger.
 */
export class StationChange {
  /** By variable: the change in its unit; NaN where it is not known. */
  readonly changes = new Float64Array(WIDTH);
  /** By variable: what is left of the change, in its unit; 0 where nothing is, NaN where the change is not known. */
  readonly left = new Float64Array(WIDTH);
  /**
   * By variable: what is left of the change, divided by the smallest change that neighbours are asked about. 0 where nothing is
   * left, NaN where it is not known.
   */
  readonly sizes = new Float64Array(WIDTH);
  /** Slots between the two levels or reports that were compared; 0 where none were. */
  apart = 0;
  readonly #windows: WindowView;
  readonly #usual: UsualChanges;
  readonly #read = new Float64Array(READ);

  constructor(windows: WindowView, usual: UsualChanges) {
    this.#windows = windows;
    this.#usual = usual;
  }

  /**
   * Reads the change around a slot. The windows have SLOTS_BEFORE slots before it and SLOTS_AFTER after it.
   *
   * @returns false where the station has no report in the slot, or nothing to compare it with
   */
  at(station: number, slot: number): boolean {
    this.apart = 0;
    if (!this.#windows.reported(station, slot)) return false;
    for (let v = 0; v < WIDTH; v++) {
      this.changes[v] = Number.NaN;
      this.left[v] = Number.NaN;
      this.sizes[v] = Number.NaN;
      this.#measure(station, v, slot);
    }
    return this.apart > 0;
  }

  #measure(station: number, variable: number, slot: number): void {
    const read = this.#read;
    this.#windows.stretch(station, variable, slot - SLOTS_BEFORE, READ, 1, read);
    const at = SLOTS_BEFORE;
    let now = levelOf(read, at + 1);
    let before = levelOf(read, at - LEVEL_SLOTS);
    let earlier: number;
    let apart = LEVEL_SLOTS + 1;
    if (!Number.isNaN(now) && !Number.isNaN(before)) {
      earlier = levelOf(read, at - LEVEL_SLOTS - TREND_SLOTS);
    } else {
      now = read[at];
      const last = lastBefore(read, at);
      const first = lastBefore(read, last);
      if (Number.isNaN(now) || first < 0) return;
      apart = at - last;
      before = read[last];
      earlier = before - ((before - read[first]) * TREND_SLOTS) / (last - first);
    }
    if (Number.isNaN(earlier)) return;
    this.apart = Math.max(this.apart, apart);
    const change = now - before;
    // It tells of no weather: a feed has changed its unit.
    if (isBeyondWeather(variable, change)) return;
    this.changes[variable] = change;
    this.left[variable] = 0;
    const hourly = apart > LEVEL_SLOTS + 1;
    const isBrief = variable === RAIN || variable === WIND;
    // A shower or a gust may come and go between two reports an hour apart: that neither shows it says nothing.
    this.sizes[variable] = hourly && isBrief ? Number.NaN : 0;
    // The end of a shower and of a gust is no arrival of anything.
    if (change === 0 || (change < 0 && isBrief)) return;
    const sign = Math.sign(change);
    const least = this.#usual.asked(station, variable, slot, hourly ? SLOTS_PER_HOUR : 1);
    const underWay = (sign * (before - earlier) * apart) / TREND_SLOTS;
    const explained = Math.max(underWay, apart * this.#usual.ofTheDay(station, variable, slot, sign));
    let left = Math.abs(change) - Math.max(0, explained);
    const slow = this.#slowChange(variable, now, change / apart, hourly);
    if (slow.left > Math.max(0, left)) {
      left = slow.left;
      this.changes[variable] = slow.change;
      this.apart = Math.max(this.apart, slow.apart);
    }
    if (left <= 0) return;
    this.left[variable] = sign * left;
    this.sizes[variable] = sign * Math.min(LARGEST_SIZE, left / least);
  }

  /**
   * The change of the last two hours: a front that takes hours is in the trend before any of its reports. Of it is left what no
   * time of day explains, wherever the sun is. Where it no longer goes on, nothing is left.
   *
   * @param rate of the change at the report, a slot
   */
  #slowChange(variable: number, now: number, rate: number, hourly: boolean): SlowChange {
    const before = levelOf(this.#read, SLOTS_BEFORE - SLOW_SLOTS - (hourly ? 1 : LEVEL_SLOTS));
    const apart = SLOW_SLOTS + (hourly ? 0 : LEVEL_SLOTS);
    const change = now - before;
    const goesOn = rate * Math.sign(change) * apart >= GOES_ON * Math.abs(change);
    const left = goesOn ? Math.abs(change) - apart * steepestOfTheDay(variable) : 0;
    return { change, left, apart };
  }
}

/** A change of some hours, what is left of it, and the slots between what was compared. */
interface SlowChange {
  readonly change: number;
  readonly left: number;
  readonly apart: number;
}

/** Middle of three values from a place, mean of two, one; NaN of none. */
function levelOf(values: Float64Array, from: number): number {
  let sum = 0;
  let count = 0;
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (let k = from; k < from + LEVEL_SLOTS; k++) {
    const value = values[k];
    if (Number.isNaN(value)) continue;
    sum += value;
    count++;
    if (value < least) least = value;
    if (value > most) most = value;
  }
  if (count === LEVEL_SLOTS) return sum - least - most;
  return count === 0 ? Number.NaN : sum / count;
}

/** Place of the last value before one, at most LONGEST_STEP away; -1 where there is none. */
function lastBefore(values: Float64Array, place: number): number {
  for (let k = place - 1; k >= Math.max(0, place - LONGEST_STEP); k--) if (!Number.isNaN(values[k])) return k;
  return -1;
}
