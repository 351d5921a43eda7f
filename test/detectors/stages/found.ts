import { wholeConditions } from '../../../detectors/faults/whole-conditions.ts';
import type { Anomaly } from '../../../schemas/anomaly.ts';
import type { Fault, FaultRecord, FaultValue, SensorCondition, StoredSensors } from '../../../schemas/fault.ts';

/** What the stages publish of a network: what counts of each. */
export class Found {
  /** The verdict that counts, by the anomaly's id. */
  readonly verdicts = new Map<string, Anomaly>();
  /** The version that counts, by the fault's id. */
  readonly faults = new Map<string, Fault>();
  /** What was last said of each value under a fault, by the fault's id and the value's time. */
  readonly values = new Map<string, Map<number, FaultValue>>();
  readonly #conditions: SensorCondition[] = [];

  takeVerdict(anomaly: Anomaly): void {
    if (this.verdicts.get(anomaly.id)?.final !== true || anomaly.final) this.verdicts.set(anomaly.id, anomaly);
  }

  takeFault(record: FaultRecord): void {
    if (record.kind === 'condition') {
      this.#conditions.push(record);
      return;
    }
    const { fault, values } = record;
    const before = this.faults.get(fault.id);
    if (before?.state !== 'settled' || fault.state === 'settled') this.faults.set(fault.id, fault);
    const known = this.values.get(fault.id) ?? new Map<number, FaultValue>();
    this.values.set(fault.id, known);
    for (const value of values) known.set(value.time, value);
  }

  /** The sensors when everything up to a slot was settled. */
  async sensorsAt(slot: number): Promise<StoredSensors> {
    const provisional = [...this.faults.values()].filter(({ state }) => state === 'provisional');
    return {
      conditions: await wholeConditions(
        this.#conditions.filter((condition) => condition.slot === slot),
        async () => new Map(Array.from(this.faults.values(), ({ id, anomalyIds }) => [id, anomalyIds])),
      ),
      told: provisional.map((fault) => ({
        kind: 'fault',
        network: fault.network,
        station: fault.station,
        fault,
        values: this.valuesOf(fault).filter((value) => value.slot > slot),
      })),
      verdicts: [...this.verdicts.values()].filter((verdict) => verdict.state === 'provisional' && verdict.slot > slot),
    };
  }

  /** Verdicts that are settled, by id. */
  get settledVerdicts(): Anomaly[] {
    return [...this.verdicts.values()].filter(({ state }) => state === 'settled').sort(byId);
  }

  /** Faults that are settled, by id. */
  get settledFaults(): Fault[] {
    return [...this.faults.values()].filter(({ state }) => state === 'settled').sort(byId);
  }

  /** What was last said of the values under a fault, in order: those that lie in its time. */
  valuesOf({ id, start, end }: Fault): FaultValue[] {
    const values = [...(this.values.get(id)?.values() ?? [])];
    const under = values.filter(({ time, flag }) => flag > 1 && time >= start && (end === null || time <= end));
    return under.sort((a, b) => a.time - b.time);
  }
}

function byId(a: { readonly id: string }, b: { readonly id: string }): number {
  return a.id < b.id ? -1 : 1;
}
