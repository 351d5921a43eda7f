import type { FaultKind } from '../../schemas/fault.ts';
import { needsNoNeighbour } from '../../schemas/judgement-configuration.ts';
import { SLOTS_PER_HOUR } from '../../schemas/time.ts';
import { VARIABLE_SPECIFICATIONS, VARIABLES } from '../../schemas/variables.ts';
import { isAtRest } from '../checks/standing-anemometer.ts';
import { isGust } from '../checks/standing-gust.ts';
import { expectedAt, leastDeparture, ordinaryAfter } from '../neighbours/expectation.ts';
import { reportBefore } from '../neighbours/own-course.ts';
import { isAdjustment } from '../relations/lasting-change.ts';
import { LONGEST_INTERVAL } from '../windows/cadence.ts';
import { isSaturated } from '../windows/still-runs.ts';
import { reportsIn, type TimedWindows } from '../windows/windows-between.ts';
import { courseFrom, type FaultCourse, type FaultOnset, type NamedReport, rangeFrom, stuckAt } from './fault-course.ts';

/** So much of the offset has to be left of a departure for the sensor to be still wrong. */
const OFFSET_LEFT = 0.45;
/** How fast the offset follows what the sensor reads. */
const FOLLOWS = 0.3;
/** Right reports in a row that end a fault. */
const RIGHT_REPORTS = 3;
/**
 * A change from one report to the next of so many of its sigmas, or of so much of the offset, is the sensor's; what changes
 * more slowly is the weather's.
 */
const JUMP_SIGMAS = 4;
const JUMPS = 0.5;
/** So much of the offset is left of it at most where the sensor has jumped back. */
const BACK = 0.4;
/** A sensor that jumps so often by so much, or to the other side, is noisy: it is right again where it does not jump any more. */
const NOISY_JUMPS = 3;
const NOISY_FLIPS = 2;
/** So many slots after a report tell what it is. */
const AFTER_SLOTS = 6;
/** Reports as near to its neighbours as ever that end a fault without a jump back: more in an older one, as the weather drifts. */
const NEAR_REPORTS = 12;
const NEAR_AT_FIRST = 3;
const NEAR_AN_HOUR = 1.5;
/** Reports after one that tell that the sensor does not jump any more. */
const SMOOTH_REPORTS = 2;
/** The most of either for a sensor of which three hours do not tell enough, as of an hourly one: an hour has one report. */
const NEAR_HOURLY = 2;
const SMOOTH_HOURLY = 1;
/** Share of the wrong reports that lie on the other side of the last one: then it is noise and no level. */
const NOISE_SHARE = 0.25;
/** So is what comes and goes, where no more than this share of its reports is wrong. */
const SELDOM_WRONG = 0.5;
/** After so long without a report nobody knows whether the sensor is still wrong [slots]. */
const SILENT_SLOTS = 9;

/**
 * What a sensor under a fault is at a report: wrong, right, as near to its neighbours as ever without having jumped back, so
 * that later reports must tell, or nobody tells.
 */
export type Condition = 'wrong' | 'right' | 'near' | 'unknown';

/** A report under a fault, or one of those that may end it. */
export interface LookedAt {
  readonly slot: number;
  readonly time: number;
  readonly condition: Condition;
  /** What the neighbours imply; null where none tells. */
  readonly estimate: number | null;
  /** Where the reports beside it were looked at too: how far off those under the fault are at least, unit of the variable; else null. */
  readonly besideLeft: number | null;
}

/** A fault that holds: what it is held against, and what was seen of it so far. */
export class OpenFault {
  readonly station: number;
  /** Index into VARIABLES. */
  readonly variable: number;
  readonly onset: FaultOnset;
  readonly course: FaultCourse;
  readonly anomalyIds: string[];
  /** The reports that were looked at and not told of yet, in order. */
  readonly looked: LookedAt[];
  readonly #floor: number;

  constructor(
    station: number,
    variable: number,
    onset: FaultOnset,
    course: FaultCourse = courseFrom(onset),
    anomalyIds: string[] = [onset.named.anomalyId],
    looked: LookedAt[] = [],
  ) {
    this.station = station;
    this.variable = variable;
    this.onset = onset;
    this.course = course;
    this.anomalyIds = anomalyIds;
    this.looked = looked;
    this.#floor = VARIABLE_SPECIFICATIONS[VARIABLES[variable]].floor;
  }

  /** The same fault, to go on on its own. */
  clone(): OpenFault {
    const { station, variable, onset, course, anomalyIds, looked } = this;
    return new OpenFault(station, variable, onset, { ...course }, [...anomalyIds], [...looked]);
  }

  /**
   * Looks at the sensor's report of a slot, each once and in order.
   *
   * @param named the report where its value is known to be wrong, whatever the neighbours read; its time in ms since the epoch
   * @returns null where it did not report the variable
   */
  look(windows: TimedWindows, slot: number, named: { readonly time: number } | null = null): Condition | null {
    const { course } = this;
    const impossible = windows.impossible(this.station, this.variable, slot);
    const value = windows.value(this.station, this.variable, slot);
    // The report that was named need not be the one that holds the slot.
    if (Number.isNaN(value) && !impossible && named === null) {
      if (this.#isSilent(windows, slot) && !Number.isNaN(course.seenTime)) {
        course.unknownSince ??= course.seenTime;
      }
      return null;
    }
    const estimate = this.#estimateAt(windows, slot);
    const seen = this.#conditionOf(windows, slot, value, estimate);
    // An anemometer that has turned since reads calm air too.
    const isCalm = this.#stands && course.rights > 0 && seen === 'right';
    const isStuck = value === course.stuckAt && !isCalm;
    const isWrong = named !== null || impossible || isStuck;
    const condition = isWrong ? 'wrong' : seen === 'right' && this.#isHeld(windows, value) ? 'near' : seen;
    const time = named?.time ?? windows.timeAt(this.station, slot);
    const reports = reportsIn(windows, this.station, slot);
    course.reports += reports;
    course.seenSlot = slot;
    course.seenTime = time;
    if (condition === 'wrong') {
      if (course.values === 0) course.startTime = time;
      course.lastTime = time;
      course.lastSlot = slot;
      course.values = course.reports;
      course.wrongs += course.untold + reports;
      course.untold = 0;
      this.#widen(value);
      if (course.rights > 0) course.again++;
      course.rights = 0;
      course.nears = 0;
      course.unknownSince = null;
    } else if (condition === 'right') {
      // The reports before it that were near to the neighbours were right as well.
      course.rights += 1 + course.nears;
      course.nears = 0;
      course.rightBy = Math.max(course.rightBy, slot);
    }
    if (condition === 'near') course.nears++;
    if (condition === 'unknown') {
      course.unknownSince ??= time;
      course.untold += reports;
    }
    // As the offset is by now: later slots may be looked at before anybody is told.
    const besideLeft = windows.dense(this.station, slot) === null ? null : this.#leastLeft;
    this.looked.push({ slot, time, condition, estimate: Number.isNaN(estimate) ? null : estimate, besideLeft });
    return condition;
  }

  /** Takes a wrong value into the range of a sensor that is stuck. */
  #widen(value: number): void {
    const { course } = this;
    if (course.stuckRange === undefined || Number.isNaN(value)) return;
    const [low, high] = course.stuckRange;
    course.stuckRange = [Math.min(low, value), Math.max(high, value)];
  }

  /** What the neighbours imply of a slot; NaN where none tells. */
  #estimateAt(windows: TimedWindows, slot: number): number {
    const { expectation } = this.onset;
    return expectation === null ? Number.NaN : expectedAt(windows, this.variable, slot, expectation);
  }

  /** Takes the sensor to be stuck at a value from now on; null: it is not. */
  stickAt(value: number | null): void {
    this.course.stuckAt = value;
    this.course.stuckRange = rangeFrom(value);
  }

  /** Takes a later device failure among its values: a sensor that is off may be found to be stuck. */
  name(windows: TimedWindows, failure: NamedReport): void {
    const { course, onset, variable } = this;
    this.anomalyIds.push(failure.anomalyId);
    // A sensor that reads too much reads saturated air too: that says nothing new of it.
    if (course.stuckAt !== null || isSaturated(VARIABLES[variable], failure.actual)) return;
    this.stickAt(stuckAt(failure));
    if (course.stuckAt === null || !isGust(variable)) return;
    // What nobody could tell of it since its onset is known now.
    let held = reportsIn(windows, this.station, failure.slot);
    for (let slot = onset.start; slot < failure.slot; slot++) {
      if (windows.value(this.station, variable, slot) !== course.stuckAt) continue;
      const estimate = this.#estimateAt(windows, slot);
      const time = windows.timeAt(this.station, slot);
      const told = { slot, time, condition: 'wrong', estimate: Number.isNaN(estimate) ? null : estimate } as const;
      this.looked.push({ ...told, besideLeft: null });
      held += reportsIn(windows, this.station, slot);
    }
    course.wrongs = Math.max(course.wrongs, held);
  }

  /** Whether a gust has not changed since the mean wind was above it: it need not be right again, as the wind is lower. */
  #isHeld(windows: TimedWindows, value: number): boolean {
    const { course, variable } = this;
    if (!isGust(variable) || this.onset.named.check !== 'consistency' || course.rights > 0) return false;
    return value === windows.value(this.station, variable, course.lastSlot);
  }

  /** How far it is off at least while it is wrong, unit of the variable. */
  get #leastLeft(): number {
    return OFFSET_LEFT * Math.max(Math.abs(this.course.offset), Math.abs(this.onset.offset));
  }

  /**
   * A departure up to it may be one of a sensor that agrees, however long ago it began: what is ordinary grows with the hours,
   * but one that is as far off as ever has not come near. Between day and night stations move by a documented floor.
   */
  get #mostNear(): number {
    return Math.max(this.#floor, this.#leastLeft);
  }

  /** It was thought to have ended and is wrong again soon after: right reports between belong to it. */
  goOn(): void {
    this.course.rights = 0;
    this.course.again++;
    this.course.flips++;
  }

  /** True where the sensor has been right for long enough. */
  get hasEnded(): boolean {
    return this.course.rights >= RIGHT_REPORTS;
  }

  /** Whether the sensor came to its neighbours by the jump that it was named by, as by an adjustment. */
  get isAdjustment(): boolean {
    const { expectation, offset } = this.onset;
    if (expectation === null || !this.#followsJumps) return false;
    const related = expectation.differences.map(({ usual, weight }) => ({ differences: usual, weight }));
    return isAdjustment(related, offset, this.#floor);
  }

  /** What is wrong, by what was seen of it. */
  get kind(): FaultKind {
    if (this.course.stuckAt !== null) return 'stuck';
    if (this.onset.named.check === 'consistency') return 'inconsistent';
    if (this.onset.named.check === 'gross_range') return 'impossible';
    const { values, wrongs, again, flips } = this.course;
    if (values === 1) return 'spike';
    if (again > 0 && wrongs <= SELDOM_WRONG * values) return 'noise';
    return flips >= NOISE_SHARE * values ? 'noise' : 'level';
  }

  #conditionOf(windows: TimedWindows, slot: number, value: number, estimate: number): Condition {
    const { course, onset } = this;
    // Where nobody tells, a sensor that was stuck has come back when it moves, and one that contradicted others when it does not.
    const tellsItself = course.stuckAt !== null || onset.named.check === 'consistency';
    if (onset.expectation === null) return tellsItself || this.#readsAsBefore(value) ? 'right' : 'unknown';
    if (onset.expectation.over === 'nothing' && tellsItself) return 'right';
    const departure = value - estimate;
    if (Number.isNaN(departure)) return 'unknown';
    const hours = (slot - onset.start) / SLOTS_PER_HOUR;
    const ordinary = ordinaryAfter(onset.expectation, hours, this.#floor);
    if (this.#followsJumps) {
      const near = Math.min(ordinary.near, this.#mostNear);
      if (this.#isBack(windows, slot, departure, { near, back: ordinary.back })) return 'right';
      if (Math.abs(departure) <= near) return this.#staysNear(windows, slot, hours, near) ? 'right' : 'near';
    } else {
      const least = Math.max(ordinary.near, this.#leastLeft);
      if (Math.abs(departure) <= least || this.#hasMoved(value, estimate)) return 'right';
    }
    const side = Math.sign(departure);
    if (course.side !== 0 && side !== course.side) course.flips++;
    course.side = side;
    course.offset += FOLLOWS * (departure - course.offset);
    return 'wrong';
  }

  /** Whether a sensor that read what cannot be, and that nobody else tells of, reads again what it read before. */
  #readsAsBefore(value: number): boolean {
    const { named, own } = this.onset;
    return named.check === 'gross_range' && own !== null && Math.abs(value - own) <= this.#floor;
  }

  /** True for an anemometer that does not turn. */
  get #stands(): boolean {
    const { stuckAt } = this.course;
    return stuckAt !== null && isAtRest(VARIABLES[this.variable], stuckAt);
  }

  /** True where what is wrong comes and goes in jumps: a stuck sensor drifts away from its neighbours. */
  get #followsJumps(): boolean {
    return this.course.stuckAt === null && !needsNoNeighbour(this.onset.named.check);
  }

  /** Whether a sensor that was stuck has moved, and no farther from what the neighbours imply than it would be still stuck. */
  #hasMoved(value: number, estimate: number): boolean {
    const { stuckAt } = this.course;
    if (stuckAt === null || Math.abs(value - stuckAt) <= leastDeparture(this.#floor)) return false;
    // One that may read too much, rather than the same, reads less in drier air.
    if (isSaturated(VARIABLES[this.variable], stuckAt)) return false;
    // One that turns is held by nothing, also in a gust; nor is a gust that follows its wind again.
    if (this.#stands || this.onset.named.check === 'consistency') return true;
    return Math.abs(value - estimate) <= Math.abs(stuckAt - estimate);
  }

  /** Whether the sensor has been silent up to a slot: longer than between its last two reports, where these are far apart. */
  #isSilent(windows: TimedWindows, slot: number): boolean {
    const { seenSlot } = this.course;
    if (slot - seenSlot <= SILENT_SLOTS) return false;
    const before = reportBefore(windows, this.station, this.variable, seenSlot);
    return slot - seenSlot > (before === null || seenSlot - before <= SILENT_SLOTS ? SILENT_SLOTS : LONGEST_INTERVAL);
  }

  /** True where three hours did not tell how it stands to its neighbours. */
  get #isHourly(): boolean {
    return this.onset.expectation?.over !== 'hours';
  }

  /** Whether the sensor has jumped back, or jumps no more. @param ordinary as `ordinaryAfter` has it */
  #isBack(
    windows: TimedWindows,
    slot: number,
    departure: number,
    ordinary: { readonly near: number; readonly back: number },
  ): boolean {
    const { course, onset } = this;
    const back = Math.min(BACK * Math.abs(onset.offset), ordinary.back);
    const isNear = Math.abs(departure) <= ordinary.near;
    // Small changes of the weather may add up to a jump back: one that is as far off as ever has not jumped.
    const isLeft = departure * Math.sign(onset.offset) > Math.max(ordinary.near, this.#leastLeft);
    const large = JUMPS * Math.abs(onset.offset);
    const step = onset.expectation?.step ?? 0;
    const jump = Math.min(large, Math.max(JUMP_SIGMAS * step, leastDeparture(this.#floor)));
    const change = departure - (course.departure ?? 0);
    const isSilent = this.#isSilent(windows, slot);
    course.departure = departure;
    course.near = isNear ? course.near + 1 : 0;
    if (isSilent) course.jumped = departure;
    else if (Math.abs(change) >= jump) course.jumped += change;
    if (!isSilent && Math.abs(change) >= large) course.jumps++;
    if (course.jumps >= NOISY_JUMPS || course.flips >= NOISY_FLIPS) {
      return this.#isSmooth(windows, slot, departure, jump);
    }
    const left = Math.abs(course.jumped);
    if ((left <= back && !isLeft) || (isNear && left <= BACK * Math.abs(onset.offset))) return true;
    // One that jumped back and beyond, by little beside the jump that it came by: the rest is the weather's, unless it is noise.
    const came = Math.abs(onset.offset - (onset.before ?? 0));
    const isBeyond = course.jumped * onset.offset < 0 && left <= JUMPS * came;
    return isBeyond && !isLeft && this.#isSmooth(windows, slot, departure, jump);
  }

  /** Whether the sensor has been near its neighbours for long enough, with the reports after this one as far as they are there. */
  #staysNear(windows: TimedWindows, slot: number, hours: number, bound: number): boolean {
    const most = this.#isHourly ? NEAR_HOURLY : NEAR_REPORTS;
    const needed = Math.min(most, NEAR_AT_FIRST + Math.floor(NEAR_AN_HOUR * hours)) - this.course.near;
    return this.#next(windows, slot, needed, (departure) => Math.abs(departure) <= bound);
  }

  /** Whether the sensor does not jump in the reports after one. */
  #isSmooth(windows: TimedWindows, slot: number, departure: number, jump: number): boolean {
    let last = departure;
    return this.#next(windows, slot, this.#isHourly ? SMOOTH_HOURLY : SMOOTH_REPORTS, (next) => {
      const isSmall = Math.abs(next - last) < jump;
      last = next;
      return isSmall;
    });
  }

  /** Whether so many reports after one are there within an hour, and all of their departures are so. */
  #next(windows: TimedWindows, slot: number, needed: number, isSo: (departure: number) => boolean): boolean {
    const { expectation } = this.onset;
    if (expectation === null) return false;
    let seen = 0;
    let by = slot;
    for (let at = slot + 1; at <= slot + AFTER_SLOTS && seen < needed; at++) {
      const next = windows.value(this.station, this.variable, at) - expectedAt(windows, this.variable, at, expectation);
      if (Number.isNaN(next)) continue;
      if (!isSo(next)) return false;
      seen++;
      by = at;
    }
    if (seen < needed) return false;
    this.course.rightBy = Math.max(this.course.rightBy, by);
    return true;
  }
}
