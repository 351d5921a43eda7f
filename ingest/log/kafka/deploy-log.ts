import { setTimeout as sleep } from 'node:timers/promises';
import type { Admin, Kafka } from 'kafkajs';
import { HalcyonError, messageOf } from '../../../schemas/errors.ts';
import type { Logger } from '../../../schemas/logger.ts';
import { TOPICS } from '../../../schemas/topics.ts';
import { type AlteredTopics, alterTopics } from './altered-topics.ts';
import { readAreas, writeAreas } from './area-topic.ts';
import { type Areas, stationsIn } from './areas/parted-areas.ts';
import { reachBrokers } from './first-contact.ts';
import { kafkaClient } from './kafka-client.ts';
import type { KafkaSettings } from './kafka-settings.ts';
import { assertNotMoved } from './moved-log.ts';
import { TopicSchemas } from './schema-registry.ts';
import {
  assertPartitions,
  checkTopics,
  createTopics,
  partitionsOf,
  splitPartitions,
  type TopicDifference,
} from './topic-deployment.ts';
import { topicInCluster } from './topic-specifications.ts';

/** How long brokers may take to hear of new topics from each other, and for each partition that they make [ms]. */
const HEARD_MS = 20_000;
const MADE_MS = 100;
const AGAIN_MS = 200;

/** What a deployment did and found. */
export interface Deployment {
  /** Topics that were missing. */
  readonly created: readonly string[];
  /** What was not as it should be of those that were there. */
  readonly topics: AlteredTopics;
  /** Stations that have their partition by where they are; null where a hash of the key decides. */
  readonly inAreas: number | null;
}

/**
 * Makes a log ready for use: registers the schemas, creates the topics that are missing, alters
 * what is safe to alter of the others. Safe to repeat.
 *
 * @param newAreas makes areas out of the stations that are known, so many as the log has partitions; where it is not given, the
 *   partitions of a new log are no areas
 * @throws HalcyonError `log_unavailable` where brokers or registry do not answer, `invalid_configuration` where a schema is
 *   not compatible, topics do not fit together or have another number of partitions, the log was moved, or areas are asked for
 *   a log that has none
 */
export async function deployLog(
  settings: KafkaSettings,
  logger: Logger,
  newAreas?: (count: number) => Promise<Areas>,
): Promise<Deployment> {
  await reachBrokers(settings, logger);
  const kafka = kafkaClient(settings, logger);
  const admin = kafka.admin();
  try {
    await admin.connect();
    await assertNotMoved(admin, settings);
    await assertPartitions(admin, settings);
    await new TopicSchemas(settings).register();
    // Before there is a topic: whoever opens the log has to know where its stations are.
    const areas = await deployedAreas(kafka, admin, settings, newAreas);
    const created = await createTopics(admin, settings);
    await led(admin, settings, logger);
    const inAreas = areas === null ? null : stationsIn(areas);
    return { created, topics: await alterTopics(admin, await checked(admin, settings)), inAreas };
  } catch (cause) {
    if (cause instanceof HalcyonError) throw cause;
    const brokers = settings.brokers.join(', ');
    throw new HalcyonError('log_unavailable', `no broker of ${brokers} answers: ${messageOf(cause)}`, { cause });
  } finally {
    await admin.disconnect().catch(() => undefined);
  }
}

/** The areas of the log: those that it has, or new ones where they are asked for. */
async function deployedAreas(
  kafka: Kafka,
  admin: Admin,
  settings: KafkaSettings,
  newAreas?: (count: number) => Promise<Areas>,
): Promise<Areas | null> {
  const found = await readAreas(kafka, admin, settings);
  if (found !== null && found !== 'unfinished') return found;
  if (newAreas === undefined) {
    if (found === null) return null;
    throw new HalcyonError(
      'invalid_configuration',
      'areas of this log were begun and not finished: repeat halcyon log deploy --areas, or take another HALCYON_KAFKA_PREFIX',
    );
  }
  if ((await splitPartitions(admin, settings)).length > 0) {
    throw new HalcyonError(
      'invalid_configuration',
      'the log is there already, and a hash decides where its stations are: --areas should be of a new log, with another HALCYON_KAFKA_PREFIX, which takes over by halcyon log move (docs/partitions.md)',
    );
  }
  const areas = await newAreas(settings.partitions);
  await writeAreas(kafka, admin, settings, areas);
  return areas;
}

/**
 * Waits until the topics can be used: brokers say of many new partitions that they are made, and refuse who comes to them for
 * minutes.
 */
async function led(admin: Admin, settings: KafkaSettings, logger: Logger): Promise<void> {
  const { partitions } = settings;
  const waitMs = HEARD_MS + MADE_MS * partitions * TOPICS.length;
  const until = Date.now() + waitMs;
  let told = false;
  for (const topic of TOPICS.map((name) => topicInCluster(settings, name))) {
    for (;;) {
      try {
        await admin.fetchTopicOffsets(topic);
        break;
      } catch (cause) {
        if ((cause as { retriable?: unknown }).retriable !== true) throw cause;
        if (Date.now() >= until) {
          const after = `after ${Math.round(waitMs / 1000)} s: ${messageOf(cause)}`;
          throw new HalcyonError('log_unavailable', `topic ${topic} cannot be used ${after}; repeat the command`, {
            cause,
          });
        }
        if (!told) logger.info(`the brokers make ${partitions} partitions of each topic; waiting for them`);
        told = true;
        await sleep(AGAIN_MS);
      }
    }
  }
}

/** Checks the topics; of several brokers some hear a little later than others of those that were created. */
async function checked(admin: Admin, settings: KafkaSettings): Promise<TopicDifference[]> {
  const until = Date.now() + HEARD_MS;
  for (;;) {
    try {
      return await checkTopics(admin, settings, await partitionsOf(admin, settings));
    } catch (error) {
      const passes = !(error instanceof HalcyonError) || error.code === 'log_unavailable';
      if (!passes || Date.now() >= until) throw error;
      await sleep(AGAIN_MS);
    }
  }
}
