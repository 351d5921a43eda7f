import type { ChangeDependencies } from '../user-changes.ts';

/** What the endpoints of users and clients rest on. */
export interface PeopleDependencies {
  readonly people: ChangeDependencies & {
    /** Names of the networks that there are; null where this process does not know them. */
    readonly networks: () => Promise<readonly string[] | null>;
    /** True where access control is on. */
    readonly guarded: boolean;
  };
}
