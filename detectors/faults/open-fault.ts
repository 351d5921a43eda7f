import type { FaultKind } from '../../schemas/fault.ts';
import { SLOT_MS, SLOTS_PER_HOUR, timeOfSlot } from '../../schemas/time.ts';
import { VARIABLE_SPECIFICATIONS, VARIABLES } from '../../schemas/variables.ts';
import { type Expectation, expectedAt, leastDeparture } from '../spatial/expected-from-neighbours.ts';
import type { TimedWindows } from '../windows/windows-since.ts';

/** A departure beyond so many sigmas is wrong; what is usual changes in the course of a day: its square doubles in so many hours. */
const SIGMAS = 2;
const SIGMA_GROWS_HOURS = 0.7;
/** So much of the offset has to be left of a departure for the sensor to be still wrong. */
const OFFSET_LEFT = 0.45;
/** How fast the offset follows what the sensor reads. */
const FOLLOWS = 0.3;
/** Right reports in a row that end a fault. */
const RIGHT_REPORTS = 3;
/** Share of the wrong reports that lie on the other side of the last one: then it is noise and no level. */
const NOISE_SHARE = 0.25;
/** After so long without a report nobody knows whether the sensor is still wrong [slots]. */
const SILENT_SLOTS = 9;

/** Whether a sensor under a fault is wrong at a report, right, or nobody tells. */
export type Condition = 'wrong' | 'right' | 'unknown';

/** A report that a fault is named by: a value that is a device failure. */
export interface NamedReport {
  readonly anomalyId: string;
  readonly slot: number;
  /** ms since the epoch. */
  readonly time: number;
  readonly check: string;
  readonly actual: number;
  readonly deviation: number;
}

/** What a fault rests on, frozen when it was named. */
export interface FaultOnset {
  readonly named: NamedReport;
  /** Time of the report by which it was known, ms since the epoch. */
  readonly known: number;
  /** First wrong slot. */
  readonly start: number;
  /** How far it was off, unit of the variable. */
  readonly offset: number;
  /** null where no neighbour tells. */
  readonly expectation: Expectation | null;
}

/** What was seen of a fault so far. */
export interface FaultCourse {
  /** First and last wrong report, ms since the epoch, and the slot of the last. */
  startTime: number;
  lastTime: number;
  lastSlot: number;
  /** How far it is off, unit of the variable. */
  offset: number;
  /** Reports up to the last wrong one. */
  values: number;
  /** Report since which no neighbour tells, ms since the epoch. */
  unknownSince: number | null;
  /** Newest slot and time of a report. */
  seenSlot: number;
  seenTime: number;
  reports: number;
  rights: number;
  flips: number;
  side: number;
}

/** A report under a fault, or one of those that may end it. */
export interface LookedAt {
  readonly slot: number;
  readonly time: number;
  readonly condition: Condition;
  /** What the neighbours imply; null where none tells. */
  readonly estimate: number | null;
}

/** Reports of a station in a slot, those beside the one that holds it too; at least one. */
function reportsIn(windows: TimedWindows, station: number, slot: number): number {
  const dense = windows.dense(station);
  if (dense === null) return 1;
  const begin = timeOfSlot(slot) - SLOT_MS / 2;
  return Math.max(1, dense.firstAt(begin + SLOT_MS) - dense.firstAt(begin));
}

/** A fault that holds: what it is held against, and what was seen of it so far. */
export class OpenFault {
  readonly station: number;
  /** Index into VARIABLES. */
  readonly variable: number;
  readonly onset: FaultOnset;
  readonly course: FaultCourse;
  readonly anomalyIds: string[];
  /** The reports that may still be told of, in order. */
  looked: LookedAt[];
  /** Value at which the sensor is stuck; NaN where it is not. */
  readonly #stuckAt: number;
  readonly #floor: number;

  constructor(
    station: number,
    variable: number,
    onset: FaultOnset,
    course: FaultCourse = {
      startTime: Number.NaN,
      lastTime: Number.NaN,
      lastSlot: onset.start,
      offset: onset.offset,
      values: 0,
      unknownSince: null,
      seenSlot: onset.start,
      seenTime: Number.NaN,
      reports: 0,
      rights: 0,
      flips: 0,
      side: 0,
    },
    anomalyIds: string[] = [onset.named.anomalyId],
    looked: LookedAt[] = [],
  ) {
    this.station = station;
    this.variable = variable;
    this.onset = onset;
    this.course = course;
    this.anomalyIds = anomalyIds;
    this.looked = looked;
    this.#stuckAt = onset.named.check === 'flat_line' ? Math.fround(onset.named.actual) : Number.NaN;
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
   * @param isNamed whether its value is known to be wrong, whatever the neighbours read
   * @returns null where it did not report the variable
   */
  look(windows: TimedWindows, slot: number, isNamed = false): Condition | null {
    const { onset, course } = this;
    const impossible = windows.impossible(this.station, this.variable, slot);
    const value = windows.value(this.station, this.variable, slot);
    // The report that was named need not be the one that holds the slot.
    if (Number.isNaN(value) && !impossible && !isNamed) {
      if (slot - course.seenSlot > SILENT_SLOTS && !Number.isNaN(course.seenTime)) {
        course.unknownSince ??= course.seenTime;
      }
      return null;
    }
    const estimate =
      onset.expectation === null ? Number.NaN : expectedAt(windows, this.variable, slot, onset.expectation);
    const isWrong = isNamed || impossible || value === this.#stuckAt;
    const condition = isWrong ? 'wrong' : this.#conditionOf(slot, value, estimate);
    const time = slot === onset.named.slot ? onset.named.time : windows.timeAt(this.station, slot);
    course.reports += reportsIn(windows, this.station, slot);
    course.seenSlot = slot;
    course.seenTime = time;
    if (condition === 'wrong') {
      if (course.values === 0) course.startTime = time;
      course.lastTime = time;
      course.lastSlot = slot;
      course.values = course.reports;
      course.rights = 0;
      course.unknownSince = null;
    } else if (condition === 'right') course.rights++;
    else course.unknownSince ??= time;
    this.looked.push({ slot, time, condition, estimate: Number.isNaN(estimate) ? null : estimate });
    return condition;
  }

  /** How far it is off at least while it is wrong, unit of the variable. */
  get leastLeft(): number {
    return OFFSET_LEFT * Math.max(Math.abs(this.course.offset), Math.abs(this.onset.offset));
  }

  /** It was thought to have ended and is wrong again soon after: right reports between belong to it. */
  goOn(): void {
    this.course.rights = 0;
    this.course.flips++;
  }

  /** Drops what was looked at up to a slot and will not be told of otherwise any more. */
  forget(until: number): void {
    const { lastSlot } = this.course;
    this.looked = this.looked.filter(
      ({ slot, condition }) => slot > until || (condition === 'right' && slot > lastSlot),
    );
  }

  /** True where the sensor has been right for long enough. */
  get hasEnded(): boolean {
    return this.course.rights >= RIGHT_REPORTS;
  }

  /** What is wrong, by what was seen of it. */
  get kind(): FaultKind {
    if (!Number.isNaN(this.#stuckAt)) return 'stuck';
    if (this.onset.named.check === 'gross_range') return 'impossible';
    const { values, flips } = this.course;
    if (values === 1) return 'spike';
    return flips >= NOISE_SHARE * values ? 'noise' : 'level';
  }

  #conditionOf(slot: number, value: number, estimate: number): Condition {
    const { course, onset } = this;
    // Where nobody tells, a sensor that was stuck has come back when it moves.
    if (onset.expectation === null) return Number.isNaN(this.#stuckAt) ? 'unknown' : 'right';
    const residual = value - estimate;
    if (Number.isNaN(residual)) return 'unknown';
    const hours = (slot - onset.start) / SLOTS_PER_HOUR;
    const ordinary = Math.max(SIGMAS * onset.expectation.sigma, leastDeparture(this.#floor));
    const bound = Math.max(ordinary * Math.sqrt(1 + hours / SIGMA_GROWS_HOURS), this.leastLeft);
    if (Math.abs(residual) <= bound) return 'right';
    const side = Math.sign(residual);
    if (course.side !== 0 && side !== course.side) course.flips++;
    course.side = side;
    course.offset += FOLLOWS * (residual - course.offset);
    return 'wrong';
  }
}
