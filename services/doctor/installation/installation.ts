import type { Configuration } from '../../../schemas/configuration.ts';
import type { Environment } from '../../../schemas/settings.ts';
import type { OpenedTimeSeries } from '../../stores/opening/open-time-series.ts';
import type { DeadLetterStore } from '../../stores/roles/dead-letter-store.ts';
import type { NetworkRegistry } from '../../stores/roles/network-registry.ts';
import type { ObservationStore } from '../../stores/roles/observation-store.ts';
import type { TimeSeriesStore } from '../../stores/time-series-store.ts';
import type { Finding } from './finding.ts';

/** What is looked at of the time series. */
export type ExaminedStore = Pick<OpenedTimeSeries, 'title' | 'check'> &
  Pick<TimeSeriesStore, 'disk'> &
  Pick<NetworkRegistry, 'networks' | 'allStations'> &
  Pick<ObservationStore, 'extent' | 'search' | 'stationMoments'> &
  Pick<DeadLetterStore, 'deadLetters'>;

/** An installation as its settings describe it. */
export interface Installation {
  readonly configuration: Configuration;
  readonly environment: Environment;
  /** Current time, ms since the epoch. */
  readonly now: () => number;
  /**
   * The time series, opened once for all checks, and nothing of it made; null where the embedded store is not made yet.
   *
   * @throws HalcyonError what opening it throws
   */
  readonly store: () => Promise<ExaminedStore | null>;
}

/** One thing that is looked at. It leaves everything as it was, and asks a server no longer than some seconds. */
export interface Check {
  /** What it looks at, for a finding of its own failure. */
  readonly what: string;
  /** @returns what was found; nothing where it does not concern this installation */
  look(installation: Installation): Promise<readonly Finding[]>;
}

/** The time series for a check of what they hold; null where there are none, or they cannot be opened: that has its own check. */
export function usableStore(store: Installation['store']): Promise<ExaminedStore | null> {
  return store().catch(() => null);
}
