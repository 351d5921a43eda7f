import { SLOT_MS, SLOTS_PER_DAY, SLOTS_PER_HOUR, slotOf, timeOfSlot } from '../../schemas/time.ts';

/** A day has so many parts, of three hours each (UTC). */
export const PARTS_PER_DAY = 8;
export const SLOTS_PER_PART = SLOTS_PER_DAY / PARTS_PER_DAY;
/** Days that are kept: all that a look reaches back over, and those under way until it is settled, 30 h later at most. */
export const KEPT_DAYS = 25;
export const HOURS_PER_DAY = 24;
export const HOURS_PER_PART = HOURS_PER_DAY / PARTS_PER_DAY;

/** What stations read in hours and in parts of days, both counted since 1970-01-01T00:00Z. */
export interface PartMeans {
  /** First part of which anything was reported; null before that. */
  readonly first: number | null;
  /**
   * Mean of a variable (index into VARIABLES) in a part, of rain its sum [mm], without hours that repeat the one before. NaN where
   * too little was reported.
   */
  mean(station: number, variable: number, part: number): number;
  /** The same of the parts from one on, into an array of as many. */
  readMeans(station: number, variable: number, from: number, into: Float64Array): void;
  /** Mean of a variable in an hour; NaN where nothing was reported, or what was reported in the hour before was repeated. */
  hourMean(station: number, variable: number, hour: number): number;
  /** The same of the hours from one on, into an array of as many. */
  readHourMeans(station: number, variable: number, from: number, into: Float64Array): void;
  /** Reports of a variable in an hour. */
  hourCount(station: number, variable: number, hour: number): number;
  /**
   * Lowest and highest value of a variable that behaves like wind or rain in an hour, in whole hundredths; NaN where nothing was
   * reported, and of all other variables.
   */
  lowest(station: number, variable: number, hour: number): number;
  highest(station: number, variable: number, hour: number): number;
  /** Minute of the hour at which a station's reports of the hours from one to before another lie in the mean; NaN where it has none. */
  minuteIn(station: number, from: number, until: number): number;
  /** Mean of all that was reported in a part, values among them that cannot be in the unit of the variable; NaN of too little. */
  rawMean(station: number, variable: number, part: number): number;
  /** Values of a part that cannot be in the unit of the variable. */
  impossibleCount(station: number, variable: number, part: number): number;
}

/** Reports of a variable in a part. */
export function countOf(means: PartMeans, station: number, variable: number, part: number): number {
  let count = 0;
  for (let hour = part * HOURS_PER_PART; hour < (part + 1) * HOURS_PER_PART; hour++) {
    count += means.hourCount(station, variable, hour);
  }
  return count;
}

/** Part that holds a time, ms since the epoch. */
export function partOf(time: number): number {
  return Math.floor(slotOf(time) / SLOTS_PER_PART);
}

/** Which of the eight parts of its day one is. */
export function partOfDay(part: number): number {
  return part - Math.floor(part / PARTS_PER_DAY) * PARTS_PER_DAY;
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
