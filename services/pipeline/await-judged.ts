import { setTimeout as sleep } from 'node:timers/promises';
import { TEMPORAL_GROUP } from '../../detectors/stages/temporal-stage.ts';
import type { EventLog } from '../../ingest/log/event-log.ts';

/** How often it is looked how far both stages are [ms]. */
const AGAIN_MS = 50;
/** After so long without any progress nobody waits any more [ms]. */
const STALLED_MS = 60_000;

/** What is waited for. */
export interface JudgingDependencies {
  readonly log: Pick<EventLog, 'ends' | 'done'>;
  /** Aborted when nobody waits any more. */
  readonly stopping: AbortSignal;
  /** Longest time without any progress [ms]; a minute where not given. */
  readonly stalledMs?: number;
}

/**
 * Waits until both stages have judged everything that the log took before this call.
 *
 * @returns false where they made no progress for too long, or at an abort: what is left is judged by the next start
 */
export async function awaitJudged({ log, stopping, stalledMs = STALLED_MS }: JudgingDependencies): Promise<boolean> {
  const ends = await log.ends('observations');
  let before = '';
  let stillMs = 0;
  while (!stopping.aborted) {
    const judged = (await log.done(TEMPORAL_GROUP, 'observations')).map((done) => done ?? 0);
    const found = await log.ends('temporal-anomalies');
    const verified = (await log.done('spatial', 'temporal-anomalies')).map((done) => done ?? 0);
    if (ends.every((end, at) => judged[at] >= end) && found.every((end, at) => verified[at] >= end)) return true;
    const now = JSON.stringify([judged, found, verified]);
    stillMs = now === before ? stillMs + AGAIN_MS : 0;
    if (stillMs >= stalledMs) return false;
    before = now;
    await sleep(AGAIN_MS, undefined, { signal: stopping }).catch(() => undefined);
  }
  return false;
}
