import type { Anomaly } from '../../schemas/anomaly.ts';
import type { Fault, FaultValue, SensorCondition } from '../../schemas/fault.ts';
import type { JudgementTrace } from '../../schemas/judgement-trace.ts';
import { VARIABLE_INDEX } from '../../schemas/variables.ts';
import type { NamedReport } from '../faults/fault-course.ts';
import { NetworkFaults } from '../faults/network-faults.ts';
import type { FoldDependencies } from '../faults/sensor-fold.ts';
import type { FaultPlace } from '../faults/told-fault.ts';

/** The faults of a replay: by what is known at its end, or by the first verdict on each value. */
export class ReplayFaults {
  readonly #judged: NetworkFaults;
  readonly #place: FaultPlace;
  /** By first verdicts, which nothing changes: final when they are given; null where the last count. */
  readonly #atOnce: NetworkFaults | null;
  readonly #trace: JudgementTrace | null;
  readonly #failures = new Map<number, Map<number, NamedReport[]>>();
  /** By sensor, then by their ids. */
  readonly #faults = new Map<number, Map<string, Fault>>();
  #next: number;

  /**
   * @param judged those by final verdicts
   * @param parts what those by first verdicts are folded with, and by when they are known
   * @param first slot that is judged
   * @param trace is told what is said of values under faults; null where nobody asks
   */
  constructor(
    judged: NetworkFaults,
    parts: Omit<FoldDependencies, 'knownBy'>,
    place: FaultPlace,
    verdicts: 'first' | 'last',
    first: number,
    trace: JudgementTrace | null = null,
  ) {
    this.#trace = trace;
    this.#judged = judged;
    this.#place = place;
    this.#next = first;
    const knownBy: FoldDependencies['knownBy'] = (_station, _variable, { slot }) => slot;
    this.#atOnce = verdicts === 'last' ? null : new NetworkFaults({ ...parts, knownBy }, place);
  }

  /** Goes on from what was known of the sensors when everything up to a slot was settled. */
  restore(conditions: readonly SensorCondition[], slot: number): void {
    for (const faults of [this.#judged, this.#atOnce]) {
      faults?.restore({ conditions, told: [], verdicts: [] }, slot, slot);
    }
  }

  /** Takes the first verdict on a value. */
  take(anomaly: Anomaly): void {
    const { slot, time, check, actual, deviation, classification, state } = anomaly;
    if (this.#atOnce === null || classification !== 'device_failure' || state === 'withdrawn') return;
    const key = this.#keyOf(anomaly);
    const ofSlot = this.#failures.get(slot) ?? new Map<number, NamedReport[]>();
    this.#failures.set(slot, ofSlot);
    ofSlot.set(key, [...(ofSlot.get(key) ?? []), { anomalyId: anomaly.id, slot, time, check, actual, deviation }]);
  }

  /** All verdicts up to a slot have been given. */
  passUpTo(slot: number): void {
    if (this.#atOnce !== null) {
      for (; this.#next <= slot; this.#next++) {
        this.#atOnce.settle(this.#next, this.#failures.get(this.#next) ?? new Map<number, NamedReport[]>());
        this.#failures.delete(this.#next);
      }
    }
    for (const { fault, values } of (this.#atOnce ?? this.#judged).drain()) {
      if (this.#trace !== null) tellValues(this.#trace, fault, values);
      const key = this.#keyOf(fault);
      const ofSensor = this.#faults.get(key) ?? new Map<string, Fault>();
      this.#faults.set(key, ofSensor);
      if (fault.state === 'withdrawn') ofSensor.delete(fault.id);
      else ofSensor.set(fault.id, fault);
    }
    // What is said ahead of final verdicts is not asked for where the first count.
    if (this.#atOnce !== null) this.#judged.drain();
  }

  /** The faults of a sensor that were found so far, in no order. */
  of(station: number, variable: number): Fault[] {
    return [...(this.#faults.get(NetworkFaults.keyOf(station, variable))?.values() ?? [])];
  }

  /** All of them by their start. */
  finish(): Fault[] {
    return inOrder([...this.#faults.values()].flatMap((ofSensor) => [...ofSensor.values()]));
  }

  #keyOf({ station, variable }: Pick<Fault, 'station' | 'variable'>): number {
    return NetworkFaults.keyOf(this.#place.stations.indexOf(station), VARIABLE_INDEX[variable]);
  }
}

function tellValues(trace: JudgementTrace, { id, station, variable }: Fault, values: readonly FaultValue[]): void {
  for (const { time, flag, estimate, uncertainty } of values) {
    trace.tellOf(station, variable, time)?.({ step: 'fault', faultId: id, flag, estimate, uncertainty });
  }
}

/** Faults by their start. */
export function inOrder(faults: readonly Fault[]): Fault[] {
  return [...faults].sort((a, b) => a.start - b.start || (a.id < b.id ? -1 : 1));
}
