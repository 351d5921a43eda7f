import type { JudgementPlan } from '../../detectors/network/judgement-plan.ts';
import type { Configuration } from '../../schemas/configuration.ts';
import type { Logger } from '../../schemas/logger.ts';
import type { Part } from '../../schemas/parts.ts';
import type { Tls } from '../http/listening/tls-files.ts';
import type { Catalogue } from '../stores/catalogue.ts';
import type { OpenedTimeSeries } from '../stores/opening/open-time-series.ts';
import type { AnsweredRequest } from '../telemetry/answered-request.ts';
import type { configuredFeeds } from './feeds.ts';

/** What a system is started with. */
export interface SystemOptions {
  readonly configuration: Configuration;
  /** Parts of the system that run in this process. */
  readonly parts: ReadonlySet<Part>;
  /** Allows listening beyond loopback without access control. */
  readonly insecure: boolean;
  /** Current time, ms since the epoch. */
  readonly now: () => number;
  readonly logger: Logger;
  /** Takes what was answered; left out where nobody wants it. */
  readonly logAccess?: (answered: AnsweredRequest) => void;
  /** The metrics of this process in Prometheus' text form. */
  readonly metrics: () => Promise<string>;
}

/** What a system is assembled of, besides. */
export interface AssemblyOptions extends SystemOptions {
  /** True where this process has every part. */
  readonly whole: boolean;
  readonly tls: Tls | null;
  readonly plan: JudgementPlan;
  readonly feedsOn: ReturnType<typeof configuredFeeds>;
  /** null where this process needs no time series. */
  readonly opened: OpenedTimeSeries | null;
  /** null where this process needs no catalogue. */
  readonly catalogue: Promise<Catalogue> | null;
  /** Takes what ends each part, in the order in which they begin; a stop calls them from the last to the first. */
  readonly ending: (() => Promise<void>)[];
}
