import type { Admin } from 'kafkajs';
import { HalcyonError } from '../../../schemas/errors.ts';
import type { Logger } from '../../../schemas/logger.ts';
import { reachBrokers } from './first-contact.ts';
import { kafkaClient } from './kafka-client.ts';
import { KafkaLog } from './kafka-log.ts';
import type { KafkaSettings } from './kafka-settings.ts';
import { type LogReader, readersOf } from './log-readers.ts';
import { markMoved } from './moved-log.ts';
import { splitPartitions } from './topic-deployment.ts';

/** Two logs of one cluster, of which one takes over the work of the other. */
export interface TwoLogs {
  readonly from: KafkaLog;
  readonly to: KafkaLog;
  /** Groups of each that have members now. */
  readersFrom(): Promise<readonly LogReader[]>;
  readersTo(): Promise<readonly LogReader[]>;
  /** Marks `from` as moved, for good. */
  mark(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the log of the settings, and the one with another prefix.
 *
 * @param prefix of the log that is to be moved
 * @throws HalcyonError `invalid_parameter` where there is none with this prefix, `log_unavailable` where brokers or registry
 *   do not answer or the log of the settings is not deployed, `invalid_configuration` where one of them was moved already
 */
export async function openTwoLogs(
  settings: KafkaSettings,
  prefix: string,
  now: () => number,
  logger: Logger,
): Promise<TwoLogs> {
  await reachBrokers(settings, logger);
  const admin = kafkaClient(settings, logger).admin();
  const open: KafkaLog[] = [];
  const close = async () => {
    for (const log of open) await log.close();
    await admin.disconnect().catch(() => undefined);
  };
  try {
    await admin.connect();
    const old = await settingsThere(admin, settings, prefix);
    for (const one of [old, settings]) open.push(await KafkaLog.open({ settings: one, logger, now }));
    const [from, to] = open;
    return {
      from,
      to,
      readersFrom: () => readersOf(admin, old),
      readersTo: () => readersOf(admin, settings),
      mark: () => markMoved(admin, old, settings.prefix),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function settingsThere(admin: Admin, settings: KafkaSettings, prefix: string): Promise<KafkaSettings> {
  const [partitions] = await splitPartitions(admin, { ...settings, prefix });
  if (partitions === undefined) {
    throw new HalcyonError(
      'invalid_parameter',
      `the brokers have no log with the prefix ${JSON.stringify(prefix)}: --from should be the HALCYON_KAFKA_PREFIX of the one that is to be moved`,
    );
  }
  return { ...settings, prefix, partitions };
}
