import type { TopicName, TopicRecords } from '../../schemas/topics.ts';
import type { EventLog, Subscription } from './event-log.ts';

/**
 * Reads all of a topic, from its beginning and on; resolves when everything that was there at the call has been taken.
 *
 * @param group name of the follower, for the operator
 */
export async function followTopic<K extends TopicName>(
  log: Pick<EventLog, 'ends' | 'subscribe'>,
  topic: K,
  group: string,
  take: (record: TopicRecords[K]) => void,
): Promise<Subscription> {
  const waiting = new Set<number>();
  for (const [partition, end] of (await log.ends(topic)).entries()) if (end > 0) waiting.add(partition);
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const subscription = await log.subscribe({ group, topic, read: 'all' }, async ({ partition, records, behind }) => {
    for (const { value } of records) take(value);
    if (behind === 0) waiting.delete(partition);
    if (waiting.size === 0) arrive();
  });
  if (waiting.size > 0) await arrived;
  return subscription;
}
