import { VARIABLE_SPECIFICATIONS, VARIABLES } from '../../schemas/variables.ts';
import {
  type Expectation,
  expectedAt,
  leastDeparture,
  leastSigma,
  usualExpectation,
} from '../spatial/expected-from-neighbours.ts';
import type { Neighbour } from '../spatial/spatial-method.ts';
import { type TimedWindows, WindowsSince } from '../windows/windows-since.ts';
import { type Condition, type NamedReport, OpenFault } from './open-fault.ts';

/** An onset may lie so far before the report that was named: what came before was only suspected [slots]. */
const EARLIER_SLOTS = 6;
/** A fault that comes again so soon after its end was known has not ended [slots]. */
const AGAIN_SLOTS = 6;
/** So far from its neighbours no sound sensor stands, in documented floors; and so much of that is left of one that came back. */
const FAR_IN_FLOORS = 2.5;
const AMONG = 0.35;
/** Reports farther apart than this break a run of equal values [slots]. */
const LONGEST_GAP = 9;

/** What the faults of a network are folded with. */
export interface FoldParts {
  readonly windows: TimedWindows;
  /** Slots before one that every holder of windows has of it. */
  readonly lookBackSlots: number;
  readonly neighboursOf: (station: number) => readonly Neighbour[];
  /** Time of the report by which a named one was known to be wrong, ms since the epoch. */
  readonly knownBy: (station: number, variable: number, named: NamedReport) => number;
}

/** A fault that has ended, and the report by which that was known; time in ms since the epoch. */
export interface EndedFault {
  readonly fault: OpenFault;
  readonly recovered: { readonly slot: number; readonly time: number };
}

/**
 * The faults of one sensor: a fold over the slots in order of time, each with the device failures among its values. A fault
 * opens where a value is one, and ends where the sensor agrees with its neighbours again.
 */
export class SensorFold {
  readonly station: number;
  /** Index into VARIABLES. */
  readonly variable: number;
  open: OpenFault | null = null;
  /** Those that ended, in order, as long as something may be said of them. */
  ended: EndedFault[] = [];
  readonly #parts: FoldParts;

  constructor(parts: FoldParts, station: number, variable: number) {
    this.#parts = parts;
    this.station = station;
    this.variable = variable;
  }

  /** The same, to go on on its own. */
  clone(): SensorFold {
    const copy = new SensorFold(this.#parts, this.station, this.variable);
    copy.open = this.open?.clone() ?? null;
    copy.ended = [...this.ended];
    return copy;
  }

  /** Drops what will not be told of any more where everything up to a slot is settled: faults that do not go on, and reports. */
  forget(until: number): void {
    this.open?.forget(until);
    for (const { fault } of this.ended) fault.forget(until);
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
    const windows = new WindowsSince(this.#parts.windows, slot - this.#parts.lookBackSlots);
    let condition: Condition | null = null;
    if (this.open !== null) {
      // What cannot be is wrong also beside the report that holds the slot.
      condition = this.open.look(
        windows,
        slot,
        failures.some(({ check }) => check === 'gross_range'),
      );
      if (this.open.hasEnded) {
        this.ended.push({ fault: this.open, recovered: { slot, time: windows.timeAt(this.station, slot) } });
        this.open = null;
      }
    }
    for (const failure of failures) {
      if (condition === 'right') continue;
      if (this.open !== null) {
        if (condition === 'wrong') this.open.anomalyIds.push(failure.anomalyId);
      } else if (this.#goesOn(windows, slot, failure)) condition = 'wrong';
      else condition = this.#begin(windows, slot, failure);
    }
    return condition;
  }

  /** Whether a device failure belongs to a fault that ended shortly before: what is wrong again and again is noise. */
  #goesOn(windows: TimedWindows, slot: number, failure: NamedReport): boolean {
    const last = this.ended.at(-1);
    if (last === undefined || slot - last.recovered.slot > AGAIN_SLOTS) return false;
    this.ended.pop();
    const fault = last.fault.clone();
    fault.goOn();
    for (let at = last.recovered.slot + 1; at <= slot; at++) fault.look(windows, at, at === slot);
    fault.anomalyIds.push(failure.anomalyId);
    this.open = fault;
    return true;
  }

  /** Opens a fault where a device failure is the onset of one, closes one where it ends what nobody named. */
  #begin(windows: TimedWindows, slot: number, failure: NamedReport): Condition | null {
    const { station, variable } = this;
    const { floor } = VARIABLE_SPECIFICATIONS[VARIABLES[variable]];
    const stuck = failure.check === 'flat_line';
    const first = stuck ? this.#firstEqual(windows, slot) : slot;
    const neighbours = this.#parts.neighboursOf(station);
    const expectation = usualExpectation(windows, station, variable, first, neighbours, leastSigma(floor));
    const residualAt = (at: number): number =>
      expectation === null ? Number.NaN : this.#residual(windows, at, expectation);
    const expected = expectation === null ? Number.NaN : expectedAt(windows, variable, slot, expectation);
    const residual = failure.check === 'gross_range' ? Number.NaN : failure.actual - expected;
    // Where it agrees with its neighbours it has come back from something that nobody named.
    if (!stuck && Math.abs(residual) <= leastDeparture(floor)) return null;
    if (expectation !== null && this.#endsUnseen(windows, slot, failure, expectation)) return 'right';
    const offset = Number.isNaN(residual) ? failure.deviation : residual;
    // A stuck sensor drifts away from its neighbours, others jump.
    const least = stuck ? leastDeparture(floor) : Math.max(leastDeparture(floor), Math.abs(offset) / 2);
    const start = onsetOf(slot, first, offset, least, residualAt);
    const known = this.#parts.knownBy(station, variable, failure);
    const fault = new OpenFault(station, variable, { named: failure, known, start, offset, expectation });
    for (let at = start; at <= slot; at++) fault.look(windows, at, at === slot);
    this.open = fault;
    return 'wrong';
  }

  /**
   * Closes a fault whose onset nobody named, where a value ends one: before it the sensor stood far from where its neighbours
   * are, and now it stands among them. The fault begins where what is looked back to does, if not later.
   */
  #endsUnseen(windows: TimedWindows, slot: number, failure: NamedReport, { differences, sigma }: Expectation): boolean {
    if (failure.check === 'flat_line' || failure.check === 'gross_range') return false;
    const { station, variable } = this;
    const among = { differences: differences.map((one) => ({ ...one, difference: 0 })), sigma };
    const awayAt = (at: number): number => this.#residual(windows, at, among);
    let last = slot - 1;
    while (slot - last < LONGEST_GAP && Number.isNaN(awayAt(last))) last--;
    const before = awayAt(last);
    const after = failure.actual - expectedAt(windows, variable, slot, among);
    const far = FAR_IN_FLOORS * VARIABLE_SPECIFICATIONS[VARIABLES[variable]].floor;
    if (!(Math.abs(before) >= far && Math.abs(after) <= AMONG * Math.abs(before))) return false;
    const earliest = slot - this.#parts.lookBackSlots;
    const start = onsetOf(slot, earliest, before, Math.abs(before) / 2, awayAt);
    const known = this.#parts.knownBy(station, variable, failure);
    const fault = new OpenFault(station, variable, {
      named: failure,
      known,
      start,
      offset: before,
      expectation: among,
    });
    // The value that was flagged is the right one.
    fault.anomalyIds.length = 0;
    for (let at = start; at < slot; at++) fault.look(windows, at, at === last);
    this.ended.push({ fault, recovered: { slot, time: failure.time } });
    return true;
  }

  /** First slot of a run of equal values, as far as is looked back; a silence of more than 90 minutes ends it. */
  #firstEqual(windows: TimedWindows, slot: number): number {
    const value = windows.value(this.station, this.variable, slot);
    let first = slot;
    for (let at = slot - 1; first - at <= LONGEST_GAP; at--) {
      const earlier = windows.value(this.station, this.variable, at);
      if (earlier === value) first = at;
      else if (!Number.isNaN(earlier)) break;
    }
    return first;
  }

  #residual(windows: TimedWindows, slot: number, expectation: Expectation): number {
    const { station, variable } = this;
    return windows.value(station, variable, slot) - expectedAt(windows, variable, slot, expectation);
  }
}

/** First slot from which on the sensor was off to the side of its offset. */
function onsetOf(
  slot: number,
  first: number,
  offset: number,
  least: number,
  residualAt: (at: number) => number,
): number {
  let start = slot;
  const earliest = first < slot ? first : slot - EARLIER_SLOTS;
  for (let at = slot - 1; at >= earliest; at--) {
    const residual = residualAt(at);
    if (Number.isNaN(residual)) continue;
    if (residual * Math.sign(offset) <= least) break;
    start = at;
  }
  return start;
}
