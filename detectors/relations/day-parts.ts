import type { Observation } from '../../schemas/observation.ts';
import { SLOT_MS, SLOTS_PER_DAY, SLOTS_PER_HOUR, slotOf, timeOfSlot } from '../../schemas/time.ts';
import { VARIABLES, type Variable } from '../../schemas/variables.ts';
import { isPossible } from '../checks/gross-range.ts';

/** A day has so many parts, of three hours each (UTC). */
export const PARTS_PER_DAY = 8;
export const SLOTS_PER_PART = SLOTS_PER_DAY / PARTS_PER_DAY;
/** Days that are kept: what a relation is learnt from, what is held against it, and the days that are under way. */
export const KEPT_DAYS = 23;
/** Hours of a part that must have reported for its mean to count. */
const FEWEST_HOURS = 2;
const WIDTH = VARIABLES.length;
const HOURS_PER_DAY = 24;
export const HOURS_PER_PART = HOURS_PER_DAY / PARTS_PER_DAY;
const KEPT_HOURS = KEPT_DAYS * HOURS_PER_DAY;
const KEPT_PARTS = KEPT_DAYS * PARTS_PER_DAY;
/** Not a mean of anything. */
const UNKNOWN = Number.NEGATIVE_INFINITY;
/** Sums are of whole hundredths: equal in whatever order the reports come. */
const HUNDREDTHS = 100;

/** What stations read in hours and in parts of days, both counted since 1970-01-01T00:00Z. */
export interface PartMeans {
  /** First part of which anything was reported; null before that. */
  readonly first: number | null;
  /** Mean of a variable (index into VARIABLES) in a part; of rain its sum [mm]. NaN where too little was reported. */
  mean(station: number, variable: number, part: number): number;
  /** Mean of a variable in an hour; NaN where nothing was reported. */
  hourMean(station: number, variable: number, hour: number): number;
  /** Reports of a variable in an hour. */
  hourCount(station: number, variable: number, hour: number): number;
}

/** Reports of a variable in a part. */
export function countOf(means: PartMeans, station: number, variable: number, part: number): number {
  let count = 0;
  for (let hour = part * HOURS_PER_PART; hour < (part + 1) * HOURS_PER_PART; hour++) {
    count += means.hourCount(station, variable, hour);
  }
  return count;
}

/** The hours of one station, day by day in a ring. */
interface StationHours {
  /** Newest day that has begun. */
  day: number;
  /** [day mod KEPT_DAYS][hour][variable]. */
  readonly sums: Int32Array;
  readonly counts: Uint16Array;
  /** Means that were asked for, [day mod KEPT_DAYS][part][variable]; UNKNOWN before that. */
  readonly parts: Float64Array;
}

/** Gathers the observations of a network by hours; those of a day may come some days late. */
export class GatheredParts implements PartMeans {
  readonly #stations: StationHours[] = [];
  first: number | null;

  /** @param first part of which anything was reported, where that is known before; null where it shows */
  constructor(first: number | null = null) {
    this.first = first;
  }

  /** Takes in an observation; what a sensor cannot read does not count. */
  add(station: number, { time, values }: Pick<Observation, 'time' | 'values'>): void {
    const hour = Math.floor(slotOf(time) / SLOTS_PER_HOUR);
    const day = Math.floor(hour / HOURS_PER_DAY);
    const part = Math.floor(hour / HOURS_PER_PART);
    this.first = Math.min(this.first ?? part, part);
    const hours = this.#of(station, day);
    if (hours.day - day >= KEPT_DAYS) return;
    const from = placeOf(hour);
    for (let v = 0; v < WIDTH; v++) {
      const value = values[VARIABLES[v]];
      if (value === null || !isPossible(VARIABLES[v], value)) continue;
      hours.sums[from + v] += Math.round(value * HUNDREDTHS);
      hours.counts[from + v]++;
    }
    const cell = Math.floor(from / WIDTH / HOURS_PER_PART) * WIDTH;
    hours.parts.fill(UNKNOWN, cell, cell + WIDTH);
  }

  /**
   * Takes in what was reported in an hour, of which nothing was added before.
   *
   * @param sums of each variable the values in hundredths, each rounded, and how many there are: of what a sensor can read
   */
  addHour(station: number, hour: number, sums: readonly number[], counts: readonly number[]): void {
    const day = Math.floor(hour / HOURS_PER_DAY);
    const hours = this.#of(station, day);
    if (hours.day - day >= KEPT_DAYS) return;
    const from = placeOf(hour);
    hours.sums.set(sums, from);
    hours.counts.set(counts, from);
    const cell = Math.floor(from / WIDTH / HOURS_PER_PART) * WIDTH;
    hours.parts.fill(UNKNOWN, cell, cell + WIDTH);
  }

  mean(station: number, variable: number, part: number): number {
    const hours = this.#stations[station];
    const day = dayOfPart(part);
    if (hours === undefined || day > hours.day || hours.day - day >= KEPT_DAYS) return Number.NaN;
    const place = (((part % KEPT_PARTS) + KEPT_PARTS) % KEPT_PARTS) * WIDTH + variable;
    if (hours.parts[place] === UNKNOWN) hours.parts[place] = partMean(hours, variable, part);
    return hours.parts[place];
  }

  hourMean(station: number, variable: number, hour: number): number {
    const hours = this.#stations[station];
    const place = placeIn(hours, variable, hour);
    return place < 0 ? Number.NaN : hours.sums[place] / HUNDREDTHS / hours.counts[place];
  }

  hourCount(station: number, variable: number, hour: number): number {
    const hours = this.#stations[station];
    const place = placeIn(hours, variable, hour);
    return place < 0 ? 0 : hours.counts[place];
  }

  #of(station: number, day: number): StationHours {
    let hours = this.#stations[station];
    if (hours === undefined) {
      const size = KEPT_DAYS * HOURS_PER_DAY * WIDTH;
      const parts = new Float64Array(KEPT_PARTS * WIDTH).fill(UNKNOWN);
      hours = { day, sums: new Int32Array(size), counts: new Uint16Array(size), parts };
      this.#stations[station] = hours;
    }
    hours.day = Math.max(hours.day, day - KEPT_DAYS);
    while (hours.day < day) {
      hours.day++;
      const from = placeOf(hours.day * HOURS_PER_DAY);
      for (const row of [hours.sums, hours.counts]) row.fill(0, from, from + HOURS_PER_DAY * WIDTH);
      hours.parts.fill(UNKNOWN, from / HOURS_PER_PART, from / HOURS_PER_PART + PARTS_PER_DAY * WIDTH);
    }
    return hours;
  }
}

/** Day (days since the epoch) that holds a part. */
function dayOfPart(part: number): number {
  return Math.floor(part / PARTS_PER_DAY);
}

/** Part that holds a time, ms since the epoch. */
export function partOf(time: number): number {
  return Math.floor(slotOf(time) / SLOTS_PER_PART);
}

/** Which of the eight parts of its day one is. */
export function partOfDay(part: number): number {
  return part - dayOfPart(part) * PARTS_PER_DAY;
}

/** Time at which an hour begins, as the centre of its first slot, ms since the epoch. */
export function beginOfHour(hour: number): number {
  return timeOfSlot(hour * SLOTS_PER_HOUR);
}

/** The same of a part. */
export function beginOfPart(part: number): number {
  return timeOfSlot(part * SLOTS_PER_PART);
}

/** Centre of the last slot of a part, ms since the epoch. */
export function endOfPart(part: number): number {
  return beginOfPart(part + 1) - SLOT_MS;
}

/** Rain is told as what fell in an interval. */
function isSummed(variable: Variable): boolean {
  return variable === 'rain';
}

function partMean(hours: StationHours, variable: number, part: number): number {
  let [sum, count, told] = [0, 0, 0];
  for (let hour = part * HOURS_PER_PART; hour < (part + 1) * HOURS_PER_PART; hour++) {
    const place = placeOf(hour) + variable;
    if (hours.counts[place] === 0) continue;
    sum += hours.sums[place];
    count += hours.counts[place];
    told++;
  }
  if (told < FEWEST_HOURS) return Number.NaN;
  return isSummed(VARIABLES[variable]) ? sum / HUNDREDTHS : sum / HUNDREDTHS / count;
}

function placeIn(hours: StationHours | undefined, variable: number, hour: number): number {
  if (hours === undefined) return -1;
  const day = Math.floor(hour / HOURS_PER_DAY);
  return day > hours.day || hours.day - day >= KEPT_DAYS ? -1 : placeOf(hour) + variable;
}

/** Where an hour begins; hours before the epoch are negative. */
function placeOf(hour: number): number {
  return (((hour % KEPT_HOURS) + KEPT_HOURS) % KEPT_HOURS) * WIDTH;
}
