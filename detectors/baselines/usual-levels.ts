import { dayOfSlot, SLOTS_PER_DAY, SLOTS_PER_HOUR } from '../../schemas/time.ts';
import { VARIABLE_INDEX, VARIABLE_SPECIFICATIONS, VARIABLES, WEATHER_VARIABLES } from '../../schemas/variables.ts';
import { LONGEST_INTERVAL } from '../windows/cadence.ts';
import { isHourly } from '../windows/hourly.ts';
import { compareRecords } from '../windows/record-equality.ts';
import { medianOf, sortMiddle } from '../windows/window-values.ts';
import type { WindowView } from '../windows/window-view.ts';
import { cutOf } from './taught-day.ts';

/** Parts of three hours (UTC) that a day has. */
export const DAY_PARTS = 8;
/** Days of history that are kept. */
export const LEVEL_DAYS = 30;
/** One day more, so that what was known the day before can still be given. */
const KEPT = LEVEL_DAYS + 1;
const HOURS = 24;
const WIDTH = VARIABLES.length;
const HOURS_PER_PART = HOURS / DAY_PARTS;
/** Values of a part that a day must have to count: two of the three of an hourly station, one of a station that reports less often. */
const LEAST_VALUES = 2;
const LEAST_VALUES_SLOW = 1;
/** Of the eight of a day of the latter so many tell that it is one. */
const LEAST_HOURS_SLOW = 5;
const MISSING = -32_768;
/** Finest step to which levels are rounded [unit of the variable]. */
const FINEST = 0.02;
/** The level that 0 stands for, and the step, of each variable: all that is possible has its place. */
const ORIGIN = VARIABLES.map((variable, v) => {
  if (v < WEATHER_VARIABLES) return v === VARIABLE_INDEX.bar ? 1000 : 0;
  const { low, high } = VARIABLE_SPECIFICATIONS[variable];
  return (low + high) / 2;
});
const STEP = VARIABLES.map((variable) => {
  const { low, high } = VARIABLE_SPECIFICATIONS[variable];
  return Math.max(FINEST, (high - low) / -(2 * MISSING + 2));
});

/** What is known of a station. */
interface StationLevels {
  /** Means of the last days, in steps from ORIGIN, [day mod KEPT][part][variable]; MISSING where a day taught nothing. */
  readonly days: Int16Array;
  /** First values of the hours of the day that is being taught, [hour][variable]; NaN where none. */
  readonly today: Float32Array;
}

/** What is known of some stations of a block, row by row: to be kept on disk and put back. */
export interface LevelRows {
  /** Rows of the stations of which anything is known. */
  readonly rows: Int32Array;
  readonly days: Int16Array;
  readonly today: Float32Array;
}

/** Where stations stood on the days before. */
export interface Levels {
  /**
   * Writes the means of a variable (index into VARIABLES) in the three hours of a slot on each of the LEVEL_DAYS days before,
   * newest first [its unit], NaN where a day tells nothing; false where nothing is known of the station.
   */
  means(station: number, variable: number, slot: number, into: Float64Array): boolean;
}

/**
 * Where each hourly station of a network stood on the 30 days before, by variable and three hours of day. How two of them differed
 * from day to day tells what is usual between them.
 *
 * Stations that report more often are left out: their steps tell more. A day's observations are those of its baseline, and every
 * day is taught by itself. A record that repeats the one before it teaches nothing. What is taught twice counts once.
 */
export class UsualLevels implements Levels {
  readonly #windows: WindowView;
  readonly #latenessSlots: number;
  readonly #stations = new Map<number, StationLevels>();
  readonly #difference = { differ: 0, compared: 0 };
  /** Day before which all others are closed. */
  #day = Number.NEGATIVE_INFINITY;

  constructor(windows: WindowView, latenessSlots: number) {
    this.#windows = windows;
    this.#latenessSlots = latenessSlots;
  }

  /** Takes in what a station reported at a slot of the day that is being taught; windows hold it, and LONGEST_INTERVAL before it. */
  teach(station: number, slot: number): void {
    if (!this.#windows.reported(station, slot)) return;
    const before = this.#reportBefore(station, slot);
    // In the first hour of a day a station is not known to be hourly, unless days before it was.
    const early = before === Number.NEGATIVE_INFINITY || slot - SLOTS_PER_HOUR < this.#earliest;
    if (early && !this.#taughtBefore(station)) return;
    if (!isHourly(slot, (t) => this.#windows.reported(station, t), this.#earliest)) return;
    if (this.#repeats(station, slot, before)) return;
    const { today } = this.#of(station);
    const from = hourOf(slot) * WIDTH;
    for (let v = 0; v < WIDTH; v++) {
      if (Number.isNaN(today[from + v])) today[from + v] = this.#windows.value(station, v, slot);
    }
  }

  /** A day begins: what was taught since the one before did becomes its last day. */
  begin(day: number): void {
    this.#day = day;
    for (const [station, { days, today }] of this.#stations) {
      closeDay(days, today, day - 1);
      today.fill(Number.NaN);
      if (days.every((mean) => mean === MISSING)) this.#stations.delete(station);
    }
  }

  /** Means of a variable on the day before the one in force, by part [unit of the variable]; empty where it taught nothing. */
  ownDay(station: number, variable: number): (number | null)[] {
    const days = this.#stations.get(station)?.days;
    if (days === undefined) return [];
    const from = placeOf(this.#day - 1) + variable;
    const means = Array.from({ length: DAY_PARTS }, (_, part) => days[from + part * WIDTH]);
    if (means.every((mean) => mean === MISSING)) return [];
    return means.map((mean) => (mean === MISSING ? null : levelOf(mean, variable)));
  }

  /** Takes over what the day before `day` taught of a variable of a station, as `ownDay` gave it. */
  restore(station: number, variable: number, day: number, means: readonly (number | null)[]): void {
    if (means.length === 0 && !this.#stations.has(station)) return;
    const { days } = this.#of(station);
    const from = placeOf(day - 1) + variable;
    for (let part = 0; part < DAY_PARTS; part++) {
      days[from + part * WIDTH] = meanOf(means[part] ?? Number.NaN, variable);
    }
  }

  /** Goes on from a day, the levels of which have been restored or are to be. */
  resume(day: number): void {
    this.#day = day;
  }

  /** Forgets all that is known. */
  clear(): void {
    this.#stations.clear();
  }

  /** Bytes of all that is known of a station on a slot's day, today or the day before; null where that is nothing. */
  content(station: number, slot: number): Uint8Array | null {
    const days = this.#stations.get(station)?.days;
    if (days === undefined) return null;
    const content = new Int16Array(LEVEL_DAYS * DAY_PARTS * WIDTH);
    for (let back = 1; back <= LEVEL_DAYS; back++) {
      const from = placeOf(this.#dayOf(slot) - back);
      content.set(days.subarray(from, from + DAY_PARTS * WIDTH), (back - 1) * DAY_PARTS * WIDTH);
    }
    return content.every((mean) => mean === MISSING) ? null : new Uint8Array(content.buffer);
  }

  /**
   * Means of a variable of a station in the three hours of a slot on each day before that of the slot, which is today or the day
   * before.
   *
   * @param into LEVEL_DAYS numbers are written into it, the newest day first [unit of the variable]; NaN where a day tells nothing
   * @returns false where no day tells
   */
  means(station: number, variable: number, slot: number, into: Float64Array): boolean {
    const days = this.#stations.get(station)?.days;
    if (days === undefined) return false;
    const within = dayPartOf(slot) * WIDTH + variable;
    const day = this.#dayOf(slot);
    let any = false;
    for (let back = 1; back <= LEVEL_DAYS; back++) {
      const mean = days[placeOf(day - back) + within];
      into[back - 1] = mean === MISSING ? Number.NaN : levelOf(mean, variable);
      any ||= mean !== MISSING;
    }
    return any;
  }

  /** Median of the same means [unit of the variable]; null where no day tells. */
  usual(station: number, variable: number, slot: number): number | null {
    const means = new Float64Array(LEVEL_DAYS);
    if (!this.means(station, variable, slot, means)) return null;
    const told = means.filter((mean) => !Number.isNaN(mean));
    sortMiddle(told, told.length);
    return medianOf(told, told.length);
  }

  /**
   * A copy of what is known of the stations of a block; null where that is nothing.
   *
   * @param first index of the first, `count` how many
   */
  copyRows(first: number, count: number): LevelRows | null {
    const known: [row: number, of: StationLevels][] = [];
    for (let row = 0; row < count; row++) {
      const of = this.#stations.get(first + row);
      if (of !== undefined) known.push([row, of]);
    }
    if (known.length === 0) return null;
    const size = KEPT * DAY_PARTS * WIDTH;
    const days = new Int16Array(known.length * size);
    const today = new Float32Array(known.length * HOURS * WIDTH);
    for (const [k, [, of]] of known.entries()) {
      days.set(of.days, k * size);
      today.set(of.today, k * HOURS * WIDTH);
    }
    return { rows: Int32Array.from(known, ([row]) => row), days, today };
  }

  /** Puts what was copied of row `from` in place of what is known of a station. */
  putRow(station: number, { rows, days, today }: LevelRows, from: number): void {
    const k = rows.indexOf(from);
    if (k < 0) return;
    const of = this.#of(station);
    of.days.set(days.subarray(k * of.days.length, (k + 1) * of.days.length));
    of.today.set(today.subarray(k * of.today.length, (k + 1) * of.today.length));
  }

  #of(station: number): StationLevels {
    let of = this.#stations.get(station);
    if (of === undefined) {
      of = {
        days: new Int16Array(KEPT * DAY_PARTS * WIDTH).fill(MISSING),
        today: new Float32Array(HOURS * WIDTH).fill(Number.NaN),
      };
      this.#stations.set(station, of);
    }
    return of;
  }

  /** What is ahead of the day in force goes by its levels. */
  #dayOf(slot: number): number {
    return Math.min(this.#day, dayOfSlot(slot));
  }

  /** Whether any day before the one that is being taught has taught something of a station. */
  #taughtBefore(station: number): boolean {
    return this.#stations.get(station)?.days.some((mean) => mean !== MISSING) === true;
  }

  /** First slot of the day that is being taught. */
  get #earliest(): number {
    return cutOf(this.#day, this.#latenessSlots);
  }

  /** Slot of the report of the same day before one; -Infinity where there is none near enough. */
  #reportBefore(station: number, slot: number): number {
    const first = Math.max(slot - LONGEST_INTERVAL, this.#earliest);
    for (let before = slot - 1; before >= first; before--) {
      if (this.#windows.reported(station, before)) return before;
    }
    return Number.NEGATIVE_INFINITY;
  }

  #repeats(station: number, slot: number, before: number): boolean {
    if (before === Number.NEGATIVE_INFINITY) return false;
    compareRecords(this.#windows, station, slot, before, this.#difference);
    return this.#difference.compared > 0 && this.#difference.differ === 0;
  }
}

/** Puts the means of a day's values where they belong. */
function closeDay(days: Int16Array, today: Float32Array, day: number): void {
  const from = placeOf(day);
  const least = isSlow(today) ? LEAST_VALUES_SLOW : LEAST_VALUES;
  for (let part = 0; part < DAY_PARTS; part++) {
    for (let v = 0; v < WIDTH; v++) {
      let sum = 0;
      let count = 0;
      for (let hour = part * HOURS_PER_PART; hour < (part + 1) * HOURS_PER_PART; hour++) {
        const value = today[hour * WIDTH + v];
        if (Number.isNaN(value)) continue;
        sum += value;
        count++;
      }
      days[from + part * WIDTH + v] = meanOf(count < least ? Number.NaN : sum / count, v);
    }
  }
}

/** Whether a day had some hours with a report, and no two of them in a row. */
function isSlow(today: Float32Array): boolean {
  let before = false;
  let hours = 0;
  for (let hour = 0; hour < HOURS; hour++) {
    const reported = today.subarray(hour * WIDTH, (hour + 1) * WIDTH).some((value) => !Number.isNaN(value));
    if (reported && before) return false;
    before = reported;
    if (reported) hours++;
  }
  return hours >= LEAST_HOURS_SLOW;
}

/** Hour of day (UTC) of a slot, 0 to 23. */
function hourOf(slot: number): number {
  return Math.floor((((slot % SLOTS_PER_DAY) + SLOTS_PER_DAY) % SLOTS_PER_DAY) / SLOTS_PER_HOUR);
}

/** Part of its day (UTC) that a slot is in, 0 to 7. */
export function dayPartOf(slot: number): number {
  return Math.floor(hourOf(slot) / HOURS_PER_PART);
}

/** First slot of a part of a slot's day (UTC). */
export function firstSlotOfPart(slot: number, part: number): number {
  return dayOfSlot(slot) * SLOTS_PER_DAY + part * HOURS_PER_PART * SLOTS_PER_HOUR;
}

/** Where a day begins; days before the epoch are negative. */
function placeOf(day: number): number {
  return (((day % KEPT) + KEPT) % KEPT) * DAY_PARTS * WIDTH;
}

function meanOf(level: number, variable: number): number {
  return Number.isNaN(level) ? MISSING : Math.round((level - ORIGIN[variable]) / STEP[variable]);
}

function levelOf(mean: number, variable: number): number {
  return ORIGIN[variable] + mean * STEP[variable];
}
