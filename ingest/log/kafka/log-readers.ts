import type { Admin } from 'kafkajs';
import { TOPICS, type TopicName } from '../../../schemas/topics.ts';
import { askedAgain } from './asked-again.ts';
import type { KafkaSettings } from './kafka-settings.ts';

/** Who reads a topic at the moment. */
export interface LogReader {
  readonly group: string;
  readonly topic: TopicName;
}

/** States of a group that nobody is in. */
const WITHOUT_MEMBERS: readonly string[] = ['Empty', 'Dead'];

/**
 * The groups of a log that have members. Every process that works on a log reads something of it, if only the stations; one
 * that was killed counts until the brokers miss it, ten seconds.
 */
export async function readersOf(admin: Admin, { prefix }: KafkaSettings): Promise<LogReader[]> {
  const { groups } = await askedAgain(() => admin.listGroups());
  const own = groups.map(({ groupId }) => groupId).filter((id) => readerOf(id, prefix) !== null);
  if (own.length === 0) return [];
  const described = await askedAgain(() => admin.describeGroups(own));
  return described.groups
    .filter(({ state }) => !WITHOUT_MEMBERS.includes(state))
    .flatMap(({ groupId }) => readerOf(groupId, prefix) ?? []);
}

/** Group and topic of a group's name in the cluster; null where it is of another log. */
export function readerOf(groupId: string, prefix: string): LogReader | null {
  if (!groupId.startsWith(prefix)) return null;
  const name = groupId.slice(prefix.length);
  for (const topic of TOPICS) {
    // Who reads all of a topic does so in a group of its own, with an id behind the name.
    const [, group] = new RegExp(`^([a-z]+)-${topic}(-[0-9a-f]{8}-[0-9a-f-]{27})?$`).exec(name) ?? [];
    if (group !== undefined) return { group, topic };
  }
  return null;
}
