import type { Rejection } from '../../ingest/log/embedded-log.ts';
import type { EventLog } from '../../ingest/log/event-log.ts';
import type { Configuration } from '../../schemas/configuration.ts';
import type { Logger } from '../../schemas/logger.ts';
import { kafkaSettings } from './kafka-configuration.ts';

/** What a log is opened with. */
export interface OpenLogDependencies {
  readonly configuration: Configuration;
  /** Current time, ms since the epoch. */
  readonly now: () => number;
  /** One line for the operator. */
  readonly logger: Logger;
  /** Whether a log that was moved may be opened, for what it still holds. */
  readonly evenMoved?: boolean;
}

/** What is tried again is told the first time, and then once in so many times. */
const TELL_EVERY = 20;

/**
 * The log on Kafka, where the settings name brokers; null where they name none: then it is in the memory of the pipeline.
 *
 * @throws HalcyonError `log_unavailable`, `invalid_configuration`
 */
export async function openLog({
  configuration,
  now,
  logger,
  evenMoved = false,
}: OpenLogDependencies): Promise<EventLog | null> {
  const settings = kafkaSettings(configuration);
  if (settings === null) return null;
  const onRejection = ({ group, topic, error, attempt }: Rejection) => {
    if (attempt % TELL_EVERY === 1) logger.warn(`${group} of ${topic} tries again`, { topic, group, cause: error });
  };
  const { KafkaLog } = await import('../../ingest/log/kafka/kafka-log.ts');
  return KafkaLog.open({ settings, logger, now, onRejection, evenMoved });
}
