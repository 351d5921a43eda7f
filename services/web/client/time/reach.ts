import type { StationState } from '../state/station-state.ts';

/** A movement of the newest report that is not seen again for so long is over [ms]. */
const STANDS_AFTER_MS = 15_000;

/**
 * How far the reports of a network have come, ms since the epoch: to the present; to a time of the past, where they stand;
 * or to one from which they come nearer, as while history is loaded.
 */
export type Reach =
  | { readonly kind: 'present' }
  | { readonly kind: 'standing'; readonly newest: number }
  | { readonly kind: 'coming'; readonly newest: number };

/** A station, as far as it matters here. */
interface Reported {
  readonly state: StationState;
  /** ISO 8601; null where nothing came for long. */
  readonly last_seen: string | null;
}

/** Tells from the states of the present, one after the other, how far the reports have come. */
export class ReachWatch {
  #newest: number | null = null;
  #lookedAt = 0;
  #cameNearerAt = Number.NEGATIVE_INFINITY;

  /** @param now time of the states, ms since the epoch */
  look(stations: readonly Reported[], now: number): Reach {
    const seen = stations.flatMap(({ last_seen }) => (last_seen === null ? [] : [Date.parse(last_seen)]));
    const newest = seen.length === 0 ? null : seen.reduce((a, b) => Math.max(a, b));
    // A clock that goes at its own pace brings nothing nearer.
    if (this.#newest !== null && newest !== null && newest - this.#newest > now - this.#lookedAt) {
      this.#cameNearerAt = now;
    }
    if (newest !== this.#newest) {
      this.#newest = newest;
      this.#lookedAt = now;
    }
    if (newest === null || stations.some(({ state }) => state !== 'silent')) return { kind: 'present' };
    return { kind: now - this.#cameNearerAt < STANDS_AFTER_MS ? 'coming' : 'standing', newest };
  }
}
