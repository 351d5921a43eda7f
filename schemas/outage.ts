/**
 * Kinds of an outage of the feed: stations say again what they said last (`repeating`), say nothing (`missing`), or say
 * what they said hours before, with new times (`shifted`).
 */
export const OUTAGE_KINDS = ['repeating', 'missing', 'shifted'] as const;
export type OutageKind = (typeof OUTAGE_KINDS)[number];

/** `network`: many stations at once, so that it is what collects them. `station`: one by itself, such as its logger; it is never `missing`. */
export const OUTAGE_SCOPES = ['network', 'station'] as const;
type OutageScope = (typeof OUTAGE_SCOPES)[number];

/** A time in which what came, or did not come, says nothing of the weather nor of a single sensor. */
export interface Outage {
  readonly kind: OutageKind;
  readonly scope: OutageScope;
  /** Centre of its first slot, ms since the epoch; where it had begun before the stretch that was asked about, its beginning. */
  readonly start: number;
  /** Centre of its last slot, ms since the epoch; null while it lasts at the end of the stretch. */
  readonly end: number | null;
  /** Identifiers of the stations that were in it at any time, in their order. */
  readonly stations: readonly string[];
  /** Largest share of the stations that usually report that were in it at once, above 0 to 1. */
  readonly share: number;
  /** In words, for the operator. */
  readonly reason: string;
}
