import { VARIABLE_SPECIFICATIONS, VARIABLES } from '../../schemas/variables.ts';
import { medianOf, sortAscending } from '../methods/window-values.ts';
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
/** So many slots before a jump tell where the sensor stood, and as many from it on where it stands then. */
const AROUND_SLOTS = 6;
/** A sensor whose jump stays to this share, and brings it nearer to its neighbours by that share of it, comes back. */
const STAYS = 0.6;
const NEARER = 0.4;
/** A jump undoes another where they differ by no more than this share of it. */
const ALIKE = 0.3;
/** A sensor that was off by so much was so for as long as is looked back, without an onset that can be seen; in documented floors. */
const FAR_IN_FLOORS = 2.5;
/** Neighbours that tell whether a sensor stands among them. */
const FEWEST_AMONG = 3;
/** So much of how far it is off comes at once where a sensor fails: weather at one station alone takes its time. */
const AT_ONCE = 0.5;
/** Reports farther apart than this break a run of equal values [slots]. */
const LONGEST_GAP = 9;

/** Departures around a jump; written anew by each question. */
const around = new Float64Array(AROUND_SLOTS);

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
    if (expectation !== null && !stuck && failure.check !== 'gross_range') {
      const jump = this.#jumpAt(windows, slot, residual, expectation);
      if (jump.isReturn) {
        if (jump.isSeen || Math.abs(residual) >= FAR_IN_FLOORS * floor) {
          this.#endUnseen(windows, slot, failure, expectation);
        }
        return 'right';
      }
      if (jump.isGradual) return null;
    }
    const offset = Number.isNaN(residual) ? failure.deviation : residual;
    // A stuck sensor drifts away from its neighbours, others jump.
    const least = stuck ? leastDeparture(floor) : Math.max(leastDeparture(floor), Math.abs(offset) / 2);
    const start = onsetOf(slot, first, offset, least, residualAt);
    const known = this.#parts.knownBy(station, variable, failure);
    const before = expectation === null ? null : finite(this.#lastResidual(windows, start, expectation));
    const fault = new OpenFault(station, variable, { named: failure, known, start, offset, before, expectation });
    for (let at = start; at <= slot; at++) fault.look(windows, at, at === slot);
    this.open = fault;
    return 'wrong';
  }

  /** What a jump is, by where the sensor stood before it and stands after. @param residual of its value */
  #jumpAt(
    windows: TimedWindows,
    slot: number,
    residual: number,
    expectation: Expectation,
  ): { readonly isReturn: boolean; readonly isSeen: boolean; readonly isGradual: boolean } {
    const among = amongNeighbours(expectation);
    const before = slot - AROUND_SLOTS;
    const stood = this.#middle(windows, before, expectation);
    const stands = this.#middle(windows, slot, expectation);
    const away = Math.abs(this.#middle(windows, before, among));
    const isNearer =
      away - Math.abs(this.#middle(windows, slot, among)) > NEARER * Math.abs(stands - stood) &&
      expectation.differences.length >= FEWEST_AMONG;
    const stays = stands * Math.sign(residual) >= STAYS * Math.abs(residual);
    const last = this.#lastResidual(windows, slot, expectation);
    const isSeen = stays && this.#cameByJump(windows, slot, residual - last, expectation);
    return {
      isReturn: isSeen || (stays && isNearer),
      isSeen,
      isGradual: Math.abs(residual - last) < AT_ONCE * Math.abs(stands),
    };
  }

  /** Whether the sensor had come to where it stood by a jump that this one undoes. @param jump in one report */
  #cameByJump(windows: TimedWindows, slot: number, jump: number, expectation: Expectation): boolean {
    let later = Number.NaN;
    for (let at = slot - 1; at >= slot - this.#parts.lookBackSlots; at--) {
      const departure = this.#residual(windows, at, expectation);
      if (Number.isNaN(departure)) continue;
      if (Math.abs(later - departure + jump) <= ALIKE * Math.abs(jump)) return true;
      later = departure;
    }
    return false;
  }

  /** How far the sensor departs from an expectation in the slots from one on, in the middle of them. */
  #middle(windows: TimedWindows, from: number, expectation: Expectation): number {
    let count = 0;
    for (let at = from; at < from + AROUND_SLOTS; at++) {
      const residual = this.#residual(windows, at, expectation);
      if (!Number.isNaN(residual)) around[count++] = residual;
    }
    sortAscending(around, count);
    return count === 0 ? Number.NaN : medianOf(around, count);
  }

  /** How far the sensor departed from an expectation at its last report before a slot. */
  #lastResidual(windows: TimedWindows, slot: number, expectation: Expectation): number {
    for (let at = slot - 1; slot - at <= LONGEST_GAP; at--) {
      const residual = this.#residual(windows, at, expectation);
      if (!Number.isNaN(residual)) return residual;
    }
    return Number.NaN;
  }

  /** Closes a fault whose onset nobody named: it began where what is looked back to does, if not later. */
  #endUnseen(windows: TimedWindows, slot: number, failure: NamedReport, expectation: Expectation): void {
    const { station, variable } = this;
    const stands = this.#middle(windows, slot, expectation);
    // How it stands now is how it usually stands.
    const usual = shifted(expectation, stands);
    const awayAt = (at: number): number => this.#residual(windows, at, usual);
    let last = slot - 1;
    while (slot - last < LONGEST_GAP && Number.isNaN(awayAt(last))) last--;
    const earliest = slot - this.#parts.lookBackSlots;
    const start = onsetOf(last, earliest, -stands, Math.abs(stands) / 2, awayAt);
    const known = this.#parts.knownBy(station, variable, failure);
    const fault = new OpenFault(station, variable, {
      named: failure,
      known,
      start,
      offset: -stands,
      before: null,
      expectation: usual,
    });
    // The value that was flagged is the right one.
    fault.anomalyIds.length = 0;
    for (let at = start; at < slot; at++) fault.look(windows, at, at === last);
    this.ended.push({ fault, recovered: { slot, time: failure.time } });
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

function finite(number: number): number | null {
  return Number.isFinite(number) ? number : null;
}

/** The same neighbours, with no usual difference from them. */
function amongNeighbours(expectation: Expectation): Expectation {
  return { ...expectation, differences: expectation.differences.map((one) => ({ ...one, difference: 0 })) };
}

/** The same, with all usual differences larger by so much. */
function shifted(expectation: Expectation, by: number): Expectation {
  const differences = expectation.differences.map((one) => ({ ...one, difference: one.difference + by }));
  return { ...expectation, differences };
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
