import type { RuleRegister } from '../../experts/rule-register.ts';
import type { StoreReads } from '../../stores/store-reads.ts';
import type { AlertDependencies } from '../alert-dependencies.ts';

/** What the endpoints of alerts rest on. */
export interface AlertEndpointDependencies {
  readonly alerts: AlertDependencies;
  readonly store: StoreReads;
  /** What people say of anomalies. */
  readonly experts: RuleRegister;
  /** Current time, ms since the epoch. */
  readonly now: () => number;
}
