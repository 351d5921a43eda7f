import { type Observation, writeNumbers } from '../../schemas/observation.ts';
import { SLOTS_PER_HOUR, slotOf } from '../../schemas/time.ts';
import { VARIABLE_SPECIFICATIONS, VARIABLES, type Variable, WEATHER_VARIABLES } from '../../schemas/variables.ts';
import { isPossible } from '../checks/gross-range.ts';
import { HOURS_PER_DAY, HOURS_PER_PART, KEPT_DAYS, PARTS_PER_DAY, type PartMeans } from './day-parts.ts';
import { ReportTimes, secondsInto } from './report-times.ts';

/** Hours of a part that must have reported for its mean to count, unless the station reports every two or three hours. */
const FEWEST_HOURS = 2;
/** What is known of an hour: whether it repeats the one before. */
const NOT_LOOKED_AT = 0;
const MOVING = 1;
const STILL = 2;
/** A station that measures less may well read the same for an hour. */
const FEWEST_EQUAL = 3;
const WIDTH = VARIABLES.length;
const KEPT_HOURS = KEPT_DAYS * HOURS_PER_DAY;
const KEPT_PARTS = KEPT_DAYS * PARTS_PER_DAY;
/** Not a mean of anything. */
const UNKNOWN = Number.NEGATIVE_INFINITY;
/** Sums are of whole hundredths: equal in whatever order the reports come. */
const HUNDREDTHS = 100;
/** Larger values are of no unit that is used: they count as this. */
const LARGEST = 1e7;

/** The hours of one station, day by day in a ring. */
interface StationHours {
  /** Newest day that has begun. */
  day: number;
  /** [day mod KEPT_DAYS][hour][variable]. */
  readonly sums: Int32Array;
  readonly counts: Uint16Array;
  /** Means that were asked for, [day mod KEPT_DAYS][part][variable]; UNKNOWN before that. */
  readonly parts: Float64Array;
  /** Hours that repeat the one before, [day mod KEPT_DAYS][hour]; NOT_LOOKED_AT before anybody asks. */
  readonly still: Uint8Array;
  /** Lowest and highest values, by variable; null of those whose steps are not looked at. */
  readonly extremes: readonly (HourExtremes | null)[];
  /** What cannot be, by variable; null for a sensor that has read nothing of it. */
  readonly impossible: (ImpossibleHours | null)[];
}

/** Of one sensor, [day mod KEPT_DAYS][hour], in hundredths; nothing where none is counted. */
interface HourExtremes {
  readonly lows: Int32Array;
  readonly highs: Int32Array;
}

/** Values of one sensor that cannot be, [day mod KEPT_DAYS][hour]. */
interface ImpossibleHours {
  readonly sums: Float64Array;
  readonly counts: Uint16Array;
}

/** What a station reported in an hour, each by variable in the order of VARIABLES. */
export interface HourOfStation {
  /** How many reports, and the sum of their times since the hour began [s]. */
  readonly reports: number;
  readonly seconds: number;
  readonly sums: readonly number[];
  readonly counts: readonly number[];
  readonly lows: readonly number[];
  readonly highs: readonly number[];
  readonly impossibleSums: readonly number[];
  readonly impossibleCounts: readonly number[];
}

/** Gathers the observations of a network by hours; those of a day may come some days late. */
export class GatheredParts implements PartMeans {
  readonly #stations: StationHours[] = [];
  readonly #numbers = new Float64Array(WIDTH);
  readonly #times = new ReportTimes(KEPT_HOURS);
  first: number | null;

  /** @param first part of which anything was reported, where that is known before; null where it shows */
  constructor(first: number | null = null) {
    this.first = first;
  }

  /** Takes in an observation; what a sensor cannot read does not count. */
  add(station: number, { time, values }: Pick<Observation, 'time' | 'values'>): void {
    writeNumbers(values, this.#numbers);
    this.addNumbers(station, time, this.#numbers);
  }

  /** The same of values in the order of VARIABLES, NaN where there is none. @param time ms since the epoch */
  addNumbers(station: number, time: number, values: Float64Array): void {
    const hour = Math.floor(slotOf(time) / SLOTS_PER_HOUR);
    const day = Math.floor(hour / HOURS_PER_DAY);
    const part = Math.floor(hour / HOURS_PER_PART);
    this.first = Math.min(this.first ?? part, part);
    const hours = this.#of(station, day);
    if (hours.day - day >= KEPT_DAYS) return;
    this.#times.add(station, hour, 1, secondsInto(hour, time));
    const from = placeOf(hour);
    for (let v = 0; v < WIDTH; v++) {
      const value = values[v];
      if (Number.isNaN(value)) continue;
      if (!isPossible(VARIABLES[v], value)) {
        addImpossible(hours, v, from / WIDTH, value);
        continue;
      }
      const hundredths = Math.round(value * HUNDREDTHS);
      widen(hours, v, from, hundredths);
      hours.sums[from + v] += hundredths;
      hours.counts[from + v]++;
    }
    forgetMeans(hours, hour);
  }

  /**
   * Takes in what was reported in an hour, of which nothing was added before: of each variable the values in hundredths, each
   * rounded, how many there are, and of wind the lowest and the highest; the sums of those that cannot be in its unit.
   */
  addHour(station: number, hour: number, of: HourOfStation): void {
    const { reports, seconds, sums, counts, lows, highs, impossibleSums, impossibleCounts } = of;
    const day = Math.floor(hour / HOURS_PER_DAY);
    const hours = this.#of(station, day);
    if (hours.day - day >= KEPT_DAYS) return;
    this.#times.add(station, hour, reports, seconds);
    const from = placeOf(hour);
    hours.sums.set(sums, from);
    hours.counts.set(counts, from);
    for (const [v, extremes] of hours.extremes.entries()) {
      if (extremes === null) continue;
      extremes.lows[from / WIDTH] = lows[v];
      extremes.highs[from / WIDTH] = highs[v];
    }
    for (const [v, count] of impossibleCounts.entries()) {
      if (count === 0) continue;
      const impossible = impossibleOf(hours, v);
      impossible.sums[from / WIDTH] = impossibleSums[v];
      impossible.counts[from / WIDTH] = count;
    }
    forgetMeans(hours, hour);
  }

  mean(station: number, variable: number, part: number): number {
    const hours = this.#stations[station];
    const day = Math.floor(part / PARTS_PER_DAY);
    if (hours === undefined || day > hours.day || hours.day - day >= KEPT_DAYS) return Number.NaN;
    return keptMean(hours, variable, part, ((part % KEPT_PARTS) + KEPT_PARTS) % KEPT_PARTS);
  }

  readMeans(station: number, variable: number, from: number, into: Float64Array): void {
    const hours = this.#stations[station];
    const first = hours === undefined ? 0 : (hours.day - KEPT_DAYS + 1) * PARTS_PER_DAY;
    const until = hours === undefined ? 0 : (hours.day + 1) * PARTS_PER_DAY;
    let row = ((from % KEPT_PARTS) + KEPT_PARTS) % KEPT_PARTS;
    for (let k = 0; k < into.length; k++) {
      const part = from + k;
      if (hours === undefined || part < first || part >= until) into[k] = Number.NaN;
      else into[k] = keptMean(hours, variable, part, row);
      if (++row === KEPT_PARTS) row = 0;
    }
  }

  hourMean(station: number, variable: number, hour: number): number {
    const hours = this.#stations[station];
    const place = placeIn(hours, variable, hour);
    if (place < 0 || standsStill(hours, hour)) return Number.NaN;
    return hours.sums[place] / HUNDREDTHS / hours.counts[place];
  }

  readHourMeans(station: number, variable: number, from: number, into: Float64Array): void {
    const hours = this.#stations[station];
    const first = hours === undefined ? 0 : (hours.day - KEPT_DAYS + 1) * HOURS_PER_DAY;
    const until = hours === undefined ? 0 : (hours.day + 1) * HOURS_PER_DAY;
    let row = placeOf(from) / WIDTH;
    for (let k = 0; k < into.length; k++, row = (row + 1) % KEPT_HOURS) {
      const hour = from + k;
      if (hours === undefined || hour < first || hour >= until || standsStill(hours, hour, row)) into[k] = Number.NaN;
      else {
        const place = row * WIDTH + variable;
        into[k] = hours.sums[place] / HUNDREDTHS / hours.counts[place];
      }
    }
  }

  hourCount(station: number, variable: number, hour: number): number {
    const hours = this.#stations[station];
    const place = placeIn(hours, variable, hour);
    return place < 0 ? 0 : hours.counts[place];
  }

  lowest(station: number, variable: number, hour: number): number {
    return extremeOf(this.#stations[station], variable, hour, 'lows');
  }

  highest(station: number, variable: number, hour: number): number {
    return extremeOf(this.#stations[station], variable, hour, 'highs');
  }

  minuteIn(station: number, from: number, until: number): number {
    return this.#times.minuteIn(station, from, until);
  }

  rawMean(station: number, variable: number, part: number): number {
    const hours = this.#stations[station];
    if (hours?.impossible[variable] == null) return this.mean(station, variable, part);
    let [sum, count, told] = [0, 0, 0];
    for (let hour = part * HOURS_PER_PART; hour < (part + 1) * HOURS_PER_PART; hour++) {
      const place = placeIn(hours, variable, hour);
      if (place < 0) return Number.NaN;
      const { sums, counts } = hours.impossible[variable];
      const cell = Math.floor(place / WIDTH);
      const inHour = hours.counts[place] + counts[cell];
      if (inHour === 0) continue;
      sum += hours.sums[place] + sums[cell];
      count += inHour;
      told++;
    }
    return tells(hours, variable, part, told) ? sum / HUNDREDTHS / count : Number.NaN;
  }

  impossibleCount(station: number, variable: number, part: number): number {
    const hours = this.#stations[station];
    let count = 0;
    for (let hour = part * HOURS_PER_PART; hour < (part + 1) * HOURS_PER_PART; hour++) {
      const place = placeIn(hours, variable, hour);
      if (place >= 0) count += hours?.impossible[variable]?.counts[Math.floor(place / WIDTH)] ?? 0;
    }
    return count;
  }

  #of(station: number, day: number): StationHours {
    let hours = this.#stations[station];
    if (hours === undefined) {
      const size = KEPT_DAYS * HOURS_PER_DAY * WIDTH;
      const parts = new Float64Array(KEPT_PARTS * WIDTH).fill(UNKNOWN);
      hours = {
        day,
        sums: new Int32Array(size),
        counts: new Uint16Array(size),
        parts,
        still: new Uint8Array(KEPT_HOURS),
        extremes: VARIABLES.map((name) =>
          hasSteps(name) ? { lows: new Int32Array(KEPT_HOURS), highs: new Int32Array(KEPT_HOURS) } : null,
        ),
        impossible: VARIABLES.map(() => null),
      };
      this.#stations[station] = hours;
    }
    hours.day = Math.max(hours.day, day - KEPT_DAYS);
    while (hours.day < day) {
      hours.day++;
      const from = placeOf(hours.day * HOURS_PER_DAY);
      for (const row of [hours.sums, hours.counts]) row.fill(0, from, from + HOURS_PER_DAY * WIDTH);
      hours.parts.fill(UNKNOWN, from / HOURS_PER_PART, from / HOURS_PER_PART + PARTS_PER_DAY * WIDTH);
      hours.still.fill(NOT_LOOKED_AT, from / WIDTH, from / WIDTH + HOURS_PER_DAY);
      for (const row of hours.impossible.flatMap((one) => (one === null ? [] : [one.sums, one.counts]))) {
        row.fill(0, from / WIDTH, from / WIDTH + HOURS_PER_DAY);
      }
    }
    return hours;
  }
}

/** Whether the steps in which a sensor reads are looked at: its unit shows in them. */
export function hasSteps(variable: Variable): boolean {
  return VARIABLE_SPECIFICATIONS[variable].relation === 'ratio';
}

/** Takes a value into the lowest and the highest of its hour, before it is counted. @param from of the hour, in the ring */
function widen({ extremes, counts }: StationHours, variable: number, from: number, hundredths: number): void {
  const of = extremes[variable];
  if (of === null) return;
  const row = from / WIDTH;
  const isFirst = counts[from + variable] === 0;
  of.lows[row] = isFirst ? hundredths : Math.min(of.lows[row], hundredths);
  of.highs[row] = isFirst ? hundredths : Math.max(of.highs[row], hundredths);
}

function extremeOf(hours: StationHours | undefined, variable: number, hour: number, which: keyof HourExtremes): number {
  const place = placeIn(hours, variable, hour);
  const of = hours?.extremes[variable] ?? null;
  if (hours === undefined || of === null || place < 0 || hours.counts[place] === 0) return Number.NaN;
  return of[which][Math.floor(place / WIDTH)];
}

/** The means of a part are made anew when something came for one of its hours, or for the part before it. */
function forgetMeans(hours: StationHours, hour: number): void {
  const part = Math.floor(hour / HOURS_PER_PART);
  for (const touched of [hour, hour + 1]) hours.still[placeOf(touched) / WIDTH] = NOT_LOOKED_AT;
  for (const touched of [part, part + 1]) {
    const cell = (placeOf(touched * HOURS_PER_PART) / WIDTH / HOURS_PER_PART) * WIDTH;
    // Few cells, for which a call would take longer.
    for (let v = 0; v < WIDTH; v++) hours.parts[cell + v] = UNKNOWN;
  }
}

/** An amount is told as what came together in an interval. */
function isSummed(variable: Variable): boolean {
  return VARIABLE_SPECIFICATIONS[variable].kind === 'accumulated';
}

/** Mean of a part, made when it is first asked for. @param row of the ring that has the part */
function keptMean(hours: StationHours, variable: number, part: number, row: number): number {
  const place = row * WIDTH + variable;
  if (hours.parts[place] === UNKNOWN) hours.parts[place] = partMean(hours, variable, part);
  return hours.parts[place];
}

function partMean(hours: StationHours, variable: number, part: number): number {
  let [sum, count, told] = [0, 0, 0];
  for (let hour = part * HOURS_PER_PART; hour < (part + 1) * HOURS_PER_PART; hour++) {
    const place = placeOf(hour) + variable;
    if (hours.counts[place] === 0 || standsStill(hours, hour)) continue;
    sum += hours.sums[place];
    count += hours.counts[place];
    told++;
  }
  if (!tells(hours, variable, part, told)) return Number.NaN;
  return isSummed(VARIABLES[variable]) ? sum / HUNDREDTHS : sum / HUNDREDTHS / count;
}

/**
 * Whether so many hours of a part tell its mean: two, or one where the sensor reported in no two hours in a row of this part and
 * the one before.
 */
function tells(hours: StationHours, variable: number, part: number, told: number): boolean {
  if (told === 0 || told >= FEWEST_HOURS) return told > 0;
  let [reported, last] = [0, Number.NEGATIVE_INFINITY];
  for (let hour = (part - 1) * HOURS_PER_PART; hour < (part + 1) * HOURS_PER_PART; hour++) {
    const place = placeIn(hours, variable, hour);
    const impossible = hours.impossible[variable]?.counts[Math.floor(place / WIDTH)] ?? 0;
    if (place < 0 || hours.counts[place] + impossible === 0) continue;
    if (hour - last === 1) return false;
    last = hour;
    reported++;
  }
  return reported >= FEWEST_HOURS;
}

/** The same as `repeatsTheHourBefore`, looked at once. @param row of the hour, in the ring */
function standsStill(hours: StationHours, hour: number, row = placeOf(hour) / WIDTH): boolean {
  if (hours.still[row] === NOT_LOOKED_AT) hours.still[row] = repeatsTheHourBefore(hours, hour) ? STILL : MOVING;
  return hours.still[row] === STILL;
}

/**
 * Whether a station reads in an hour, in the mean, exactly what it read in the hour before, of whatever it measures but rain:
 * it, or the feed, repeats what was reported last, and that is nothing that was measured.
 */
function repeatsTheHourBefore(hours: StationHours, hour: number): boolean {
  const [now, before] = [placeOf(hour), placeIn(hours, 0, hour - 1)];
  if (before < 0) return false;
  let equal = 0;
  for (let v = 0; v < WEATHER_VARIABLES; v++) {
    const [count, countBefore] = [hours.counts[now + v], hours.counts[before + v]];
    if (isSummed(VARIABLES[v]) || count === 0) continue;
    // Of sums over counts, without a division that rounds.
    if (countBefore === 0 || hours.sums[now + v] * countBefore !== hours.sums[before + v] * count) return false;
    equal++;
  }
  return equal >= FEWEST_EQUAL;
}

function addImpossible(hours: StationHours, variable: number, cell: number, value: number): void {
  const { sums, counts } = impossibleOf(hours, variable);
  // Sums of whole numbers below 2^53 are equal in whatever order they are made.
  sums[cell] += Math.round(Math.min(Math.max(value, -LARGEST), LARGEST) * HUNDREDTHS);
  counts[cell]++;
}

function impossibleOf(hours: StationHours, variable: number): ImpossibleHours {
  hours.impossible[variable] ??= { sums: new Float64Array(KEPT_HOURS), counts: new Uint16Array(KEPT_HOURS) };
  return hours.impossible[variable];
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
