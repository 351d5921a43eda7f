import { setTimeout as sleep } from 'node:timers/promises';
import type { EventLog } from '../../ingest/log/event-log.ts';
import { HalcyonError } from '../../schemas/errors.ts';
import { STORE_GROUP } from '../pipeline/log-groups.ts';
import { STORED } from '../pipeline/topic-inserts.ts';

/** Wait between two looks [ms]. */
const LOOK_MS = 300;
/** So long nothing may be stored before the wait is given up [ms]. */
const STANDSTILL_MS = 60_000;

/**
 * Waits until everything that the log had taken when it was asked is in the store: only there a back-up finds it.
 *
 * @param standstillMs so long nothing may be stored before the wait is given up
 * @throws HalcyonError `log_unavailable` where nothing is stored any more; the signal's reason
 */
export async function awaitStored(
  log: Pick<EventLog, 'ends' | 'done'>,
  say: (line: string) => void,
  signal: AbortSignal,
  standstillMs = STANDSTILL_MS,
): Promise<void> {
  const ends = await Promise.all(STORED.map((topic) => log.ends(topic)));
  let least = Number.POSITIVE_INFINITY;
  let since = Date.now();
  for (;;) {
    const done = await Promise.all(STORED.map((topic) => log.done(STORE_GROUP, topic)));
    const behind = ends
      .flatMap((ofTopic, at) => ofTopic.map((end, partition) => end - (done[at]?.[partition] ?? 0)))
      .reduce((sum, records) => sum + Math.max(0, records), 0);
    if (behind === 0) return;
    if (least === Number.POSITIVE_INFINITY)
      say(`Waiting until the store has the ${behind} records that are in the log alone.`);
    if (behind < least) {
      least = behind;
      since = Date.now();
    }
    if (Date.now() - since > standstillMs) {
      throw new HalcyonError(
        'log_unavailable',
        `${behind} records of the log do not come into the store: see that a process with the part sink runs, and that its store answers`,
      );
    }
    await sleep(LOOK_MS, undefined, { signal });
  }
}
