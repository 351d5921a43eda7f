import type { ITopicConfig } from 'kafkajs';
import type { TopicName } from '../../../schemas/topics.ts';
import type { KafkaSettings } from './kafka-settings.ts';

const DAY_MS = 86_400_000;

/** How a topic is kept. */
interface TopicSpecification {
  /** Split by station (as many partitions as the settings say) or whole in one. */
  readonly split: boolean;
  readonly settings: Readonly<Record<string, string>>;
}

/** The newest record of a key is kept for good. */
const COMPACTED = { 'cleanup.policy': 'compact' };
/** A record may be so large; brokers take a megabyte by themselves. */
const large = (mebibytes: number) => ({ 'max.message.bytes': String(mebibytes * 1024 * 1024) });
const kept = (days: number) => ({ 'cleanup.policy': 'delete', 'retention.ms': String(days * DAY_MS) });

/**
 * The topics as they should be. All of them carry the broker's time, so that a producer's clock cannot shorten what is
 * kept. Topics that are split are split alike: what a station's records lead to has the number of their partition.
 */
const SPECIFICATIONS: Readonly<Record<TopicName, TopicSpecification>> = {
  stations: { split: true, settings: COMPACTED },
  observations: { split: true, settings: kept(7) },
  judgements: { split: true, settings: kept(7) },
  'temporal-anomalies': { split: true, settings: kept(7) },
  anomalies: { split: true, settings: kept(30) },
  // A version names all reports that were wrong, of a sensor that has been so for months.
  faults: { split: true, settings: { ...kept(30), ...large(16) } },
  baselines: { split: true, settings: COMPACTED },
  // Few: an event is of many stations.
  'weather-events': { split: false, settings: kept(30) },
  // Few, and every stage reads all of them.
  rules: { split: false, settings: COMPACTED },
  // A letter holds the bytes as they came: as much as a push may carry.
  'dead-letters': { split: false, settings: { ...kept(30), ...large(64) } },
};

/** Settings that every topic has: of three copies or more two have a record before it is acknowledged, and one may be away. */
function common({ replication }: KafkaSettings): Readonly<Record<string, string>> {
  return { 'message.timestamp.type': 'LogAppendTime', 'min.insync.replicas': replication >= 3 ? '2' : '1' };
}

/** Name of a topic in the cluster. */
export function topicInCluster(settings: KafkaSettings, topic: TopicName): string {
  return `${settings.prefix}${topic}`;
}

/** True where a topic is split by station. */
export function isSplit(topic: TopicName): boolean {
  return SPECIFICATIONS[topic].split;
}

/** A topic as it is to be created. */
export function topicConfig(settings: KafkaSettings, topic: TopicName): ITopicConfig & { configEntries: Entry[] } {
  const { split, settings: own } = SPECIFICATIONS[topic];
  return {
    topic: topicInCluster(settings, topic),
    numPartitions: split ? settings.partitions : 1,
    replicationFactor: settings.replication,
    configEntries: Object.entries({ ...common(settings), ...own }).map(([name, value]) => ({ name, value })),
  };
}

interface Entry {
  readonly name: string;
  readonly value: string;
}
