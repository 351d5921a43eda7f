import { createHash } from 'node:crypto';
import type { Anomaly } from '../../schemas/anomaly.ts';
import { type Fault, faultId } from '../../schemas/fault.ts';
import { VARIABLE_INDEX, VARIABLE_SPECIFICATIONS, VARIABLES } from '../../schemas/variables.ts';
import {
  type Expectation,
  expectedAt,
  leastDeparture,
  leastSigma,
  usualExpectation,
} from '../spatial/expected-from-neighbours.ts';
import type { NetworkStations } from '../stages/network-stations.ts';
import type { WindowStore } from '../windows/window-store.ts';
import { faultReason } from './fault-reason.ts';
import { OpenFault } from './open-fault.ts';

/** An onset may lie so far before the report that was named: what came before was only suspected [slots]. */
const EARLIER_SLOTS = 6;
/** A fault that comes again so soon after its end was known has not ended [slots]. */
const AGAIN_SLOTS = 6;
/** So far from its neighbours no sound sensor stands, in documented floors; and so much of that is left of one that came back. */
const FAR_IN_FLOORS = 2.5;
const AMONG = 0.35;
/** Reports farther apart than this break a run of equal values [slots]. */
const LONGEST_GAP = 9;

/** The report by which the end of a fault was known; time in ms since the epoch. */
interface Recovered {
  readonly slot: number;
  readonly time: number;
}

/**
 * The faults of one network: a fold over the slots in order of time, each with the device failures among its values. A fault
 * opens where a value is one, and ends where the sensor agrees with its neighbours again.
 */
export class FaultFold {
  readonly #stations: NetworkStations;
  readonly #windows: WindowStore;
  readonly #identity: string;
  readonly #now: () => number;
  readonly #open = new Map<number, OpenFault>();
  readonly #closed: { fault: OpenFault; recovered: Recovered }[] = [];
  /** The fault of a sensor that ended last, by the sensor. */
  readonly #last = new Map<number, { fault: OpenFault; recovered: Recovered }>();

  /** @param identity of the judgement, part of every fault's id */
  constructor(stations: NetworkStations, windows: WindowStore, identity: string, now: () => number) {
    this.#stations = stations;
    this.#windows = windows;
    this.#identity = identity;
    this.#now = now;
  }

  /**
   * Takes the next slot.
   *
   * @param failures values of the slot that are device failures
   */
  take(slot: number, failures: readonly Anomaly[]): void {
    const wrong = new Set<number>();
    for (const [key, fault] of this.#open) {
      const condition = fault.look(this.#windows, slot);
      if (condition === 'wrong') wrong.add(key);
      if (!fault.hasEnded) continue;
      const ended = { fault, recovered: { slot, time: this.#windows.timeAt(fault.station, slot) } };
      this.#open.delete(key);
      this.#closed.push(ended);
      this.#last.set(key, ended);
    }
    for (const failure of failures) {
      const station = this.#stations.indexOf(failure.station);
      const variable = VARIABLE_INDEX[failure.variable];
      const key = station * VARIABLES.length + variable;
      const open = this.#open.get(key);
      if (open !== undefined) {
        if (wrong.has(key)) open.anomalyIds.push(failure.id);
      } else if (this.#goesOn(key, slot, failure)) wrong.add(key);
      else if (this.#begins(key, station, variable, slot, failure)) wrong.add(key);
    }
  }

  /** All faults by their start, those that hold among them. */
  faults(settledUntil: number): Fault[] {
    const all = [
      ...this.#closed.map(({ fault, recovered }) => this.#fault(fault, recovered, settledUntil)),
      ...Array.from(this.#open.values(), (fault) => this.#fault(fault, null, settledUntil)),
    ];
    return all.sort((a, b) => a.start - b.start || (a.id < b.id ? -1 : 1));
  }

  /** Whether a device failure belongs to a fault that ended shortly before: what is wrong again and again is noise. */
  #goesOn(key: number, slot: number, failure: Anomaly): boolean {
    const last = this.#last.get(key);
    if (last === undefined || slot - last.recovered.slot > AGAIN_SLOTS) return false;
    const { fault, recovered } = last;
    this.#closed.splice(this.#closed.indexOf(last), 1);
    this.#last.delete(key);
    fault.goOn();
    for (let at = recovered.slot + 1; at <= slot; at++) fault.look(this.#windows, at, at === slot);
    fault.anomalyIds.push(failure.id);
    this.#open.set(key, fault);
    return true;
  }

  /** Opens a fault where a device failure is the onset of one; false where the sensor agrees with its neighbours there. */
  #begins(key: number, station: number, variable: number, slot: number, failure: Anomaly): boolean {
    const floor = VARIABLE_SPECIFICATIONS[failure.variable].floor;
    const first = failure.check === 'flat_line' ? this.#firstEqual(station, variable, slot) : slot;
    const neighbours = this.#stations.neighbours.of(station);
    const expectation = usualExpectation(this.#windows, station, variable, first, neighbours, leastSigma(floor));
    const residualAt = (at: number): number =>
      expectation === null ? Number.NaN : this.#residual(station, variable, at, expectation);
    const expected = expectation === null ? Number.NaN : expectedAt(this.#windows, variable, slot, expectation);
    const residual = failure.check === 'gross_range' ? Number.NaN : failure.actual - expected;
    // Where it agrees with its neighbours it has come back from something that nobody named.
    if (failure.check !== 'flat_line' && Math.abs(residual) <= leastDeparture(floor)) return false;
    if (expectation !== null && this.#endsUnseen(station, variable, slot, failure, expectation)) return false;
    const offset = Number.isNaN(residual) ? failure.deviation : residual;
    // A stuck sensor drifts away from its neighbours, others jump.
    const least =
      failure.check === 'flat_line' ? leastDeparture(floor) : Math.max(leastDeparture(floor), Math.abs(offset) / 2);
    const start = this.#onset(slot, first, offset, least, residualAt);
    const fault = new OpenFault(failure, station, variable, start, offset, expectation);
    fault.anomalyIds.push(failure.id);
    for (let at = start; at <= slot; at++) fault.look(this.#windows, at, at === slot);
    this.#open.set(key, fault);
    return true;
  }

  /**
   * Closes a fault whose onset nobody named, where a value ends one: before it the sensor stood far from where its neighbours
   * are, and now it stands among them. The fault begins where the windows do, if not later.
   */
  #endsUnseen(
    station: number,
    variable: number,
    slot: number,
    failure: Anomaly,
    { differences, sigma }: Expectation,
  ): boolean {
    if (failure.check === 'flat_line' || failure.check === 'gross_range') return false;
    const among = { differences: differences.map((one) => ({ ...one, difference: 0 })), sigma };
    const awayAt = (at: number): number => this.#residual(station, variable, at, among);
    let last = slot - 1;
    while (slot - last < LONGEST_GAP && Number.isNaN(awayAt(last))) last--;
    const before = awayAt(last);
    const after = failure.actual - expectedAt(this.#windows, variable, slot, among);
    const far = FAR_IN_FLOORS * VARIABLE_SPECIFICATIONS[failure.variable].floor;
    if (!(Math.abs(before) >= far && Math.abs(after) <= AMONG * Math.abs(before))) return false;
    const start = this.#onset(slot, slot - this.#windows.capacity, before, Math.abs(before) / 2, awayAt);
    const fault = new OpenFault(failure, station, variable, start, before, among);
    for (let at = start; at < slot; at++) fault.look(this.#windows, at, at === last);
    this.#closed.push({ fault, recovered: { slot, time: failure.time } });
    return true;
  }

  /** First slot of a run of equal values, as far as the windows reach; a silence of more than 90 minutes ends it. */
  #firstEqual(station: number, variable: number, slot: number): number {
    const value = this.#windows.value(station, variable, slot);
    let first = slot;
    for (let at = slot - 1; first - at <= LONGEST_GAP; at--) {
      const earlier = this.#windows.value(station, variable, at);
      if (earlier === value) first = at;
      else if (!Number.isNaN(earlier)) break;
    }
    return first;
  }

  /** First slot from which on the sensor was off to the side of its offset. */
  #onset(slot: number, first: number, offset: number, least: number, residualAt: (at: number) => number): number {
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

  #residual(station: number, variable: number, slot: number, expectation: Expectation): number {
    return this.#windows.value(station, variable, slot) - expectedAt(this.#windows, variable, slot, expectation);
  }

  #fault(fault: OpenFault, recovered: Recovered | null, settledUntil: number): Fault {
    const { named, expectation, offset, values, anomalyIds, kind, unknownSince } = fault;
    const { network, stationName, variable: name } = named;
    const known = expectation !== null;
    const whole = {
      network,
      station: named.station,
      stationName,
      variable: name,
      kind,
      start: fault.startTime,
      end: recovered === null ? null : fault.lastTime,
      named: named.time,
      known: named.time,
      recovered: recovered?.time ?? null,
      offset: known ? offset : null,
      uncertainty: known ? expectation.sigma : null,
      unknownSince,
      values,
      neighbors: expectation?.differences.map(({ neighbour }) => neighbour.id) ?? [],
      anomalyIds: [...anomalyIds],
      configuration: this.#identity,
    };
    const version = createHash('sha256').update(JSON.stringify(whole)).digest('hex').slice(0, 16);
    return {
      id: faultId(network, named.station, name, named.time, this.#identity),
      ...whole,
      state: recovered !== null && recovered.slot <= settledUntil ? 'settled' : 'provisional',
      certainty: unknownSince === null ? 'failure' : 'suspected',
      reason: faultReason(whole),
      version,
      judged: this.#now(),
    };
  }
}
