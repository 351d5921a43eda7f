import type { KafkaSettings } from '../../../ingest/log/kafka/kafka-settings.ts';
import { HalcyonError } from '../../../schemas/errors.ts';
import { kafkaSettings } from '../../system/kafka-configuration.ts';
import { ok, wrong } from '../installation/finding.ts';
import type { Check, Installation } from '../installation/installation.ts';

const WHAT = 'schema registry';
/** How long it is waited for [ms]. */
const WAIT_MS = 5_000;

/** The registry of the log on Kafka: reachable, with the schemas of this version. */
export const schemaRegistry: Check = {
  what: WHAT,
  look: async ({ configuration }) => {
    const settings = readable(configuration);
    if (settings === null) return [];
    try {
      const { examineSchemas } = await import('../../../ingest/log/kafka/examine-log.ts');
      return [ok(WHAT, `${await examineSchemas(settings, WAIT_MS)} schemas of this version are registered`)];
    } catch (error) {
      if (!(error instanceof HalcyonError)) throw error;
      return [wrong(WHAT, error.message, '')];
    }
  },
};

/** What is wrong with the settings of the log is told where its brokers are looked at. */
function readable(configuration: Installation['configuration']): KafkaSettings | null {
  try {
    return kafkaSettings(configuration);
  } catch (error) {
    if (error instanceof HalcyonError) return null;
    throw error;
  }
}
