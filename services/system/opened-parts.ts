import type { EventLog } from '../../ingest/log/event-log.ts';
import type { OpenedAudit } from '../audit/open-audit.ts';
import type { PatternDrawer } from '../patterns/drawing/pattern-drawer.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import type { Catalogue } from '../stores/catalogue.ts';
import type { TimeSeriesStore } from '../stores/time-series-store.ts';
import type { OpenedAccess } from './open-access.ts';
import type { OpenedAlerts } from './open-alerts.ts';
import type { OpenedDatasets } from './open-datasets.ts';
import type { OpenedExperts } from './open-experts.ts';
import type { OpenedStream } from './open-stream.ts';

/** What is open in a process when it begins to listen: what its services answer from. */
export interface OpenedParts {
  readonly store: TimeSeriesStore;
  /** null where this process has nothing of it. */
  readonly pipeline: Pipeline | null;
  /** Opens the log, or gives the one that this process has; null where there is none. */
  readonly log: () => Promise<EventLog | null>;
  /** null where this process needs none. */
  readonly catalogue: Catalogue | null;
  /** null where this process serves nobody. */
  readonly audit: OpenedAudit | null;
  readonly access: OpenedAccess;
  readonly experts: OpenedExperts;
  readonly datasets: OpenedDatasets;
  /** null where nobody can look on. */
  readonly stream: OpenedStream | null;
  readonly alerts: OpenedAlerts;
  readonly drawer: PatternDrawer;
}
