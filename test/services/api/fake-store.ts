import assert from 'node:assert/strict';
import { readReports } from '../../../ingest/read-reports.ts';
import type { Anomaly } from '../../../schemas/anomaly.ts';
import type { Baseline } from '../../../schemas/baseline.ts';
import { HalcyonError } from '../../../schemas/errors.ts';
import type { Fault } from '../../../schemas/fault.ts';
import type { Observation } from '../../../schemas/observation.ts';
import type { Station } from '../../../schemas/station.ts';
import { VARIABLES } from '../../../schemas/variables.ts';
import type { Relation, RowQuery, RowSearch, SearchedRows } from '../../../services/stores/rows/row-search.ts';
import type { StoreReads } from '../../../services/stores/store-reads.ts';
import type {
  AnomalyQuery,
  FaultQuery,
  JudgedObservation,
  ObservationBlock,
  ObservationQuery,
  StationQuery,
  StretchQuery,
} from '../../../services/stores/time-series-store.ts';
import { MemoryRules } from '../experts/memory-rules.ts';
import { blocksOf } from '../observations/blocks-of-observations.ts';
import { type GivenMoment, momentsOf } from '../stores/some-moments.ts';
import { NOON } from './some-records.ts';

/** The store of the HTTP services in memory: it answers what a test put in and remembers what it was asked. */
export class FakeStore {
  stations: Station[] = [];
  observations: JudgedObservation[] = [];
  anomalies: Anomaly[] = [];
  faults: Fault[] = [];
  moments: GivenMoment[] = [];
  baselines: Baseline[] = [];
  /** Moments of which the states were asked, ms since the epoch. */
  readonly momentsAsked: number[] = [];
  next: string | null = null;
  /** Networks whose faults of a stretch were read, newest last. */
  readonly faultsAsked: string[] = [];
  /** Queries the store was asked, newest last. */
  readonly asked: (StationQuery | ObservationQuery | AnomalyQuery | FaultQuery)[] = [];
  /** Whole stretches the store was asked, newest last, and what it answers where that are not the observations. */
  readonly stretchesAsked: (StretchQuery & { readonly signal: AbortSignal })[] = [];
  blocks: AsyncIterable<ObservationBlock> | null = null;
  /** A real one, where a test opens it. */
  search: RowSearch | null = null;
  readonly experts = new MemoryRules(() => this.troubled());
  /** What the next call of a port throws or waits for. */
  trouble: (() => Promise<void>) | null = null;

  protected async troubled(): Promise<void> {
    await this.trouble?.();
  }

  /** Only what the services read; anything else is a mistake and fails as one. */
  protected store(): StoreReads {
    return {
      networks: async () => {
        await this.troubled();
        return [...new Set(this.stations.map((station) => station.network))];
      },
      station: async (network, id) => {
        await this.troubled();
        return this.stations.find((station) => station.network === network && station.id === id) ?? null;
      },
      extent: async () => ({ first: NOON, last: NOON }),
      elements: async () => [],
      readObservations: (network, from, to) => this.#read(network, from, to),
      reportColumns: (...asked) => readReports({ read: (...again) => this.#read(...again) }, ...asked),
      allStations: async (network) => {
        await this.troubled();
        return this.stations.filter((station) => network === undefined || [network].flat().includes(station.network));
      },
      stationMoments: async (_network, time, stations) => {
        this.momentsAsked.push(time);
        return momentsOf(stations, this.moments);
      },
      stationReports: async () => [],
      reportedSlots: async function* () {},
      verdictMarks: async () => this.anomalies,
      search: this.search ?? this.#search(),
      stations: async (query) => this.#stationPage(query),
      stationBaselines: async () => {
        await this.troubled();
        return [];
      },
      valueCounts: async () => ({ received: 10, judged: 8, not_judged: { late: 2 } }),
      observations: async (query) => this.#page(query, this.observations),
      observationBlocks: (query, signal) => {
        this.stretchesAsked.push({ ...query, signal });
        return this.blocks ?? blocksOf(this.observations);
      },
      anomalies: async (query) => this.#page(query, this.anomalies),
      anomaly: async (id) => {
        await this.troubled();
        return this.anomalies.filter((anomaly) => anomaly.id === id);
      },
      faults: async (query) => this.#page(query, this.faults),
      fault: async (id) => {
        await this.troubled();
        return this.faults.find((fault) => fault.id === id) ?? null;
      },
      rules: async (network) => this.experts.all.filter((rule) => network === undefined || rule.network === network),
      faultsOver: async (network, from, to, station) => {
        await this.troubled();
        this.faultsAsked.push(network);
        return this.faults
          .filter((fault) => fault.network === network && (station === undefined || fault.station === station))
          .filter(({ start, end }) => start <= to && (end === null || end >= from));
      },
      faultValues: async () => [],
      lastingCondition: async () => null,
      judgedUntil: async () => [],
      sensorConditions: () => assert.fail('conditions are read'),
      faultAnomalies: () => assert.fail('anomalies of faults are read'),
      baselines: async (_network, fromDay, toDay) => this.baselines.filter(({ day }) => day >= fromDay && day <= toDay),
      assessments: () => assert.fail('assessments are read'),
    };
  }

  /** Every row of a kind: what is asked of them is the engine's to find. */
  async *#read(network: string, from: number, to: number): AsyncGenerator<Observation[]> {
    yield this.observations
      .map(({ observation }) => observation)
      .filter((one) => one.network === network && one.time >= from && one.time <= to);
  }

  #search(): RowSearch {
    const rowsOf = (relation: Relation): SearchedRows[Relation][] => {
      if (relation === 'stations') return this.stations;
      const variables = VARIABLES.map((variable) => ({ variable }));
      if (relation === 'variables') return variables;
      if (relation === 'variablesOfStations') {
        return this.stations.flatMap((station) => variables.map(({ variable }) => ({ station, variable })));
      }
      return this.observations.flatMap(({ observation, assessment }) =>
        VARIABLES.map((variable) => ({
          ...observation,
          variable,
          value: observation.values[variable] ?? 0,
          assessment,
        })),
      );
    };
    return {
      find: async <R extends Relation>(relation: R, query: RowQuery) => {
        await this.troubled();
        const rows = rowsOf(relation).slice(0, query.limit) as SearchedRows[R][];
        return { rows, more: false, next: null };
      },
      findOfEach: async (groups, { limit, oldestFirst }) => {
        const values = rowsOf('values') as SearchedRows['values'][];
        return groups.map(({ network, station, variable }) => {
          const found = values.filter((one) => one.network === network && one.station === station);
          const rows = found.filter((one) => variable === null || one.variable === variable);
          rows.sort((a, b) => (oldestFirst ? a.time - b.time : b.time - a.time));
          return { rows: rows.slice(0, limit), more: false, next: null };
        });
      },
      count: async (relation) => rowsOf(relation).length,
    };
  }

  /** The cursor is how many stations are passed over. */
  async #stationPage(query: StationQuery) {
    const passed = /^\d+$/.test(query.cursor ?? '') ? Number(query.cursor) : 0;
    const ordered = this.stations.toSorted((a, b) => (a.id < b.id ? -1 : 1)).slice(passed);
    const page = await this.#page(query, ordered);
    const end = passed + page.items.length;
    return { ...page, next: page.next ?? (end < this.stations.length ? String(end) : null) };
  }

  async #page<T>(query: StationQuery | ObservationQuery | AnomalyQuery | FaultQuery, items: readonly T[]) {
    await this.troubled();
    this.asked.push(query);
    if (query.cursor === 'bad') throw new HalcyonError('invalid_parameter', 'the cursor is none of this list');
    return { items: items.slice(0, query.limit), next: this.next };
  }
}
