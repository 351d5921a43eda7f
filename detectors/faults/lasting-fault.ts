import {
  BEHAVES_AS,
  FLOOR_SHARES,
  VARIABLE_INDEX,
  VARIABLE_SPECIFICATIONS,
  VARIABLES,
} from '../../schemas/variables.ts';
import { beginOfPart, countOf, endOfPart, PARTS_PER_DAY } from '../relations/day-parts.ts';
import { fewAreNear, isAdjustment, type LastingChange } from '../relations/lasting-change.ts';
import { LOOK_REACH } from '../relations/look-reach.ts';
import { type AirCourse, isOtherAir, takeAir } from '../relations/other-air.ts';
import { departureIn, meanOf, middle, type RelatedSensor } from '../relations/usual-relation.ts';
import { impliedIn, logOf, proportionOver, type SharedNeighbour } from '../relations/usual-share.ts';

/** A part shows the fault where it has so much of it. */
const WRONG_SHARE = 0.5;
/** Where so much is left of it in the mean over the newest parts that are there, the sensor is right again. */
const LEFT_SHARE = 0.4;
const NEWEST = 6;
const FEWEST_NEWEST = 4;
/** A jump to so many times what it was off by, over so many parts, is another fault. */
const JUMPED = 3;
const FEWEST_BEYOND = 2;
/**
 * A gain ends where it is gone over so much: wind over a day [km/h in the mean], rain of as many parts as it takes [mm]; of what
 * behaves like them in proportion.
 */
const ENDING_WIND = 2;
const ENDING_RAIN = 5;
/** The beginning is looked for so many parts before and after where the change stood out most. */
const AROUND = 16;
/** A slope between these shares of the offset tells where a drift began. */
const LOW_SHARE = 0.4;
const HIGH_SHARE = 0.8;
/** A rise over so many parts is a drift, and no jump. */
const DRIFTING_PARTS = 4;
/** Parts that one value of a smoothed course rests on. */
const SMOOTHED = 3;
/**
 * After so many parts without a neighbour that tells, nobody knows whether it still holds; a sensor that has not reported for
 * as long has ended with its last report.
 */
const SILENT_PARTS = 2 * PARTS_PER_DAY;
/** So few neighbours may have the fault themselves; two that say the same, so clearly, have not. */
const FEW = 2;
const CLEAR_SIGMAS = 8;
/** An anemometer that reads half of what it should is worn or blocked: less may be a wind from behind a house. */
const CLEAR_LOG = Math.log(0.5);

/** What was seen of a lasting fault so far, in parts of days. */
interface LastingCourse {
  readonly start: number;
  /** Last part that shows it, and first one that was not looked at. */
  lastWrong: number;
  next: number;
  /** Newest part in which a neighbour told. */
  lastTold: number;
  /** Newest part in which the sensor reported. */
  lastReported: number;
  /** How far it is off at most, in the mean of some parts: unit of the variable, or the logarithm of a share. */
  size: number;
  /** Departures of the parts that show it, added up, and how many those are. */
  sum: number;
  parts: number;
  /** Reports under it up to the last part that shows it, and those since. */
  values: number;
  since: number;
  /** What the other of temperature and humidity tells of the parts that show it; versions before did not look. */
  readonly air?: AirCourse | undefined;
  /** True where it came slowly. */
  drifts: boolean;
  /** Departures of the newest parts that tell, oldest first. */
  readonly newest: number[];
}

/** What a successor goes on with: plain JSON. */
export interface LastingFaultState {
  readonly change: LastingChange;
  /** First part after the day at the end of which it was named. */
  readonly named: number;
  /** Of the configuration of the judgement that named it. */
  readonly identity: string;
  readonly course: LastingCourse;
}

/** A fault of days: an offset that came and stays, a drift, or a sensor that reads a share of what it should. */
export class LastingFault {
  readonly state: LastingFaultState;
  readonly #sensor: RelatedSensor;

  /** @param state as a predecessor left it */
  constructor(sensor: RelatedSensor, state: LastingFaultState) {
    this.#sensor = sensor;
    this.state = state;
  }

  /** One that is named now. @param since it did not begin before this part */
  static named(
    sensor: RelatedSensor,
    { air, ...named }: Omit<LastingFaultState, 'course'> & Pick<LastingCourse, 'air'>,
    since: number,
  ): LastingFault {
    const { start, drifts, size } = new LastingFault(sensor, {
      ...named,
      course: courseFrom(named.change.from),
    }).#onset(since);
    const fault = new LastingFault(sensor, { ...named, course: { ...courseFrom(start), drifts, size, air } });
    fault.follow(named.named);
    return fault;
  }

  get change(): LastingChange {
    return this.state.change;
  }

  get course(): LastingCourse {
    return this.state.course;
  }

  /** True where too few neighbours say so to call it certain, or a share may be the site's or the showers'. */
  get isDoubtful(): boolean {
    const { kind, asked, agreeing, sigma, related } = this.change;
    if (kind === 'gain' && this.change.bySteps) return false;
    // A drift grows.
    const size = this.course.drifts ? this.course.size : this.change.size;
    if (kind === 'gain') {
      const isRain = BEHAVES_AS[this.#sensor.variable] === VARIABLE_INDEX.rain;
      if (isRain || this.course.size > CLEAR_LOG) return true;
    }
    if (this.isAsOtherAir || fewAreNear(related) || asked < FEW) return true;
    return asked === FEW && (agreeing < FEW || Math.abs(size) < CLEAR_SIGMAS * sigma);
  }

  /** True where the other of temperature and humidity has been off with it, as in other air. */
  get isAsOtherAir(): boolean {
    const { air, sum, parts } = this.course;
    return air !== undefined && isOtherAir(air, sum / parts);
  }

  /** How far it is off, unit of the variable: of one that grows as it is now, else in the mean. */
  get offset(): number {
    const { drifts, size, sum, parts } = this.course;
    return drifts || parts === 0 ? size : sum / parts;
  }

  /** Whether the sensor came to its neighbours by it, as by an adjustment. */
  get isAdjustment(): boolean {
    const { change, course } = this.state;
    if (change.kind !== 'offset' || course.drifts) return false;
    const { floor } = VARIABLE_SPECIFICATIONS[VARIABLES[this.#sensor.variable]];
    return isAdjustment(change.related, this.offset, floor);
  }

  /** Time since which no neighbour tells, ms since the epoch; null where one does. */
  get unknownSince(): number | null {
    const { next, lastTold } = this.course;
    return next - lastTold > SILENT_PARTS ? endOfPart(lastTold) : null;
  }

  /** First and last wrong report, as the parts of a day tell them; ms since the epoch. */
  get startTime(): number {
    return beginOfPart(this.course.start);
  }

  get lastTime(): number {
    return endOfPart(this.course.lastWrong);
  }

  /** Takes in the parts up to one, which is not over. @returns true where the sensor is right again */
  follow(until: number): boolean {
    const { course } = this;
    const { means, station, variable } = this.#sensor;
    for (; course.next < until; course.next++) {
      const departure = this.#departure(course.next);
      const reports = countOf(means, station, variable, course.next);
      course.since += reports;
      if (reports > 0) course.lastReported = course.next;
      if (Number.isNaN(departure)) continue;
      course.lastTold = course.next;
      course.newest.push(departure);
      if (course.newest.length > PARTS_PER_DAY) course.newest.shift();
      if (departure * Math.sign(course.size) <= WRONG_SHARE * Math.abs(course.size)) continue;
      course.lastWrong = course.next;
      course.sum += departure;
      course.parts++;
      if (course.air !== undefined) takeAir(this.#sensor, course.air, course.next);
      course.values += course.since;
      course.since = 0;
    }
    if (until - course.lastReported > SILENT_PARTS) return true;
    if (this.change.kind === 'gain') return this.#hasGainEnded(this.change.related, until);
    const newest = course.newest.slice(-NEWEST);
    if (newest.length < FEWEST_NEWEST) return false;
    const now = meanOf(newest) * Math.sign(course.size);
    if (now < LEFT_SHARE * Math.abs(course.size)) return true;
    if (this.#jumpsOn(until)) return true;
    // A drift goes on.
    if (now > Math.abs(course.size)) course.size = Math.sign(course.size) * now;
    return false;
  }

  /** Whether the sensor jumped to many times of what it was off: that is another fault, and this one ended before it. */
  #jumpsOn(until: number): boolean {
    const { course, change } = this;
    const { means, station, variable } = this.#sensor;
    const isBeyond = (part: number) =>
      this.#departure(part) * Math.sign(course.size) > JUMPED * Math.max(Math.abs(course.size), change.sigma);
    let first = until;
    for (let part = until - 1; part >= Math.max(course.start + 1, until - PARTS_PER_DAY); part--) {
      if (isBeyond(part)) first = part;
      else if (!Number.isNaN(this.#departure(part))) break;
    }
    if (until - first < FEWEST_BEYOND) return false;
    for (let part = first; part <= course.lastWrong; part++) {
      course.values -= countOf(means, station, variable, part);
      const departure = this.#departure(part);
      if (Number.isNaN(departure)) continue;
      course.sum -= departure;
      course.parts--;
    }
    course.lastWrong = first - 1;
    return true;
  }

  /** How a part departs: unit of the variable, or the logarithm of the share; NaN where nobody tells. */
  #departure(part: number): number {
    const { change } = this;
    if (change.kind === 'offset') return departureIn(this.#sensor, change.related, part);
    const { means, station, variable } = this.#sensor;
    const own = means.mean(station, variable, part);
    const implied = impliedIn(this.#sensor, change.related, part);
    return Number.isNaN(own) || !(implied > 0) ? Number.NaN : logOf(own, implied);
  }

  #hasGainEnded(shared: readonly SharedNeighbour[], until: number): boolean {
    const { course } = this;
    const { variable } = this.#sensor;
    const impliedOver = (from: number, to: number) => proportionOver(this.#sensor, shared, from, to).implied;
    const isRain = BEHAVES_AS[variable] === VARIABLE_INDEX.rain;
    const ending = FLOOR_SHARES[variable] * (isRain ? ENDING_RAIN : ENDING_WIND);
    const earliest = Math.max(course.start, until - LOOK_REACH);
    let from = Math.max(course.start, until - PARTS_PER_DAY);
    let sum = impliedOver(from, until);
    while (isRain && sum < ending && from > earliest) {
      from--;
      sum += impliedOver(from, from + 1);
    }
    const { parts, log } = proportionOver(this.#sensor, shared, from, until);
    if (sum < (isRain ? ending : ending * parts) || parts < FEWEST_NEWEST) return false;
    return log * Math.sign(course.size) < LEFT_SHARE * Math.abs(course.size);
  }

  /** How far it is off in the mean since its beginning; null where nobody tells. */
  #sizeSince(start: number): number | null {
    const { change, named } = this.state;
    const size =
      change.kind === 'gain'
        ? proportionOver(this.#sensor, change.related, start, named).log
        : meanOf(Array.from({ length: named - start }, (_, k) => this.#departure(start + k)));
    return Number.isFinite(size) && size * change.size > 0 ? size : null;
  }

  /** Where it began, whether slowly, and how far it is off since. */
  #onset(since: number): Pick<LastingCourse, 'start' | 'drifts' | 'size'> {
    const begun = this.#beginning(since);
    const { change } = this;
    const isExact = change.kind === 'gain' && change.bySteps === true;
    return { ...begun, size: isExact ? change.size : (this.#sizeSince(begun.start) ?? change.size) };
  }

  #beginning(since: number): Pick<LastingCourse, 'start' | 'drifts'> {
    const { from, size } = this.change;
    const first = Math.max(since, from - AROUND);
    const course = Array.from({ length: this.state.named - first }, (_, k) => this.#departure(first + k) / size);
    if (this.change.kind === 'gain') {
      const start = first + best(course, from - first);
      // Before the change nothing may be read in that is none of it.
      const isOfIt = (this.#sizeSince(start) ?? 0) / size >= HIGH_SHARE;
      return { start: isOfIt ? start : from, drifts: false };
    }
    const smoothed = course.map((_, k) => smoothAt(course, k));
    const low = crossing(smoothed, from - first, LOW_SHARE);
    const high = smoothed.findIndex((value, k) => k >= low && value > HIGH_SHARE);
    // Of a silence nobody knows whether it rose.
    const rise = course.slice(low, Math.max(low, high)).filter((value) => !Number.isNaN(value)).length;
    // A course that rises is carried on back to where it would have been nothing.
    if (rise >= DRIFTING_PARTS) return { start: Math.max(since, first + low - rise), drifts: true };
    return { start: first + crossing(course, from - first, LOW_SHARE), drifts: false };
  }
}

/** What is seen before anything is followed. */
function courseFrom(start: number): LastingCourse {
  const at = { start, lastWrong: start, next: start, lastTold: start, lastReported: start };
  return { ...at, size: 0, sum: 0, parts: 0, values: 0, since: 0, drifts: false, newest: [] };
}

/** First value of those around one, without a gap between, that are above a share. */
function crossing(course: readonly number[], at: number, share: number): number {
  let start = at;
  while (start < course.length - 1 && !(course[start] > share)) start++;
  for (let k = start - 1; k >= 0; k--) {
    if (Number.isNaN(course[k])) continue;
    if (course[k] <= share) break;
    start = k;
  }
  return start;
}

function smoothAt(course: readonly number[], k: number): number {
  const half = Math.floor(SMOOTHED / 2);
  return middle(course.slice(Math.max(0, k - half), k + half + 1).filter((value) => !Number.isNaN(value)));
}

/** Where a course that is 0 before and 1 behind parts best. @param guess where it is taken to part */
function best(course: readonly number[], guess: number): number {
  let found = guess;
  let least = Number.POSITIVE_INFINITY;
  for (let k = 0; k <= Math.min(course.length - 1, guess + AROUND / 2); k++) {
    let cost = 0;
    for (const [at, value] of course.entries()) {
      if (!Number.isNaN(value)) cost += Math.min(1, Math.abs(value - (at < k ? 0 : 1)));
    }
    if (cost < least) [least, found] = [cost, k];
  }
  return found;
}
