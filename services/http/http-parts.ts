import type { Readable } from 'node:stream';
import type { Intake } from '../../ingest/intake.ts';
import type { ObservationSource } from '../../ingest/observation-source.ts';
import type { RawItem } from '../../ingest/raw-item.ts';
import type { Configuration } from '../../schemas/configuration.ts';
import type { DetectBody } from '../../schemas/http/detect-body.ts';
import type { StationRegistration } from '../../schemas/http/station-body.ts';
import type { Part } from '../../schemas/parts.ts';
import type { ShortTermReport } from '../../schemas/reports/report.ts';
import type { Station } from '../../schemas/station.ts';
import type { AlertParts } from '../alerts/alert-parts.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { AuditTrail } from '../audit/read-audit.ts';
import type { DatasetParts } from '../datasets/dataset-parts.ts';
import type { OutageRequest, OutagesOfNetwork } from '../detection/outages-of-network.ts';
import type { RuleRegister } from '../experts/rule-register.ts';
import type { IdentityParts } from '../identity/identity-parts.ts';
import type { PatternParts } from '../patterns/pattern-parts.ts';
import type { StoreReads } from '../stores/store-reads.ts';
import type { EventStreams } from '../stream/stream-hub.ts';
import type { AnsweredRequest } from './answered-request.ts';
import type { AccessParts } from './middleware/access-control.ts';
import type { ReadinessCheck } from './readiness-check.ts';

/** Bounds of what one request may cost. */
export interface HttpLimits {
  /** Largest body of pushed observations, bytes. */
  readonly pushBytes: number;
  /** Largest property graph, bytes: 10,000 nodes with a kilobyte each fit. */
  readonly graphBytes: number;
  /** Largest JSON body elsewhere, bytes. */
  readonly bodyBytes: number;
  /** How long a body may pause, ms. */
  readonly bodyIdleMs: number;
  /** How long an answer may take, ms; for what reads or judges history the second. */
  readonly answerMs: number;
  /** How long what says how something stands is given to all who ask before it is asked again, ms. */
  readonly levelMs: number;
  readonly detectMs: number;
  /** How long files may be written or read, or a query wait and run, ms. */
  readonly storageMs: number;
}

export const DEFAULT_LIMITS: HttpLimits = {
  pushBytes: 32 * 1024 * 1024,
  graphBytes: 16 * 1024 * 1024,
  bodyBytes: 4 * 1024 * 1024,
  bodyIdleMs: 20_000,
  answerMs: 60_000,
  levelMs: 500,
  detectMs: 600_000,
  storageMs: 6 * 3_600_000,
};

/** What the HTTP services rest on: ports only, so that tests can give others. */
export interface HttpParts extends PatternParts {
  readonly configuration: Configuration;
  /** Parts of the system that this process serves. */
  readonly parts: ReadonlySet<Part>;
  readonly store: StoreReads;
  readonly intake: Intake;
  /** The items of a pushed body, one for each observation in it; what cannot be read is an item that says so. */
  readonly parsePush: (mediaType: string, body: Buffer) => readonly RawItem[];
  /**
   * Registers stations, all or none; resolves with their new state, in order, once it is safe.
   *
   * @throws HalcyonError `invalid_parameter` with a problem for each thing refused
   */
  readonly registerStations: (registrations: readonly StationRegistration[]) => Promise<readonly Station[]>;
  /**
   * Judges a stretch of stored history; aborting the signal ends it.
   *
   * @throws HalcyonError `invalid_parameter`, `insufficient_data`, `unknown_network`, and what the store throws
   */
  readonly detect: (source: ObservationSource, body: DetectBody, signal: AbortSignal) => Promise<ShortTermReport>;
  /**
   * The outages of a network's feed in a stretch of stored history; aborting the signal ends it.
   *
   * @throws HalcyonError `invalid_parameter`, `insufficient_data`, `unknown_network`, and what the store throws
   */
  readonly outages: (
    source: ObservationSource,
    request: OutageRequest,
    signal: AbortSignal,
  ) => Promise<OutagesOfNetwork>;
  /** What people have ruled. */
  readonly experts: RuleRegister;
  /** What happens, as it happens. */
  readonly stream: EventStreams;
  readonly readiness: () => Promise<Record<string, ReadinessCheck>>;
  /** The metrics of this process in Prometheus' text form. */
  readonly metrics: () => Promise<string>;
  /** Current time, ms since the epoch. */
  readonly now: () => number;
  /** Takes what went wrong and its private cause, for the log. */
  readonly logFailure: (line: string, cause: unknown) => void;
  /** Takes what was answered, for the log; left out where nobody wants it. */
  readonly logAccess?: (answered: AnsweredRequest) => void;
  readonly limits?: Partial<HttpLimits>;
  readonly datasets: DatasetParts;
  readonly alerts: AlertParts;
  readonly access: AccessParts;
  /** Where is recorded who did what. */
  readonly audit: AuditLog;
  /** What is recorded in the data folder of this process. */
  readonly auditTrail: AuditTrail;
  /** The catalogue as a copy of it, where this process has it. */
  readonly copyCatalogue?: () => Readable;
  /** The identity service, where this process has it. */
  readonly identity?: IdentityParts;
}

/** Network of what is pushed or registered without naming one. */
export const DEFAULT_NETWORK = 'default';
