import type { Configuration } from '../../schemas/configuration.ts';
import type { StoreReads } from '../stores/store-reads.ts';

/** What the SensorThings API rests on. */
export interface SensorThingsDependencies {
  readonly configuration: Pick<Configuration, 'publicUrl'>;
  readonly store: StoreReads;
  /** Current time, ms since the epoch. */
  readonly now: () => number;
}
