import type { Admin } from 'kafkajs';
import { HalcyonError } from '../../../schemas/errors.ts';
import type { KafkaSettings } from './kafka-settings.ts';

/**
 * A topic without records that says by its name where a log was moved to: unlike what groups commit, it stays, and whoever
 * opens the log sees it among the topics.
 */
function markOf(prefix: string): string {
  return `${prefix}moved-to.`;
}

/** Marks a log as moved: from here on no process works on it. Safe to repeat. */
export async function markMoved(admin: Admin, { prefix, replication }: KafkaSettings, to: string): Promise<void> {
  const topic = `${markOf(prefix)}${to}`;
  await admin.createTopics({
    topics: [{ topic, numPartitions: 1, replicationFactor: replication }],
    waitForLeaders: false,
  });
}

/**
 * Refuses a log whose work goes on in another one: what it were sent, nobody would judge.
 *
 * @throws HalcyonError `invalid_configuration`
 */
export async function assertNotMoved(admin: Admin, { prefix }: KafkaSettings): Promise<void> {
  const mark = (await admin.listTopics()).find((topic) => topic.startsWith(markOf(prefix)));
  if (mark === undefined) return;
  const to = JSON.stringify(mark.slice(markOf(prefix).length));
  throw new HalcyonError(
    'invalid_configuration',
    `the log with the prefix ${JSON.stringify(prefix)} was moved into the one with the prefix ${to}: HALCYON_KAFKA_PREFIX should be ${to}`,
  );
}
