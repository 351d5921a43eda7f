import { Readable } from 'node:stream';
import type { BufrDecoder } from '../../../ingest/feeds/bufr/bufr-decoder.ts';
import type { Intake } from '../../../ingest/intake.ts';
import type { ItemResult, RawItem } from '../../../ingest/raw-item.ts';
import { type Configuration, readConfiguration } from '../../../schemas/configuration.ts';
import type { DeadLetter } from '../../../schemas/dead-letter.ts';
import { HalcyonError } from '../../../schemas/errors.ts';
import type { DetectBody } from '../../../schemas/http/detect-body.ts';
import { bareMediaType } from '../../../schemas/http/media-type.ts';
import type { PgJson } from '../../../schemas/http/patterns/pg-json.ts';
import type { StationRegistration } from '../../../schemas/http/station-body.ts';
import type { Outage } from '../../../schemas/outage.ts';
import { PARTS, type Part } from '../../../schemas/parts.ts';
import type { ShortTermReport } from '../../../schemas/reports/report.ts';
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
import type { EventStreams, StreamRequest } from '../../../services/stream/stream-hub.ts';
import { absent } from '../../../services/system/absent.ts';
import type { ReadinessCheck } from '../../../services/telemetry/readiness-check.ts';
import { someReport } from '../answers/some-report.ts';
import { FakeStore } from './fake-store.ts';
import { directoryOf, NOON } from './some-records.ts';

/** The ports of the HTTP services in memory: they answer what a test put in and remember what they were asked. */
export class FakeParts extends FakeStore {
  configuration: Configuration;
  /** Parts that are served. */
  served: ReadonlySet<Part> = new Set(PARTS);
  limits: Partial<HttpLimits> = { levelMs: 0 };
  outages: Outage[] = [];
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
  /** None, unless a test opens one. */
  datasets: DatasetDependencies = absent('datasets');
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
      await this.troubled();
      if (cursor === 'bad') throw new HalcyonError('invalid_parameter', 'the cursor is none of this list');
      return { items: [], next: null };
    },
  };
  results: ItemResult[] = [];
  report: ShortTermReport = someReport();

  constructor(environment: Record<string, string> = {}) {
    super();
    this.configuration = readConfiguration({ HALCYON_DATA: '/nowhere', ...environment });
  }

  parts(): HttpDependencies {
    return {
      configuration: this.configuration,
      parts: this.served,
      store: this.store(),
      bufr: async () => this.bufr,
      letters: {
        insertDeadLetters: async (letters) => void this.letters.push(...letters),
        deadLetters: async () => {
          await this.troubled();
          return { items: this.letters, next: this.next };
        },
        deadLetter: async (id) => {
          await this.troubled();
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
        await this.troubled();
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
        await this.troubled();
        return this.report;
      },
      outages: async (_source, request) => {
        this.outagesAsked.push(request);
        await this.troubled();
        return { network: request.network ?? 'north', from: NOON - 86_400_000, to: NOON, outages: this.outages };
      },
      experts: this.experts,
      states: new KeptStates(this.readingClock, this.silences),
      readings: new KeptReadings(this.readingClock, this.silences),
      stream: this.stream ?? {
        open: async (request) => {
          await this.troubled();
          this.streamsAsked.push(request);
          return Readable.from([': nothing happens\n\n']);
        },
      },
      readiness: async () => {
        await this.troubled();
        return this.checks;
      },
      metrics: async () => {
        await this.troubled();
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

  #intake(): Intake {
    return {
      submit: async (network, source, items) => {
        await this.troubled();
        this.submitted.push({ network, source, items });
        return this.results;
      },
    };
  }

  #patterns(): PatternStore {
    return {
      create: async (graph, body) => {
        await this.troubled();
        const { id } = rootOf(graph);
        this.patterns.set(id, body);
        return id;
      },
      pattern: async (id) => {
        await this.troubled();
        return this.patterns.get(id) ?? null;
      },
      list: async ({ offset, limit }) => {
        await this.troubled();
        return { bodies: [...this.patterns.values()].slice(offset, offset + limit), total: this.patterns.size };
      },
      remove: async () => {
        await this.troubled();
        return { tasks: [], datasets: [] };
      },
      node: async (id) => {
        await this.troubled();
        return { node: { id, labels: [] }, patterns: [] };
      },
      listTasks: async () => {
        await this.troubled();
        return { tasks: [], total: 0 };
      },
      changeNode: async (id, properties) => {
        await this.troubled();
        return { node: { id, labels: [], properties }, patterns: [] };
      },
      createTask: async () => {
        await this.troubled();
        return '4a3c2f0e-1d5b-4c8a-9e7f-2b6d8c0a1e3f';
      },
      patternsOf: async () => {
        await this.troubled();
        return [...this.patterns.keys()];
      },
    };
  }

  async #drawing(pattern: PgJson): Promise<string> {
    await this.troubled();
    return `<svg xmlns="http://www.w3.org/2000/svg"><title>${pattern.nodes.length}</title></svg>`;
  }
}
