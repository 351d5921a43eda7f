import { HalcyonError } from '../../../schemas/errors.ts';
import { linesTo, SILENT } from '../../../schemas/logger.ts';
import { TOPICS } from '../../../schemas/topics.ts';
import { readAreas } from './area-topic.ts';
import { stationsIn } from './areas/parted-areas.ts';
import { reachBrokers } from './first-contact.ts';
import { kafkaClient } from './kafka-client.ts';
import type { KafkaSettings } from './kafka-settings.ts';
import { assertNotMoved } from './moved-log.ts';
import { TopicSchemas } from './schema-registry.ts';
import { checkTopics, partitionsOf, wordsOf } from './topic-deployment.ts';
import { topicInCluster } from './topic-specifications.ts';

/** A log on Kafka as it was found. */
export interface LogState {
  readonly brokers: number;
  /** A line for each setting of a topic that is not as it should be, partitions and copies too. */
  readonly differences: readonly string[];
  /** Stations whose partition is their area; null where a hash decides, `unfinished` where not all areas were written. */
  readonly inAreas: number | 'unfinished' | null;
}

/**
 * Looks at brokers and topics, and alters nothing.
 *
 * @param waitMs how long brokers that do not answer are waited for [ms]
 * @throws HalcyonError `log_unavailable` where they do not answer or topics are missing, `invalid_configuration` where topics
 *   do not fit together or the log was moved
 */
export async function examineTopics(settings: KafkaSettings, waitMs: number): Promise<LogState> {
  await reachBrokers(settings, SILENT, undefined, waitMs);
  const client = kafkaClient(settings, SILENT);
  const admin = client.admin();
  try {
    await admin.connect();
    await assertNotMoved(admin, settings);
    const { brokers } = await admin.describeCluster();
    const partitions = await partitionsOf(admin, settings);
    const differences = (await checkTopics(admin, settings, partitions)).map(wordsOf);
    const copies = TOPICS.flatMap((topic) => {
      const name = topicInCluster(settings, topic);
      const fewest = Math.min(...partitions[topic].map(({ replicas }) => replicas.length));
      const unsafe = partitions[topic].filter(({ isr, replicas }) => isr.length < replicas.length).length;
      return [
        ...(fewest === settings.replication
          ? []
          : [`topic ${name} has ${fewest} copies, should be ${settings.replication}`]),
        ...(unsafe === 0 ? [] : [`topic ${name} lacks copies of ${unsafe} partitions at the moment`]),
      ];
    });
    const areas = await readAreas(client, admin, settings);
    const inAreas = areas === null || areas === 'unfinished' ? areas : stationsIn(areas);
    return { brokers: brokers.length, differences: [...differences, ...copies], inAreas };
  } finally {
    await admin.disconnect().catch(() => undefined);
  }
}

/**
 * Looks whether the registry has the schemas of this version.
 *
 * @param waitMs how long a registry that does not answer is waited for [ms]
 * @returns how many schemas
 * @throws HalcyonError `log_unavailable` where it does not answer or does not have them, `invalid_configuration` where it has
 *   one that this version could not read
 */
export async function examineSchemas(settings: KafkaSettings, waitMs: number): Promise<number> {
  const schemas = new TopicSchemas(settings);
  let said = '';
  const logger = linesTo((line) => {
    said = line.replace(/; waiting for it$/, '');
  });
  try {
    return Object.keys(await schemas.present(logger, AbortSignal.timeout(waitMs))).length;
  } catch (error) {
    if (!(error instanceof HalcyonError)) throw error;
    if (error.code === 'interrupted') throw new HalcyonError('log_unavailable', said, { cause: error });
    // What is not there may be what could not be put there.
    await schemas.assertCompatible();
    throw error;
  }
}
