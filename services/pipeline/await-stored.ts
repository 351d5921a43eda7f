import { setTimeout as sleep } from 'node:timers/promises';
import type { EventLog } from '../../ingest/log/event-log.ts';
import { HalcyonError } from '../../schemas/errors.ts';
import { STORE_GROUP } from './log-groups.ts';
import type { StoredTopic } from './topic-inserts.ts';

/** How often it is looked whether the store has what was published [ms]. */
const AGAIN_MS = 200;
/** How long it is waited for that [ms]: then whoever asks begins again, or leaves it to others. */
const WAIT_MS = 60_000;

/** What is stored by others. */
export interface StoringDependencies {
  readonly log: Pick<EventLog, 'ends' | 'done'>;
  /** Aborted when nobody waits any more. */
  readonly stopping: AbortSignal;
  /** How long the store is waited for [ms]; a minute where not given. */
  readonly waitMs?: number;
}

/**
 * Waits until what some topics hold now is stored.
 *
 * @throws HalcyonError `store_unavailable` where that is not so after `waitMs`, `interrupted` at a stop
 */
export async function awaitStored(
  { log, stopping, waitMs = WAIT_MS }: StoringDependencies,
  topics: readonly StoredTopic[],
): Promise<void> {
  const ends = await Promise.all(topics.map((topic) => log.ends(topic)));
  for (let waitedMs = 0; !(await isStored(log, topics, ends)); waitedMs += AGAIN_MS) {
    if (waitedMs >= waitMs) {
      const names = topics.join(' and ');
      throw new HalcyonError('store_unavailable', `${names} are published and not stored for ${waitMs / 1000} s`);
    }
    await sleep(AGAIN_MS, undefined, { signal: stopping }).catch((cause: unknown) => {
      throw new HalcyonError('interrupted', `stopped while ${topics.join(' and ')} were not stored yet`, { cause });
    });
  }
}

/** Whether the store has all records of some topics up to some offsets, by topic and partition. */
export async function isStored(
  log: StoringDependencies['log'],
  topics: readonly StoredTopic[],
  ends: readonly (readonly number[])[],
): Promise<boolean> {
  const done = await Promise.all(topics.map((topic) => log.done(STORE_GROUP, topic)));
  return ends.every((ofTopic, at) =>
    ofTopic.every((end, partition) => end === 0 || (done[at]?.[partition] ?? 0) >= end),
  );
}
