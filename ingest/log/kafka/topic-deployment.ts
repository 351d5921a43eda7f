import kafkajs, { type Admin, type PartitionMetadata } from 'kafkajs';
import { HalcyonError, messageOf } from '../../../schemas/errors.ts';
import { TOPICS, type TopicName } from '../../../schemas/topics.ts';
import type { KafkaSettings } from './kafka-settings.ts';
import { isSplit, topicConfig, topicInCluster } from './topic-specifications.ts';

/**
 * Creates the topics that are missing.
 *
 * @returns names of those that were created
 * @throws HalcyonError `log_unavailable` where the brokers do not answer or refuse it
 */
export async function createTopics(
  admin: Pick<Admin, 'listTopics' | 'createTopics'>,
  settings: KafkaSettings,
): Promise<string[]> {
  try {
    const there = new Set(await admin.listTopics());
    const missing = TOPICS.map((topic) => topicConfig(settings, topic)).filter(({ topic }) => !there.has(topic));
    // Waiting for leaders is the caller's: of several brokers one that has not heard of the topics yet would fail it here.
    if (missing.length > 0) await admin.createTopics({ topics: missing, waitForLeaders: false });
    return missing.map(({ topic }) => topic);
  } catch (cause) {
    throw new HalcyonError('log_unavailable', `the topics cannot be created: ${messageOf(cause)}`, { cause });
  }
}

/** Different numbers of partitions that the topics which are split by station have, where they are there. */
export async function splitPartitions(admin: Admin, settings: KafkaSettings): Promise<number[]> {
  const there = new Set(await admin.listTopics());
  const names = TOPICS.filter(isSplit).map((topic) => topicInCluster(settings, topic));
  const found = names.filter((name) => there.has(name));
  if (found.length === 0) return [];
  const { topics } = await admin.fetchTopicMetadata({ topics: found });
  return [...new Set(topics.map(({ partitions }) => partitions.length))];
}

/**
 * Refuses another number of partitions than a log has: what it keeps of a station, and what is known of its judgement, would
 * stay in a partition that the station's records no longer come to.
 *
 * @throws HalcyonError `invalid_configuration`
 */
export async function assertPartitions(admin: Admin, settings: KafkaSettings): Promise<void> {
  const [partitions, ...others] = await splitPartitions(admin, settings);
  if (partitions === undefined || others.length > 0 || partitions === settings.partitions) return;
  throw new HalcyonError(
    'invalid_configuration',
    `the log has ${partitions} partitions, HALCYON_KAFKA_PARTITIONS asks for ${settings.partitions}: it should be ${partitions}, as stations would go on in other partitions than what is kept of them; a log of ${settings.partitions} takes over by halcyon log move (docs/partitions.md)`,
  );
}

/** What of a topic is not as it should be. */
export interface TopicDifference {
  /** Name in the cluster. */
  readonly topic: string;
  /** A setting of topics, or `partitions`: how many it has. */
  readonly setting: string;
  readonly actual: string;
  readonly right: string;
}

/** A difference as a line. */
export function wordsOf({ topic, setting, actual, right }: TopicDifference): string {
  const found = setting === 'partitions' ? `${actual} partitions` : `${setting} ${actual}`;
  return `topic ${topic} has ${found}, should be ${right}`;
}

/**
 * Compares the topics with what they should be; nothing is altered.
 *
 * @param partitions of every topic, as `partitionsOf` found them
 * @throws HalcyonError `invalid_configuration` where topics that are split alike have different numbers of partitions
 */
export async function checkTopics(
  admin: Admin,
  settings: KafkaSettings,
  partitions: Readonly<Record<TopicName, readonly PartitionMetadata[]>>,
): Promise<TopicDifference[]> {
  const split = TOPICS.filter(isSplit);
  const counts = new Map(split.map((topic) => [topicInCluster(settings, topic), partitions[topic].length]));
  if (new Set(counts.values()).size > 1) {
    const found = Array.from(counts, ([name, count]) => `${name} ${count}`).join(', ');
    throw new HalcyonError(
      'invalid_configuration',
      `topics that are split by station should have the same number of partitions, found ${found}`,
    );
  }
  const differences: TopicDifference[] = [];
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: TOPICS.map((topic) => ({
      type: kafkajs.ConfigResourceTypes.TOPIC,
      name: topicInCluster(settings, topic),
    })),
  });
  for (const topic of TOPICS) {
    const { topic: name, configEntries, numPartitions } = topicConfig(settings, topic);
    const differs = (setting: string, actual: string, right: string) => {
      if (actual !== right) differences.push({ topic: name, setting, actual, right });
    };
    differs('partitions', String(partitions[topic].length), String(numPartitions));
    const found = resources.find(({ resourceName }) => resourceName === name)?.configEntries ?? [];
    for (const { name: setting, value } of configEntries) {
      const actual = found.find(({ configName }) => configName === setting)?.configValue;
      differs(setting, String(actual), value);
    }
  }
  return differences;
}

/**
 * The partitions of every topic.
 *
 * @throws HalcyonError `log_unavailable` where a topic is missing
 */
export async function partitionsOf(
  admin: Admin,
  settings: KafkaSettings,
): Promise<Record<TopicName, PartitionMetadata[]>> {
  const there = new Set(await admin.listTopics());
  const missing = TOPICS.map((topic) => topicInCluster(settings, topic)).filter((name) => !there.has(name));
  if (missing.length > 0) {
    throw new HalcyonError(
      'log_unavailable',
      `the log has no topic ${missing.join(', ')}: run halcyon log deploy, with the settings of this process`,
    );
  }
  const { topics } = await admin.fetchTopicMetadata({ topics: TOPICS.map((topic) => topicInCluster(settings, topic)) });
  const partitions = TOPICS.map((topic) => {
    const found = topics.find(({ name }) => name === topicInCluster(settings, topic));
    return [topic, found?.partitions ?? []];
  });
  return Object.fromEntries(partitions) as Record<TopicName, PartitionMetadata[]>;
}
