import type { AlertDependencies } from '../../alerts/alert-dependencies.ts';
import type { RuleRegister } from '../../experts/rule-register.ts';
import type { StoreReads } from '../../stores/store-reads.ts';
import type { KeptReadings } from '../kept-readings.ts';

/** What the endpoints of those on duty rest on. */
export interface DutyDependencies {
  readonly store: StoreReads;
  /** What people have ruled. */
  readonly experts: RuleRegister;
  readonly alerts: AlertDependencies;
  /** What was read of networks just before. */
  readonly readings: KeptReadings;
  /** Current time, ms since the epoch. */
  readonly now: () => number;
}
