import kafkajs, { type Admin } from 'kafkajs';
import { messageOf } from '../../../schemas/errors.ts';
import { type TopicDifference, wordsOf } from './topic-deployment.ts';

type TopicAdmin = Pick<Admin, 'describeConfigs' | 'alterConfigs'>;

/** What became of the differences of topics, a line each. */
export interface AlteredTopics {
  readonly altered: readonly string[];
  /** With the reason, and what somebody can do. */
  readonly left: readonly string[];
}

/**
 * Corrects settings of topics. A setting is corrected only if that deletes no record that is needed, and refuses no record that
 * is accepted now. The others are left, with the reason. Settings of a topic that are not among the differences stay.
 */
export async function alterTopics(admin: TopicAdmin, differences: readonly TopicDifference[]): Promise<AlteredTopics> {
  const altered: string[] = [];
  const left = differences.filter((one) => !isSafe(one)).map((one) => `${wordsOf(one)}; ${reasonOf(one)}`);
  const safe = differences.filter(isSafe);
  for (const topic of new Set(safe.map((one) => one.topic))) {
    const changes = safe.filter((one) => one.topic === topic);
    try {
      await alter(admin, topic, changes);
      for (const { setting, actual, right } of changes) {
        altered.push(`topic ${topic} has ${setting} ${right} now, it had ${actual}`);
      }
    } catch (cause) {
      for (const one of changes) left.push(`${wordsOf(one)}; it cannot be altered: ${messageOf(cause)}`);
    }
  }
  return { altered, left };
}

/** The client's request replaces all that is set of a topic, so what else is set is sent with it. */
async function alter(admin: TopicAdmin, name: string, changes: readonly TopicDifference[]): Promise<void> {
  const resource = { type: kafkajs.ConfigResourceTypes.TOPIC, name };
  const { resources } = await admin.describeConfigs({ includeSynonyms: false, resources: [resource] });
  const own = resources
    .flatMap(({ configEntries }) => configEntries)
    .filter(({ configSource }) => configSource === kafkajs.ConfigSource.TOPIC_CONFIG);
  const values = new Map(own.map(({ configName, configValue }) => [configName, configValue]));
  for (const { setting, right } of changes) values.set(setting, right);
  const configEntries = Array.from(values, ([entry, value]) => ({ name: entry, value }));
  await admin.alterConfigs({ validateOnly: false, resources: [{ ...resource, configEntries }] });
}

function isSafe({ setting, actual, right }: TopicDifference): boolean {
  switch (setting) {
    case 'retention.ms':
      // -1 is for ever.
      return Number(actual) >= 0 && Number(right) > Number(actual);
    case 'max.message.bytes':
      return Number(right) > Number(actual);
    case 'cleanup.policy':
    case 'message.timestamp.type':
      return true;
    default:
      return false;
  }
}

function reasonOf({ setting }: TopicDifference): string {
  switch (setting) {
    case 'partitions':
      return 'it is left as it is: partitions cannot be taken away, and the order of records rests on them. A new log takes over by halcyon log move (docs/partitions.md)';
    case 'retention.ms':
      return 'it is left as it is: a shorter time deletes records. Shorten it with kafka-configs.sh if you want that';
    case 'min.insync.replicas':
      return 'it is left as it is: with fewer copies than that, records are refused. Change it with kafka-configs.sh where every partition has the copies';
    default:
      return 'it is left as it is: less than that could refuse records that are taken now';
  }
}
