import type { EventLog } from '../../ingest/log/event-log.ts';
import { readRange } from '../../ingest/log/read-range.ts';
import { isoOf } from '../../schemas/time.ts';
import { MOST_ROWS } from './gathered-inserts.ts';
import { STORED, type StoredTopic, type TopicInserts } from './topic-inserts.ts';

/** What a store is filled again with. */
export interface RebuildDependencies {
  readonly log: Pick<EventLog, 'beginnings' | 'ends' | 'subscribe'>;
  /** What is rejected is tried again. */
  readonly inserts: TopicInserts;
  /** Throws where nothing may be stored now: what was read is tried again later. */
  readonly room?: () => void;
  /** Ends it before all is read. */
  readonly signal: AbortSignal;
}

/** What of a topic was stored again. */
export interface RebuiltTopic {
  readonly topic: StoredTopic;
  readonly records: number;
  /** When the log took the oldest of them, ms since the epoch: what it took before is not in it any more; null where it has none. */
  readonly since: number | null;
}

/** Name of those who read the log for it. */
const READER = 'rebuild';

/**
 * Stores again everything that the log had when it was asked, topic by topic; what the store has already does not change,
 * and the group that stores what comes goes on beside it.
 *
 * @returns what it found of each topic
 * @throws the signal's reason
 */
export async function rebuildStore(dependencies: RebuildDependencies): Promise<RebuiltTopic[]> {
  const rebuilt: RebuiltTopic[] = [];
  for (const topic of STORED) rebuilt.push(await rebuildTopic(topic, dependencies));
  return rebuilt;
}

async function rebuildTopic<K extends StoredTopic>(
  topic: K,
  { log, inserts, room, signal }: RebuildDependencies,
): Promise<RebuiltTopic> {
  let count = 0;
  let since = Number.POSITIVE_INFINITY;
  await readRange(log, { topic, group: READER, maxRecords: MOST_ROWS, signal }, async (records) => {
    room?.();
    await inserts[topic](records.map(({ value }) => value));
    count += records.length;
    for (const { appended } of records) since = Math.min(since, appended ?? since);
  });
  return { topic, records: count, since: Number.isFinite(since) ? since : null };
}

/** What was stored again, in a line for the operator. */
export function rebuiltWords(rebuilt: readonly RebuiltTopic[]): string {
  const records = rebuilt.reduce((sum, topic) => sum + topic.records, 0);
  const since = rebuilt.find(({ topic }) => topic === 'observations')?.since ?? null;
  const reach = since === null ? 'it has no observations' : `its observations begin at ${isoOf(since)}`;
  return `what the log has was stored again, ${records} records; ${reach}`;
}
