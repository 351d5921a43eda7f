import type { Problem } from '../schemas/errors.ts';
import type { NetworkScope } from '../schemas/network-scope.ts';
import type { Station } from '../schemas/station.ts';
import type { ItemResult, RawItem } from './raw-item.ts';

/** Who sends items, where access control knows, and what they may bring. */
export interface Sender {
  /** Stored with what they bring. */
  readonly name: string;
  readonly networks: NetworkScope;
  /** Before this time they bring reports of those networks alone that they may correct, ms since the epoch. */
  readonly oldest: number;
  readonly corrects: NetworkScope;
}

/** The one way in: everything a feed brings goes through here. */
export interface Intake {
  /**
   * Validates items, registers stations that carry a position, publishes observations and dead letters.
   * Resolves when all of it is safe; a result for each item, in order.
   *
   * @param network network of items that name none
   * @param source name of the feed
   * @param sender undefined where nobody but the system itself brings them
   * @throws HalcyonError `forbidden` where the sender may not bring one of them; nothing is taken then
   */
  submit(network: string, source: string, items: readonly RawItem[], sender?: Sender): Promise<readonly ItemResult[]>;
}

/** What became of one registration. */
export type RegistrationResult =
  | { readonly status: 'registered'; readonly station: Station }
  | { readonly status: 'refused'; readonly problems: readonly Problem[] };

/** The networks of the stations that are registered. */
export interface StationHomes {
  /** In order. */
  networks(): readonly string[];
  /** Those that have a station of an id, in order, by the ids of a list; an id that none has is left out. */
  networksWith(ids: ReadonlySet<string>): ReadonlyMap<string, readonly string[]>;
}

/** A way in for stations too. */
export interface RegisteringIntake extends Intake {
  readonly homes: StationHomes;
  /**
   * Registers stations; each registration is whole and replaces the one before it. Resolves when all of them are safe,
   * with a result for each, in order.
   *
   * @param network of registrations that name none
   * @param loc where the list stood, for the problems: `[...loc, index, field]`
   */
  registerStations(
    network: string,
    given: readonly unknown[],
    loc?: readonly (string | number)[],
  ): Promise<RegistrationResult[]>;
}
