import { HalcyonError } from '../../../schemas/errors.ts';
import { kafkaSettings } from '../../system/kafka-configuration.ts';
import { ok, warning, wrong } from '../installation/finding.ts';
import type { Check } from '../installation/installation.ts';

const WHAT = 'event log';
/** How long brokers are waited for [ms]. */
const WAIT_MS = 3_000;

/** Brokers and topics of the event log on Kafka, as `halcyon log deploy` makes them. */
export const kafka: Check = {
  what: WHAT,
  look: async ({ configuration }) => {
    try {
      const settings = kafkaSettings(configuration);
      if (settings === null) return [ok(WHAT, 'embedded, in the memory of the process')];
      const { examineTopics } = await import('../../../ingest/log/kafka/examine-log.ts');
      const { brokers, differences } = await examineTopics(settings, WAIT_MS);
      if (settings.replication > brokers) {
        const detail = `${brokers} brokers cannot keep ${settings.replication} copies of each partition`;
        return [wrong(WHAT, detail, 'HALCYON_KAFKA_REPLICATION should be no more than there are brokers')];
      }
      if (differences.length === 0) return [ok(WHAT, `${brokers} brokers, every topic as it should be`)];
      const alter = 'alter the topic with the tools of Kafka, or the setting where the topic is meant so';
      return differences.map((line) => warning(WHAT, line, alter));
    } catch (error) {
      if (!(error instanceof HalcyonError)) throw error;
      return [wrong(WHAT, error.message, '')];
    }
  },
};
