import type { StationHomes } from '../../../ingest/intake.ts';
import type { StationRegistration } from '../../../schemas/http/station-body.ts';
import type { Station } from '../../../schemas/station.ts';
import type { StoreReads } from '../../stores/store-reads.ts';

/** What the endpoints of networks and stations rest on. */
export interface StationDependencies {
  readonly store: StoreReads;
  /** Of the stations that this process takes reports of. */
  readonly homes: StationHomes;
  /**
   * Registers stations, all or none; resolves with their new state, in order, once it is safe.
   *
   * @throws HalcyonError `invalid_parameter` with a problem for each thing refused
   */
  readonly registerStations: (registrations: readonly StationRegistration[]) => Promise<readonly Station[]>;
}
