import type { TopicName, TopicRecords } from '../../schemas/topics.ts';
import type { DeliveredRecord, EventLog } from './event-log.ts';

/** What of a topic is read, and by whom. */
export interface ReadRange<K extends TopicName> {
  readonly topic: K;
  /** Name of the reader, for the operator. */
  readonly group: string;
  /** Offsets to begin at, by partition; at the beginning of what the log holds where not given. */
  readonly from?: readonly number[];
  /** Records that are taken at once, at most. */
  readonly maxRecords?: number;
  /** Ends it before all is read. */
  readonly signal: AbortSignal;
}

/**
 * Reads what a topic holds at the call, once; resolves when all of it has been taken.
 *
 * @param take is given records of one partition in their order
 * @throws the signal's reason
 */
export async function readRange<K extends TopicName>(
  log: Pick<EventLog, 'beginnings' | 'ends' | 'subscribe'>,
  { topic, group, from, maxRecords, signal }: ReadRange<K>,
  take: (records: readonly DeliveredRecord<TopicRecords[K]>[]) => Promise<void> | void,
): Promise<void> {
  signal.throwIfAborted();
  const beginnings = await log.beginnings(topic);
  const ends = await log.ends(topic);
  const begin = ends.map((_, partition) => Math.max(beginnings[partition] ?? 0, from?.[partition] ?? 0));
  const open = new Set(ends.keys());
  for (const [partition, end] of ends.entries()) if (end <= begin[partition]) open.delete(partition);
  if (open.size === 0) return;
  let finish = () => {};
  const allRead = new Promise<void>((resolve, reject) => {
    finish = resolve;
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
  const subscription = await log.subscribe(
    {
      group,
      topic,
      read: 'all',
      onAssigned: async ({ partition }) => begin[partition],
      ...(maxRecords !== undefined && { maxRecords }),
    },
    async ({ partition, records, behind }) => {
      if (!open.has(partition)) return;
      await take(records.filter(({ offset }) => offset < ends[partition]));
      if (behind === 0 || (records.at(-1)?.offset ?? -1) + 1 >= ends[partition]) open.delete(partition);
      if (open.size === 0) finish();
    },
  );
  try {
    await allRead;
  } finally {
    await subscription.stop();
  }
}
