import type { Configuration } from '../../../schemas/configuration.ts';
import type { Environment } from '../../../schemas/settings.ts';
import type { OpenedTimeSeries } from '../../stores/opening/open-time-series.ts';
import type { Finding } from './finding.ts';

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
  readonly store: () => Promise<OpenedTimeSeries | null>;
}

/** One thing that is looked at. It leaves everything as it was, and asks a server no longer than some seconds. */
export interface Check {
  /** What it looks at, for a finding of its own failure. */
  readonly what: string;
  /** @returns what was found; nothing where it does not concern this installation */
  look(installation: Installation): Promise<readonly Finding[]>;
}

/** The time series for a check of what they hold; null where there are none, or they cannot be opened: that has its own check. */
export function usableStore(store: Installation['store']): Promise<OpenedTimeSeries | null> {
  return store().catch(() => null);
}
