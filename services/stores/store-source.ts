import { wholeConditions } from '../../detectors/faults/whole-conditions.ts';
import type { Extent, LastingAt, ObservationSource, SensorsAt } from '../../ingest/observation-source.ts';
import type { Baseline } from '../../schemas/baseline.ts';
import type { ExpertRule } from '../../schemas/expert-rule.ts';
import { type Fault, isFaultOfDays, type SensorCondition } from '../../schemas/fault.ts';
import type { Observation } from '../../schemas/observation.ts';
import type { ReportColumns } from '../../schemas/report-columns.ts';
import type { Station } from '../../schemas/station.ts';
import { SLOTS_PER_DAY, slotOf, timeOfSlot } from '../../schemas/time.ts';
import { rulesByNow } from './rules-by-now.ts';
import type { StoreReads } from './store-reads.ts';

/** A time series as history to replay; `title` names it in messages. */
export class StoreSource implements ObservationSource {
  readonly title: string;
  readonly #store: StoreReads;
  readonly #close: () => Promise<void>;

  /** @param close ends what is only read here; nothing where the store is kept by others */
  constructor(store: StoreReads, title = titleOf(store), close = async () => {}) {
    this.title = title;
    this.#store = store;
    this.#close = close;
  }

  networks(): Promise<string[]> {
    return this.#store.networks();
  }

  stations(network: string): Promise<Station[]> {
    return this.#store.allStations(network);
  }

  extent(network: string): Promise<Extent | null> {
    return this.#store.extent(network);
  }

  elements(network: string, from: number, to: number): Promise<readonly string[]> {
    return this.#store.elements(network, from, to);
  }

  read(network: string, from: number, to: number): AsyncIterable<readonly Observation[]> {
    return this.#store.readObservations(network, from, to);
  }

  reportColumns(network: string, from: number, to: number): AsyncIterable<ReportColumns> {
    return this.#store.reportColumns(network, from, to);
  }

  async reportedBefore(network: string, time: number, stations: readonly string[]): Promise<ReadonlySet<string>> {
    const { seen } = await this.#store.stationMoments(network, time - 1, stations);
    return new Set(stations.filter((_, row) => !Number.isNaN(seen[row])));
  }

  baselines(network: string, fromDay: number, toDay: number): Promise<Baseline[]> {
    return this.#store.baselines(network, fromDay, toDay);
  }

  faults(network: string, from: number, to: number, station?: string): Promise<Fault[]> {
    return this.#store.faultsOver(network, from, to, station);
  }

  lastingCondition(network: string, time: number): Promise<LastingAt | null> {
    // The slot that holds the time may not be over.
    return this.#store.lastingCondition(network, slotOf(time) - 1);
  }

  async sensorsBefore(network: string, time: number): Promise<SensorsAt | null> {
    const last = slotOf(time) - 1;
    const midnight = SLOTS_PER_DAY * Math.floor(last / SLOTS_PER_DAY);
    const mark = (await this.#store.judgedUntil()).find((one) => one.network === network);
    if (mark === undefined || mark.slot < midnight) return null;
    const newest = await this.#store.sensorConditions(network, { upTo: Math.min(last, mark.slot) });
    const isNear = newest.length > 0 && newest[0].slot >= midnight;
    const [slot, conditions] = isNear ? [newest[0].slot, newest] : [midnight, []];
    if (!(await this.#hasAll(network, slot, conditions))) return null;
    const anomaliesOf = (faults: readonly string[]) => this.#store.faultAnomalies(network, faults);
    return { slot, conditions: await wholeConditions(conditions, anomaliesOf) };
  }

  /** Whether every fault of hours that was open at a slot is among some conditions: a worker may have stored its own alone. */
  async #hasAll(network: string, slot: number, conditions: readonly SensorCondition[]): Promise<boolean> {
    const faults = await this.#store.faultsOver(network, timeOfSlot(slot), timeOfSlot(slot));
    const known = new Set(conditions.map((one) => `${one.station} ${one.variable}`));
    return faults.every(({ kind, station, variable, named, recovered }) => {
      const isOpen = slotOf(named) <= slot && (recovered === null || slotOf(recovered) > slot);
      return isFaultOfDays(kind) || !isOpen || known.has(`${station} ${variable}`);
    });
  }

  /** Those on faults with the values that lie under them, and the anomalies that they have, by now. */
  async rules(network: string): Promise<ExpertRule[]> {
    const rules = await rulesByNow(await this.#store.rules(network), this.#store);
    return Promise.all(
      rules.map(async (rule) => {
        if (rule.fault === null || rule.ended !== null || rule.classification === 'normal') return rule;
        return { ...rule, fault: (await this.#store.fault(rule.fault.id)) ?? rule.fault };
      }),
    );
  }

  close(): Promise<void> {
    return this.#close();
  }
}

function titleOf(store: StoreReads): string {
  return 'title' in store && typeof store.title === 'string' ? store.title : 'the store';
}
