import { followTopic } from '../../ingest/log/follow-topic.ts';
import { KafkaLog } from '../../ingest/log/kafka/kafka-log.ts';
import type { KafkaSettings } from '../../ingest/log/kafka/kafka-settings.ts';
import type { Anomaly } from '../../schemas/anomaly.ts';
import type { Fault } from '../../schemas/fault.ts';
import { SILENT } from '../../schemas/logger.ts';
import type { TopicName, TopicRecords } from '../../schemas/topics.ts';
import type { Item } from './invariants.ts';
import { topicFaultItem, verdictItem } from './settled-items.ts';

/** Everything that a topic holds now. */
export async function recordsOf<K extends TopicName>(settings: KafkaSettings, topic: K): Promise<TopicRecords[K][]> {
  const log = await KafkaLog.open({ settings, logger: SILENT, now: Date.now, evenMoved: true });
  const records: TopicRecords[K][] = [];
  try {
    await followTopic(log, topic, 'resilience', (record) => records.push(record));
  } finally {
    await log.close();
  }
  return records;
}

/** Everything that a topic of several logs holds now, log after log. */
async function recordsOfAll<K extends TopicName>(logs: readonly KafkaSettings[], topic: K): Promise<TopicRecords[K][]> {
  const records: TopicRecords[K][] = [];
  for (const settings of logs) for (const record of await recordsOf(settings, topic)) records.push(record);
  return records;
}

/** The settled verdicts of a network as who reads the topic `anomalies` of one log after the other has them. */
export async function settledOnTopic(logs: readonly KafkaSettings[], network: string): Promise<Item[]> {
  return settledOf((await recordsOfAll(logs, 'anomalies')).filter((anomaly) => anomaly.network === network));
}

/** What is settled by versions in the order in which they were given: of one id the last final one counts. */
export function settledOf(versions: readonly Anomaly[]): Item[] {
  const counts = new Map<string, Anomaly>();
  for (const anomaly of versions) {
    const known = counts.get(anomaly.id);
    if (known === undefined || anomaly.final || !known.final) counts.set(anomaly.id, anomaly);
  }
  return [...counts.values()].filter(({ state }) => state === 'settled').map(verdictItem);
}

/** The settled faults of a network as who reads the topic `faults` of one log after the other has them. */
export async function settledFaultsOnTopic(logs: readonly KafkaSettings[], network: string): Promise<Item[]> {
  const counts = new Map<string, Fault>();
  for (const record of await recordsOfAll(logs, 'faults')) {
    if (record.kind !== 'fault' || record.network !== network) continue;
    const { fault } = record;
    if (counts.get(fault.id)?.state !== 'settled' || fault.state === 'settled') counts.set(fault.id, fault);
  }
  return [...counts.values()].filter(({ state }) => state === 'settled').map(topicFaultItem);
}
