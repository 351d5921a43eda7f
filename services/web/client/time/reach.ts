import type { StationState } from '../state/station-state.ts';

/** Judging that is not seen to go on for so long has come to its end [ms]. */
const STANDS_AFTER_MS = 30_000;

/**
 * How far what a network reports has come, and its judging, ms since the epoch: to the present; to a time of the past, where
 * the reports end; or, while history is loaded, to the time that judging has come to.
 */
export type Reach =
  | { readonly kind: 'present' }
  | { readonly kind: 'standing'; readonly newest: number }
  | { readonly kind: 'coming'; readonly judged: number };

/** A station, as far as it matters here. */
interface Reported {
  readonly state: StationState;
  /** ISO 8601; null where nothing came for long. */
  readonly last_seen: string | null;
}

/** True where the present says nothing of any station: none reports, or nobody has judged what came. */
export function saysNothing(stations: readonly Reported[]): boolean {
  return stations.every(({ state }) => state === 'silent' || state === 'not_judged');
}

/**
 * Time of the newest report of a network that is silent as a whole [ms since the epoch]; null where a station reports, and
 * where nothing ever came.
 *
 * @param newest time of the newest observation, where no station says when it was seen; else null
 */
export function newestReport(stations: readonly Reported[], newest: number | null = null): number | null {
  if (stations.some(({ state }) => state !== 'silent')) return null;
  const seen = stations.flatMap(({ last_seen }) => (last_seen === null ? [] : [Date.parse(last_seen)]));
  if (newest !== null) seen.push(newest);
  return seen.length === 0 ? null : seen.reduce((a, b) => Math.max(a, b));
}

/** True where no station says when it was seen: of what came a month ago or earlier the states say nothing. */
export function isUnseen(stations: readonly Reported[]): boolean {
  return stations.length > 0 && stations.every(({ last_seen }) => last_seen === null);
}

/** Tells from the states of the present, one after the other, how far a network has come. */
export class ReachWatch {
  #judged: number | null = null;
  #lookedAt = 0;
  #wentOnAt = Number.NEGATIVE_INFINITY;

  /**
   * @param judged time of the newest anomaly; null where there is none, or the present says enough
   * @param now time of the states, ms since the epoch
   * @param newest time of the newest observation, where no station says when it was seen; else null
   */
  look(stations: readonly Reported[], judged: number | null, now: number, newest: number | null = null): Reach {
    // What goes on at the pace of the clock is no history.
    if (this.#judged !== null && judged !== null && judged - this.#judged > now - this.#lookedAt) this.#wentOnAt = now;
    if (judged !== this.#judged) {
      this.#judged = judged;
      this.#lookedAt = now;
    }
    if (!saysNothing(stations)) return { kind: 'present' };
    if (judged !== null && now - this.#wentOnAt < STANDS_AFTER_MS) return { kind: 'coming', judged };
    const ended = newestReport(stations, newest);
    return ended === null ? { kind: 'present' } : { kind: 'standing', newest: ended };
  }
}
