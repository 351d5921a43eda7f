import type { ObservationSource } from '../../../ingest/observation-source.ts';
import type { Configuration } from '../../../schemas/configuration.ts';
import type { DetectBody } from '../../../schemas/http/detect-body.ts';
import type { ShortTermReport } from '../../../schemas/reports/report.ts';
import type { RuleRegister } from '../../experts/rule-register.ts';
import type { StoreReads } from '../../stores/store-reads.ts';
import type { KeptStates } from '../kept-states.ts';
import type { OutageRequest, OutagesOfNetwork } from '../outages-of-network.ts';

/** What the endpoints need that only read what was found. */
export interface FoundDependencies {
  readonly store: StoreReads;
  /** What people have ruled. */
  readonly experts: Pick<RuleRegister, 'rules'>;
}

/** What the endpoints of detection need. */
export interface DetectionDependencies extends FoundDependencies {
  readonly configuration: Configuration;
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
  /** The states of networks that were read just before. */
  readonly states: KeptStates;
  /** Current time, ms since the epoch. */
  readonly now: () => number;
}
