import type { RuleRegister } from '../../experts/rule-register.ts';
import type { StoreReads } from '../../stores/store-reads.ts';

/** What the endpoints of the health of stations rest on. */
export interface HealthDependencies {
  readonly store: StoreReads;
  /** What people have ruled. */
  readonly experts: RuleRegister;
  /** Current time, ms since the epoch. */
  readonly now: () => number;
}
