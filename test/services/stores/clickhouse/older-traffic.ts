import type { Fault } from '../../../../schemas/fault.ts';
import { BASELINE_COLUMNS, baselineCells } from '../../../../services/stores/clickhouse/baseline-rows.ts';
import { ClickHouseStore } from '../../../../services/stores/clickhouse/clickhouse-store.ts';
import {
  FAULT_COLUMNS,
  FAULT_VALUE_COLUMNS,
  faultCells,
  faultValueRows,
} from '../../../../services/stores/clickhouse/fault-rows.ts';
import type { StoreClient } from '../../../../services/stores/clickhouse/store-client.ts';
import {
  anomaly,
  baseline,
  CALM,
  DAY,
  fault,
  faultValue,
  faultVersion,
  judgement,
  observation,
  START,
  sensorCondition,
  station,
} from '../records.ts';

/** Of faults: what no version before step 17 writes. */
const LATER_COLUMNS: ReadonlySet<string> = new Set(['adjusted']);
const NETWORKS = ['a', 'b', 'ü'];
const MONTHS = 3;

/** Writes as an older version does, and knows what has to be there. */
export class OlderTraffic {
  readonly #client: StoreClient;
  readonly #store: ClickHouseStore;
  #count = 0;

  constructor(client: StoreClient) {
    this.#client = client;
    this.#store = new ClickHouseStore(client);
  }

  /** Writes the next thing: something new, a revision of what was there, or the same once more. */
  async next(): Promise<void> {
    const k = this.#count++;
    const network = NETWORKS[k % NETWORKS.length];
    // Every report comes three times, each time with another value; by the first two it may be in either table.
    const report = Math.floor(k / 15);
    const time = START - (report % MONTHS) * 31 * DAY + report * 600_000;
    const revision = Math.floor(k / 3) % 5;
    await this.#store.insertObservations([
      observation(network, 's', time, { received: time + revision, values: { ...CALM, temp_out: k } }),
    ]);
    this.observations.set(`${network} ${time}`, k);
    switch (k % 5) {
      case 0:
        await this.#store.insertJudgements([judgement(network, 's', time, time + k)]);
        this.judgements.set(`${network} ${time}`, time + k);
        break;
      case 1:
        // Of these no column says which came last.
        await this.#client.insert('baselines', BASELINE_COLUMNS, [
          baselineCells(baseline(network, 's', 20_000, `v${k}`)),
        ]);
        this.baselines.set(network, `v${k}`);
        break;
      case 2:
        await this.#store.insertAnomalies([anomaly(network, `${network} ${k}`, { time })]);
        this.anomalies.add(`${network} ${k}`);
        break;
      case 3:
        await this.#insertFault(fault(network, `${network} f`, { start: time, end: null, judged: START + k }), time);
        this.faults.set(`${network} f`, START + k);
        break;
      default:
        await this.#store.insertStations([station(network, 's', { name: `name ${k}`, updated: START + k })]);
        this.stations.set(network, `name ${k}`);
    }
  }

  /** A fault with a value, and the condition of its sensor, without the columns that came later. */
  async #insertFault(told: Fault, time: number): Promise<void> {
    const cells = faultCells(told);
    const columns = FAULT_COLUMNS.filter((name) => !LATER_COLUMNS.has(name));
    const kept = cells.filter((_, k) => !LATER_COLUMNS.has(FAULT_COLUMNS[k]));
    await this.#client.insert('faults', columns, [kept]);
    const values = faultValueRows(faultVersion(told, [faultValue(time)]));
    await this.#client.insert('fault_values', FAULT_VALUE_COLUMNS, values);
    await this.#store.insertFaults([sensorCondition(told.network, 2_900_000)]);
  }

  /** Value by network and time, and so on. */
  readonly observations = new Map<string, number>();
  readonly judgements = new Map<string, number>();
  readonly baselines = new Map<string, string>();
  readonly anomalies = new Set<string>();
  readonly faults = new Map<string, number>();
  readonly stations = new Map<string, string>();

  /** What is there, in the same form, as the tables have it: what counts of each key. */
  async stored(): Promise<
    Pick<OlderTraffic, 'observations' | 'judgements' | 'baselines' | 'anomalies' | 'faults' | 'stations'>
  > {
    const rows = <T>(sql: string) => this.#client.rows<[string, T]>(sql);
    const at = `concat(network, ' ', toString(toUnixTimestamp64Milli(time)))`;
    const ids = await rows<number>('SELECT id, 1 FROM anomalies FINAL');
    return {
      observations: new Map(await rows<number>(`SELECT ${at}, temp_out FROM observations FINAL`)),
      judgements: new Map(await rows<number>(`SELECT ${at}, toUnixTimestamp64Milli(judged) FROM judgements FINAL`)),
      baselines: new Map(await rows<string>('SELECT network, version FROM baselines FINAL')),
      anomalies: new Set(ids.map(([id]) => id)),
      faults: new Map(await rows<number>('SELECT id, toUnixTimestamp64Milli(judged) FROM faults FINAL')),
      stations: new Map(await rows<string>('SELECT network, name FROM stations FINAL')),
    };
  }

  /** What has to be there. */
  expected(): Awaited<ReturnType<OlderTraffic['stored']>> {
    const { observations, judgements, baselines, anomalies, faults, stations } = this;
    return { observations, judgements, baselines, anomalies, faults, stations };
  }
}
