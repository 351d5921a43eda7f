import { needsNoNeighbour } from '../../schemas/judgement-configuration.ts';
import { SLOTS_PER_HOUR, timeOfSlot } from '../../schemas/time.ts';
import { VARIABLE_SPECIFICATIONS, VARIABLES } from '../../schemas/variables.ts';
import type { Levels } from '../baselines/usual-levels.ts';
import { isAtRest } from '../checks/standing-anemometer.ts';
import { expectedAt, leastDeparture, leastSigma, ordinaryAfter, shifted } from '../neighbours/expectation.ts';
import { usualExpectation } from '../neighbours/expected-from-neighbours.ts';
import { reportBefore } from '../neighbours/own-course.ts';
import type { Neighbour } from '../neighbours/spatial-question.ts';
import { LONGEST_INTERVAL } from '../windows/cadence.ts';
import { runUpTo } from '../windows/still-runs.ts';
import { FAULT_SLOTS } from '../windows/window-store.ts';
import type { WindowView } from '../windows/window-view.ts';
import { type TimedWindows, WindowsBetween } from '../windows/windows-between.ts';
import type { NamedReport } from './fault-course.ts';
import {
  AROUND_SLOTS,
  type Departures,
  departuresOf,
  type HeldSensor,
  Jump,
  lastDeparture,
  standsFrom,
} from './jump-kind.ts';
import { type Condition, OpenFault } from './open-fault.ts';
import { stoodStill } from './stood-still.ts';
import type { WordsOnFaults } from './words-on-faults.ts';

/** An onset may lie so far before the report that was named: what came before was only suspected [slots]. */
const EARLIER_SLOTS = 6;
/** A fault that comes again so soon after its end was known has not ended [slots]. */
const AGAIN_SLOTS = 6;
/** A sensor that was off by so much was so for as long as is looked back, without an onset that can be seen; in documented floors. */
const FAR_IN_FLOORS = 2.5;
/** A sensor that stood still has come back where a jump leaves at most this share of how far it was off, or what is ordinary by then. */
const LEFT_OF_STILL = 0.5;

/** What the faults of a network are folded with. */
export interface FoldDependencies {
  readonly windows: TimedWindows;
  /** Where hourly stations stood on the days before. */
  readonly levels: Levels;
  /** Slots before one that every holder of windows has of it. */
  readonly lookBackSlots: number;
  /** Slots after one that are known when it is settled. */
  readonly hindsightSlots: number;
  readonly neighboursOf: (station: number) => readonly Neighbour[];
  /** Slot of the report by which a named one was known to be wrong. */
  readonly knownBy: (station: number, variable: number, named: NamedReport) => number;
}

/** A fault that has ended, and the report by which that was known; time in ms since the epoch. */
export interface EndedFault {
  readonly fault: OpenFault;
  readonly recovered: { readonly slot: number; readonly time: number };
}

/**
 * The faults of one sensor: a fold over the slots in order of time, each with the device failures among its values. A fault
 * opens where a value is one, and ends where the sensor agrees with its neighbours again, or people call it none.
 */
export class SensorFold {
  readonly station: number;
  /** Index into VARIABLES. */
  readonly variable: number;
  open: OpenFault | null = null;
  /** Those that ended, in order, as long as something may be said of them. */
  ended: EndedFault[] = [];
  /** Slot up to which reports may still tell whether what was named last begins a fault, ends one or is alone. */
  undecidedUntil = Number.NEGATIVE_INFINITY;
  readonly #dependencies: FoldDependencies;
  readonly #words: WordsOnFaults | null;

  /** @param words what people say of its faults; null where nobody says anything */
  constructor(dependencies: FoldDependencies, station: number, variable: number, words: WordsOnFaults | null = null) {
    this.#dependencies = dependencies;
    this.#words = words;
    this.station = station;
    this.variable = variable;
  }

  /** The same, to go on on its own. */
  clone(): SensorFold {
    const copy = new SensorFold(this.#dependencies, this.station, this.variable, this.#words);
    copy.open = this.open?.clone() ?? null;
    copy.ended = [...this.ended];
    copy.undecidedUntil = this.undecidedUntil;
    return copy;
  }

  /** Those that hold and those that ended. */
  get faults(): OpenFault[] {
    const ended = this.ended.map(({ fault }) => fault);
    return this.open === null ? ended : [...ended, this.open];
  }

  /** Drops those that ended and will not go on where everything up to a slot is settled. */
  forget(until: number): void {
    this.ended = this.ended.filter(({ recovered }) => !this.isOver(recovered, until));
  }

  /** Whether a fault that ended will not go on, where everything up to a slot is settled. */
  isOver(recovered: EndedFault['recovered'], until: number): boolean {
    return recovered.slot + AGAIN_SLOTS <= until;
  }

  /** True where nothing is to be gone on with. */
  get isSound(): boolean {
    return this.open === null && this.ended.length === 0;
  }

  /**
   * Takes the next slot.
   *
   * @param failures values of the slot that are device failures
   * @returns what is known of its value; null where it has none or the sensor is sound. `right` where a fault holds, or one
   * that nobody named: the value is one by which the sensor comes back
   */
  take(slot: number, failures: readonly NamedReport[]): Condition | null {
    const windows = new WindowsBetween(
      this.#dependencies.windows,
      slot - this.#dependencies.lookBackSlots,
      slot - FAULT_SLOTS,
    );
    let condition: Condition | null = null;
    if (this.open !== null && this.#isCalledNone(this.open, slot)) {
      this.ended.push({ fault: this.open, recovered: { slot, time: this.#timeOf(windows, slot) } });
      this.open = null;
    }
    if (this.open !== null) {
      // What cannot be is wrong also beside the report that holds the slot, and what does not change near its neighbours too.
      const certain = failures.find(({ check }) => needsNoNeighbour(check) || check === 'flat_line');
      condition = this.open.look(windows, slot, certain);
      if (this.open.hasEnded) {
        const time = this.#timeOf(windows, this.open.course.rightBy);
        this.ended.push({ fault: this.open, recovered: { slot, time } });
        this.open = null;
      }
    }
    for (const failure of failures) {
      if (condition === 'right') continue;
      if (this.open !== null) {
        if (condition === 'wrong') this.open.name(windows, failure);
      } else if (this.#goesOn(windows, slot, failure)) condition = 'wrong';
      else condition = this.#begin(windows, slot, failure);
    }
    return condition;
  }

  /** Whether a device failure belongs to a fault that ended shortly before: what is wrong again and again is noise. */
  #goesOn(windows: TimedWindows, slot: number, failure: NamedReport): boolean {
    const last = this.ended.at(-1);
    if (last === undefined || slot - last.recovered.slot > AGAIN_SLOTS) return false;
    if (this.#isCalledNone(last.fault, slot)) return false;
    // One that was stuck is not stuck where it moves.
    const { stuckAt } = last.fault.course;
    if (stuckAt !== null && stuckAt !== windows.value(this.station, this.variable, slot)) return false;
    this.ended.pop();
    const fault = last.fault.clone();
    fault.goOn();
    for (let at = last.recovered.slot + 1; at <= slot; at++) fault.look(windows, at, at === slot ? failure : null);
    fault.name(windows, failure);
    this.open = fault;
    return true;
  }

  /** Opens a fault where a device failure is the onset of one, closes one where it ends what nobody named. */
  #begin(windows: TimedWindows, slot: number, failure: NamedReport): Condition | null {
    const { station, variable } = this;
    const { floor } = VARIABLE_SPECIFICATIONS[VARIABLES[variable]];
    const stuck = failure.check === 'flat_line';
    const certain = needsNoNeighbour(failure.check);
    const first = stuck ? (runUpTo(windows, station, variable, slot)?.first ?? slot) : slot;
    if (!stuck && !certain && this.#endStill(windows, slot, failure)) return 'right';
    const expectation = usualExpectation({
      windows: this.#usualIn(windows, slot),
      levels: this.#dependencies.levels,
      station,
      variable,
      slot,
      onset: first,
      neighbours: this.#dependencies.neighboursOf(station),
      sigma: leastSigma(floor),
    });
    const sensor = expectation === null ? null : { station, variable, expectation };
    const expected = expectation === null ? Number.NaN : expectedAt(windows, variable, slot, expectation);
    const departure = failure.actual - expected;
    // Where it agrees with its neighbours it has come back from something that nobody named.
    if (!stuck && !certain && Math.abs(departure) <= leastDeparture(floor)) return null;
    let knownSlot = this.#dependencies.knownBy(station, variable, failure);
    if (sensor !== null && !stuck && !certain && !Number.isNaN(departure)) {
      const earliest = slot - this.#dependencies.lookBackSlots;
      this.undecidedUntil = this.#lastOf(slot);
      const jump = new Jump(windows, sensor, slot, departure, earliest);
      const kind = jump.kindBy(this.undecidedUntil);
      // Known by as few of the reports after it as say the same.
      let by = this.undecidedUntil;
      while (by > knownSlot && jump.kindBy(by - 1) === kind) by--;
      knownSlot = Math.max(knownSlot, by);
      const known = this.#timeBy(windows, knownSlot, failure);
      if (kind === 'gradual') return null;
      const anewFrom = this.#words?.anewFrom(station, variable, slot) ?? Number.NEGATIVE_INFINITY;
      // It comes back to what it read before that was called right: the one is as right as the other.
      if (kind === 'seen_return' && anewFrom > earliest) {
        const since = new Jump(windows, sensor, slot, departure, anewFrom);
        if (since.kindBy(this.undecidedUntil) !== 'seen_return') return 'right';
      }
      // Where it was right far from its neighbours it is none that comes back to them.
      if (kind === 'seen_return' || (kind === 'return' && anewFrom === Number.NEGATIVE_INFINITY)) {
        const isFar = Math.abs(departure) >= FAR_IN_FLOORS * floor;
        if (kind === 'seen_return' || isFar) this.#endUnseen(windows, slot, failure, known, sensor);
        return 'right';
      }
    }
    const stands = stuck && isAtRest(VARIABLES[variable], failure.actual);
    // An anemometer that stands is told by hours of wind, in which there are lulls.
    const lull = stands && !(departure < failure.deviation);
    const offset = lull || Number.isNaN(departure) ? failure.deviation : departure;
    // A stuck sensor drifts away from its neighbours, others jump.
    const least = stuck ? leastDeparture(floor) : Math.max(leastDeparture(floor), Math.abs(offset) / 2);
    const earliest = first < slot ? first : slot - EARLIER_SLOTS;
    const departures = sensor === null ? null : departuresOf(windows, sensor);
    const start = (stands ? firstOff : onsetOf)(departures, slot, earliest, offset, least);
    const before = departures === null ? null : finite(lastDeparture(departures, start));
    const known = this.#timeBy(windows, knownSlot, failure);
    const own = expectation === null ? lastRead(windows, station, variable, start) : null;
    const fault = new OpenFault(station, variable, { named: failure, known, start, offset, before, expectation, own });
    for (let at = start; at <= slot; at++) fault.look(windows, at, at === slot ? failure : null);
    this.open = fault;
    return 'wrong';
  }

  /** Closes a fault whose onset nobody named: it began where what is looked back to does, if not later. */
  #endUnseen(
    windows: TimedWindows,
    slot: number,
    named: NamedReport,
    known: number,
    { station, variable, expectation: held }: HeldSensor,
  ): void {
    const stands = standsFrom(
      departuresOf(windows, { station, variable, expectation: held }),
      slot,
      this.#lastOf(slot),
    );
    // How it stands now is how it usually stands.
    const expectation = shifted(held, stands, slot);
    const departures = departuresOf(windows, { station, variable, expectation });
    let last = slot - 1;
    while (slot - last < LONGEST_INTERVAL && Number.isNaN(departures(last))) last--;
    const start = onsetOf(departures, last, slot - this.#dependencies.lookBackSlots, -stands, Math.abs(stands) / 2);
    const fault = new OpenFault(station, variable, {
      named,
      known,
      start,
      offset: -stands,
      before: null,
      expectation,
      own: null,
    });
    this.#endAt(windows, slot, fault, last);
  }

  /**
   * Closes the fault of a sensor that stood still, unnamed, where a jump ends that: by how it stood to its neighbours before it
   * did, it has come back.
   *
   * @returns false where it did not stand still, or has not come back
   */
  #endStill(windows: TimedWindows, slot: number, named: NamedReport): boolean {
    const { station, variable } = this;
    const { levels, neighboursOf } = this.#dependencies;
    const still = stoodStill(windows, { station, variable, slot }, neighboursOf(station));
    if (still === null) return false;
    const { first, last } = still.run;
    const { floor } = VARIABLE_SPECIFICATIONS[VARIABLES[variable]];
    const held = { levels, station, variable, slot, neighbours: still.moving, sigma: leastSigma(floor) };
    const expectation = usualExpectation({ ...held, windows: this.#usualIn(windows, slot), onset: first });
    if (expectation === null) return false;
    const departures = departuresOf(windows, { station, variable, expectation });
    const offset = departures(last);
    const left = Math.abs(named.actual - expectedAt(windows, variable, slot, expectation));
    const { near } = ordinaryAfter(expectation, (slot - first) / SLOTS_PER_HOUR, floor);
    // Of a run so long that nobody knows how it stood before, what it moves to need only be likely.
    const isKnown = expectation.over !== 'nothing';
    // Where it was not off it has nothing to come back from, and it comes nearer.
    if (isKnown && !(Math.abs(offset) > Math.max(left, leastDeparture(floor)))) return false;
    if (!(left <= Math.max(near, LEFT_OF_STILL * Math.abs(offset)))) return false;
    const known = this.#timeBy(windows, this.#dependencies.knownBy(station, variable, named), named);
    const start = onsetOf(departures, last, first, offset, leastDeparture(floor));
    const fault = new OpenFault(station, variable, {
      named,
      known,
      start,
      offset,
      before: null,
      expectation,
      own: null,
    });
    fault.stickAt(windows.value(station, variable, last));
    this.#endAt(windows, slot, fault, last);
    return true;
  }

  /** Closes a fault that nobody named, where a report after its last is known to be right. */
  #endAt(windows: TimedWindows, slot: number, fault: OpenFault, last: number): void {
    const { start, known } = fault.onset;
    // The value that was flagged is the right one.
    fault.anomalyIds.length = 0;
    const lastTime = windows.timeAt(this.station, last);
    for (let at = start; at < slot; at++) fault.look(windows, at, at === last ? { time: lastTime } : null);
    this.ended.push({ fault, recovered: { slot, time: known } });
  }

  /** Whether people have called a fault none by a slot. */
  #isCalledNone(fault: OpenFault, slot: number): boolean {
    return this.#words?.callNone(fault, slot) ?? false;
  }

  /** The windows as they tell what is usual by a slot. */
  #usualIn(windows: TimedWindows, slot: number): WindowView {
    return this.#words?.usualIn(windows, slot) ?? windows;
  }

  /** Last slot whose reports say what a report of a slot was. */
  #lastOf(slot: number): number {
    return slot + Math.min(AROUND_SLOTS, this.#dependencies.hindsightSlots);
  }

  /** Time of the station's report of a slot by which something was known of a named one. */
  #timeBy(windows: TimedWindows, slot: number, named: NamedReport): number {
    return slot === named.slot ? named.time : this.#timeOf(windows, slot);
  }

  /** Time of the station's report of a slot; of the slot itself where it has none. */
  #timeOf(windows: TimedWindows, slot: number): number {
    const reported = windows.timeAt(this.station, slot);
    return Number.isNaN(reported) ? timeOfSlot(slot) : reported;
  }
}

/** What a sensor read last before a slot; null where it read nothing that is near enough. */
function lastRead(windows: WindowView, station: number, variable: number, slot: number): number | null {
  const last = reportBefore(windows, station, variable, slot);
  return last === null ? null : windows.value(station, variable, last);
}

function finite(number: number): number | null {
  return Number.isFinite(number) ? number : null;
}

/** First slot up to one from which on a sensor was off to the side of its offset, by more than the least that is so. */
function onsetOf(of: Departures | null, slot: number, earliest: number, offset: number, least: number): number {
  let start = slot;
  if (of === null) return start;
  for (let at = slot - 1; at >= earliest; at--) {
    const departure = of(at);
    if (Number.isNaN(departure)) continue;
    if (departure * Math.sign(offset) <= least) break;
    start = at;
  }
  return start;
}

/** First slot from one on at which a sensor was off to the side of its offset, by more than the least that is so. */
function firstOff(of: Departures | null, slot: number, earliest: number, offset: number, least: number): number {
  let start = earliest;
  while (start < slot && !((of?.(start) ?? Number.NaN) * Math.sign(offset) > least)) start++;
  return start;
}
