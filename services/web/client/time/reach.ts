import { heardBy } from '../../../../schemas/station-state.ts';
import type { StationState } from '../state/station-state.ts';

/** What came, or was judged, so long ago is no sign any more that more is under way [ms]. */
const UNDER_WAY_MS = 30_000;

/**
 * How far the reports of a network have come. Times in ms since the epoch.
 *
 * - `present`: they come up to now.
 * - `standing`: they end in the past. `newest` is the time of the newest report, `heard` is when a report last arrived.
 * - `coming`: reports of the past arrive or are judged. `shown` is the time up to which they are judged, or that of the newest
 *   report if none is judged yet.
 */
export type Reach =
  | { readonly kind: 'present' }
  | { readonly kind: 'standing'; readonly newest: number; readonly heard: number }
  | { readonly kind: 'coming'; readonly shown: number; readonly isJudged: boolean };

/** How many stations are in each state now. */
export type StateCounts = Readonly<Record<StationState, number>>;

/** What is newest of a network, ms since the epoch. */
export interface Newest {
  /** The newest observation, and when it was accepted; null where there is none. */
  readonly observation: { readonly time: number; readonly received: number; readonly isJudged: boolean } | null;
  /** The newest anomaly, and when it was judged; null where there is none. */
  readonly anomaly: { readonly time: number; readonly judged: number; readonly isFinal: boolean } | null;
}

/** True where the present says nothing of any station: none reports, or nobody has judged what came. */
export function saysNothing(counts: StateCounts): boolean {
  return Object.entries(counts).every(([state, count]) => count === 0 || state === 'silent' || state === 'not_judged');
}

/**
 * How far a network has come.
 *
 * @param counts of the states of the present
 * @param now time of the states, ms since the epoch
 */
export function reachOf(counts: StateCounts, { observation, anomaly }: Newest, now: number): Reach {
  if (observation === null || !saysNothing(counts)) return { kind: 'present' };
  const { time, received, isJudged } = observation;
  const isRecent = (moment: number) => now - moment < UNDER_WAY_MS;
  // A verdict becomes final hours after its time, in a network that has come to the present too.
  const isBeingJudged = anomaly !== null && !anomaly.isFinal && isRecent(anomaly.judged);
  if (isBeingJudged && !isJudged) return { kind: 'coming', shown: anomaly.time, isJudged: true };
  if (counts.not_judged > 0) return { kind: 'present' };
  if (!isBeingJudged && !isRecent(received)) {
    return { kind: 'standing', newest: time, heard: heardBy(observation, now) };
  }
  return { kind: 'coming', shown: isJudged ? time : (anomaly?.time ?? time), isJudged: isJudged || anomaly !== null };
}
