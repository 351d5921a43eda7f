import type { AnomalyAnswer, ObservationAnswer } from '../api/answers.ts';
import type { Api } from '../api/api.ts';
import { SLOT_MS, slotAt } from './moments.ts';
import { type Newest, type Reach, type Reported, reachOf, saysNothing } from './reach.ts';

/** What asks how far a network has come. */
interface Asking {
  readonly api: Pick<Api, 'get'>;
  /** Ends what is asked. */
  readonly left: AbortSignal;
}

/**
 * Asks how far a network has come, where the states of the present do not say it.
 *
 * @param stations the states of the present
 * @param now their time, ms since the epoch
 * @throws ApiError; the reason of the signal
 */
export async function networkReach(
  asking: Asking,
  network: string,
  stations: readonly Reported[],
  now: number,
): Promise<Reach> {
  return saysNothing(stations) ? reachOf(stations, await newestOf(asking, network), now) : { kind: 'present' };
}

/** Time whose states and faults are shown, ms since the epoch; null: the present. */
export function shownTime(reach: Reach): number | null {
  // Of the last slot some stations may not be judged yet.
  return reach.kind === 'coming' ? slotAt(reach.shown) - SLOT_MS : null;
}

async function newestOf({ api, left }: Asking, network: string): Promise<Newest> {
  const query = new URLSearchParams({ network, limit: '1' });
  const [{ observations }, { anomalies }] = await Promise.all([
    api.get<{ observations: readonly ObservationAnswer[] }>(`/api/v1/observations?${query}`, left),
    api.get<{ anomalies: readonly AnomalyAnswer[] }>(`/api/v1/anomalies?${query}`, left),
  ]);
  return {
    observation:
      observations.map(({ timestamp, received, flags }) => ({
        time: Date.parse(timestamp),
        received: Date.parse(received),
        isJudged: flags !== null,
      }))[0] ?? null,
    anomaly:
      anomalies.map(({ timestamp, judged, final }) => ({
        time: Date.parse(timestamp),
        judged: Date.parse(judged),
        isFinal: final,
      }))[0] ?? null,
  };
}
