import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import type { BufrDecoder } from '../../../ingest/feeds/bufr/bufr-decoder.ts';
import type { Intake } from '../../../ingest/intake.ts';
import type { ItemResult, RawItem } from '../../../ingest/raw-item.ts';
import { readReports } from '../../../ingest/read-reports.ts';
import type { Anomaly } from '../../../schemas/anomaly.ts';
import type { Baseline } from '../../../schemas/baseline.ts';
import { type Configuration, readConfiguration } from '../../../schemas/configuration.ts';
import type { DeadLetter } from '../../../schemas/dead-letter.ts';
import { HalcyonError } from '../../../schemas/errors.ts';
import type { Fault } from '../../../schemas/fault.ts';
import type { DetectBody } from '../../../schemas/http/detect-body.ts';
import { bareMediaType } from '../../../schemas/http/media-type.ts';
import type { PgJson } from '../../../schemas/http/patterns/pg-json.ts';
import type { StationRegistration } from '../../../schemas/http/station-body.ts';
import type { Observation } from '../../../schemas/observation.ts';
import type { Outage } from '../../../schemas/outage.ts';
import { PARTS, type Part } from '../../../schemas/parts.ts';
import type { ShortTermReport } from '../../../schemas/reports/report.ts';
import type { Station } from '../../../schemas/station.ts';
import { VARIABLES } from '../../../schemas/variables.ts';
import type { AlertDependencies } from '../../../services/alerts/alert-dependencies.ts';
import type { HttpDependencies } from '../../../services/api/http-dependencies.ts';
import type { AuditEvent, AuditLog } from '../../../services/audit/audit-log.ts';
import type { AuditTrail } from '../../../services/audit-trail/read-audit.ts';
import type { DatasetDependencies } from '../../../services/datasets/dataset-dependencies.ts';
import { KeptStates } from '../../../services/detection/kept-states.ts';
import type { OutageRequest } from '../../../services/detection/outages-of-network.ts';
import { SilentSensors } from '../../../services/detection/silent-sensors.ts';
import { KeptReadings } from '../../../services/duty/kept-readings.ts';
import type { HttpLimits } from '../../../services/http/http-limits.ts';
import { type AccessDependencies, NO_ACCESS_CONTROL } from '../../../services/http/middleware/access-control.ts';
import type { PeopleDependencies } from '../../../services/identity/administration/endpoints/people-dependencies.ts';
import { rootOf } from '../../../services/patterns/pattern-problems.ts';
import type { PatternStore } from '../../../services/patterns/pattern-store.ts';
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
import type { EventStreams, StreamRequest } from '../../../services/stream/stream-hub.ts';
import { absent } from '../../../services/system/absent.ts';
import type { ReadinessCheck } from '../../../services/telemetry/readiness-check.ts';
import { someReport } from '../answers/some-report.ts';
import { MemoryRules } from '../experts/memory-rules.ts';
import { blocksOf } from '../observations/blocks-of-observations.ts';
import { type GivenMoment, momentsOf } from '../stores/some-moments.ts';
import { directoryOf, NOON } from './some-records.ts';

/** The ports of the HTTP services in memory: they answer what a test put in and remember what they were asked. */
export class FakeParts {
  configuration: Configuration;
  /** Parts that are served. */
  served: ReadonlySet<Part> = new Set(PARTS);
  limits: Partial<HttpLimits> = { levelMs: 0 };
  stations: Station[] = [];
  observations: JudgedObservation[] = [];
  anomalies: Anomaly[] = [];
  faults: Fault[] = [];
  outages: Outage[] = [];
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
  letters: DeadLetter[] = [];
  /** What decodes BUFR, or why there is nothing. */
  bufr: BufrDecoder | string = 'no decoder is installed';
  readonly submitted: { network: string; source: string; items: readonly RawItem[] }[] = [];
  readonly registered: StationRegistration[] = [];
  readonly detections: { body: DetectBody; signal: AbortSignal }[] = [];
  /** A real one, where a test opens it. */
  stream: EventStreams | null = null;
  readonly streamsAsked: StreamRequest[] = [];
  readonly outagesAsked: OutageRequest[] = [];
  readonly failures: { line: string; cause: unknown }[] = [];
  /** Patterns by id, JSON. */
  readonly patterns = new Map<string, string>();
  /** A real one, where a test opens it. */
  patternStore: PatternStore | null = null;
  /** A real one, where a test opens it. */
  search: RowSearch | null = null;
  /** None, unless a test opens one. */
  datasets: DatasetDependencies = absent('datasets');
  readonly experts = new MemoryRules(() => this.#troubled());
  #looks = 0;
  /** Of what is kept for seconds: every look at it is an hour later, so that tests see what they have just changed. */
  readingClock = () => 3_600_000 * this.#looks++;
  readonly silences = new SilentSensors();
  alerts: AlertDependencies = absent('alerts');
  /** None, unless a test opens them. */
  people: PeopleDependencies['people'] = absent('identity service');
  checks: Record<string, ReadinessCheck> = { store: { ok: true, detail: 'answers' } };
  access: AccessDependencies = NO_ACCESS_CONTROL;
  /** What was recorded, in its order. */
  readonly recorded: AuditEvent[] = [];
  audit: AuditLog = { record: async (event) => void this.recorded.push(event) };
  /** A real one, where a test opens it. */
  auditTrail: AuditTrail = {
    page: async ({ cursor }) => {
      await this.#troubled();
      if (cursor === 'bad') throw new HalcyonError('invalid_parameter', 'the cursor is none of this list');
      return { items: [], next: null };
    },
  };
  /** What the next call of a port throws or waits for. */
  trouble: (() => Promise<void>) | null = null;
  results: ItemResult[] = [];
  report: ShortTermReport = someReport();

  constructor(environment: Record<string, string> = {}) {
    this.configuration = readConfiguration({ HALCYON_DATA: '/nowhere', ...environment });
  }

  parts(): HttpDependencies {
    return {
      configuration: this.configuration,
      parts: this.served,
      store: this.#store(),
      bufr: async () => this.bufr,
      letters: {
        insertDeadLetters: async (letters) => void this.letters.push(...letters),
        deadLetters: async () => {
          await this.#troubled();
          return { items: this.letters, next: this.next };
        },
        deadLetter: async (id) => {
          await this.#troubled();
          return this.letters.find((letter) => letter.id === id) ?? null;
        },
      },
      intake: this.#intake(),
      parsePush: (contentType, body) => {
        const mediaType = bareMediaType(contentType);
        if (body.toString() === 'no rows') throw new HalcyonError('invalid_parameter', 'the CSV is empty');
        return [{ fields: { body: body.toString() }, body, mediaType, context: '', place: '' }];
      },
      homes: {
        networks: () => [...new Set(this.stations.map(({ network }) => network))],
        networksWith: (ids) => directoryOf(this.stations).networksWith(ids),
      },
      registerStations: async (registrations) => {
        await this.#troubled();
        this.registered.push(...registrations);
        return registrations.map((registration) => ({
          network: registration.network,
          id: registration.station_id,
          name: registration.station_name ?? registration.station_id,
          latitude: registration.latitude,
          longitude: registration.longitude,
          elevation: registration.elevation ?? null,
          pressureLevel: registration.pressure_level ?? 'unknown',
          rainInterval: registration.rain_interval ?? null,
          manufacturer: registration.manufacturer ?? null,
          model: registration.model ?? null,
          retired: registration.retired ?? false,
          updated: NOON,
        }));
      },
      detect: async (_source, body, signal) => {
        this.detections.push({ body, signal });
        await this.#troubled();
        return this.report;
      },
      outages: async (_source, request) => {
        this.outagesAsked.push(request);
        await this.#troubled();
        return { network: request.network ?? 'north', from: NOON - 86_400_000, to: NOON, outages: this.outages };
      },
      experts: this.experts,
      states: new KeptStates(this.readingClock, this.silences),
      readings: new KeptReadings(this.readingClock, this.silences),
      stream: this.stream ?? {
        open: async (request) => {
          await this.#troubled();
          this.streamsAsked.push(request);
          return Readable.from([': nothing happens\n\n']);
        },
      },
      readiness: async () => {
        await this.#troubled();
        return this.checks;
      },
      metrics: async () => {
        await this.#troubled();
        return '# HELP halcyon_stations stations\n# TYPE halcyon_stations gauge\nhalcyon_stations 1\n';
      },
      now: () => NOON,
      logFailure: (line, cause) => this.failures.push({ line, cause }),
      access: this.access,
      audit: this.audit,
      auditTrail: this.auditTrail,
      people: this.people,
      patterns: this.patternStore ?? this.#patterns(),
      datasets: this.datasets,
      alerts: this.alerts,
      drawer: { draw: async (pattern) => this.#drawing(pattern) },
      limits: this.limits,
    };
  }

  async #troubled(): Promise<void> {
    await this.trouble?.();
  }

  #intake(): Intake {
    return {
      submit: async (network, source, items) => {
        await this.#troubled();
        this.submitted.push({ network, source, items });
        return this.results;
      },
    };
  }

  #patterns(): PatternStore {
    return {
      create: async (graph, body) => {
        await this.#troubled();
        const { id } = rootOf(graph);
        this.patterns.set(id, body);
        return id;
      },
      pattern: async (id) => {
        await this.#troubled();
        return this.patterns.get(id) ?? null;
      },
      list: async ({ offset, limit }) => {
        await this.#troubled();
        return { bodies: [...this.patterns.values()].slice(offset, offset + limit), total: this.patterns.size };
      },
      remove: async () => {
        await this.#troubled();
        return { tasks: [], datasets: [] };
      },
      node: async (id) => {
        await this.#troubled();
        return { node: { id, labels: [] }, patterns: [] };
      },
      listTasks: async () => {
        await this.#troubled();
        return { tasks: [], total: 0 };
      },
      changeNode: async (id, properties) => {
        await this.#troubled();
        return { node: { id, labels: [], properties }, patterns: [] };
      },
      createTask: async () => {
        await this.#troubled();
        return '4a3c2f0e-1d5b-4c8a-9e7f-2b6d8c0a1e3f';
      },
      patternsOf: async () => {
        await this.#troubled();
        return [...this.patterns.keys()];
      },
    };
  }

  async #drawing(pattern: PgJson): Promise<string> {
    await this.#troubled();
    return `<svg xmlns="http://www.w3.org/2000/svg"><title>${pattern.nodes.length}</title></svg>`;
  }

  /** Only what the services read; anything else is a mistake and fails as one. */
  #store(): StoreReads {
    return {
      networks: async () => {
        await this.#troubled();
        return [...new Set(this.stations.map((station) => station.network))];
      },
      station: async (network, id) => {
        await this.#troubled();
        return this.stations.find((station) => station.network === network && station.id === id) ?? null;
      },
      extent: async () => ({ first: NOON, last: NOON }),
      elements: async () => [],
      readObservations: (network, from, to) => this.#read(network, from, to),
      reportColumns: (...asked) => readReports({ read: (...again) => this.#read(...again) }, ...asked),
      allStations: async (network) => {
        await this.#troubled();
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
        await this.#troubled();
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
        await this.#troubled();
        return this.anomalies.filter((anomaly) => anomaly.id === id);
      },
      faults: async (query) => this.#page(query, this.faults),
      fault: async (id) => {
        await this.#troubled();
        return this.faults.find((fault) => fault.id === id) ?? null;
      },
      rules: async (network) => this.experts.all.filter((rule) => network === undefined || rule.network === network),
      faultsOver: async (network, from, to, station) => {
        await this.#troubled();
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
        await this.#troubled();
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
    await this.#troubled();
    this.asked.push(query);
    if (query.cursor === 'bad') throw new HalcyonError('invalid_parameter', 'the cursor is none of this list');
    return { items: items.slice(0, query.limit), next: this.next };
  }
}
