import type { Configuration } from '../../../schemas/configuration.ts';
import type { StoreReads } from '../../stores/store-reads.ts';
import type { RuleRegister } from '../rule-register.ts';

/** What the endpoints rest on by which people say what they know. */
export interface ExpertDependencies {
  readonly configuration: Pick<Configuration, 'temporalMethod'>;
  readonly store: StoreReads;
  /** What people have ruled. */
  readonly experts: RuleRegister;
  /** Current time, ms since the epoch. */
  readonly now: () => number;
}
