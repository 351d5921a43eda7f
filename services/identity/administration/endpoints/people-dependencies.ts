import type { KnownNetworks } from '../unknown-network.ts';
import type { ChangeDependencies } from '../user-changes.ts';

/** What the endpoints of users and clients rest on. */
export interface PeopleDependencies {
  readonly people: ChangeDependencies & {
    readonly networks: KnownNetworks;
    /** True where access control is on. */
    readonly guarded: boolean;
  };
}
