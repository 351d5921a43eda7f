import type { AnomalyAnswer } from '../api/answers.ts';
import type { Api } from '../api/api.ts';
import { SLOT_MS, slotAt } from './moments.ts';
import { newestObservation } from './newest-data.ts';
import { type Newest, type Reach, reachOf, type StateCounts, saysNothing } from './reach.ts';

/** What asks how far a network has come. */
interface Asking {
  readonly api: Pick<Api, 'get'>;
  /** Ends what is asked. */
  readonly left: AbortSignal;
}

/**
 * Asks how far a network has come, where the states of the present do not say it.
 *
 * @param counts of the states of the present
 * @param now their time, ms since the epoch
 * @throws ApiError; the reason of the signal
 */
export async function networkReach(asking: Asking, network: string, counts: StateCounts, now: number): Promise<Reach> {
  return saysNothing(counts) ? reachOf(counts, await newestOf(asking, network), now) : { kind: 'present' };
}

/** Time whose states and faults are shown, ms since the epoch; null: the present. */
export function shownTime(reach: Reach): number | null {
  // Of the last slot some stations may not be judged yet.
  return reach.kind === 'coming' ? slotAt(reach.shown) - SLOT_MS : null;
}

async function newestOf({ api, left }: Asking, network: string): Promise<Newest> {
  const query = new URLSearchParams({ network, limit: '1' });
  const [observation, { anomalies }] = await Promise.all([
    newestObservation(api, { network }, left),
    api.get<{ anomalies: readonly AnomalyAnswer[] }>(`/api/v1/anomalies?${query}`, left),
  ]);
  const anomaly = anomalies[0] ?? null;
  return {
    observation: observation && {
      time: Date.parse(observation.timestamp),
      received: Date.parse(observation.received),
      isJudged: observation.flags !== null,
    },
    anomaly: anomaly && {
      time: Date.parse(anomaly.timestamp),
      judged: Date.parse(anomaly.judged),
      isFinal: anomaly.final,
    },
  };
}
