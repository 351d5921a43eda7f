import type { LogState } from '../../../ingest/log/kafka/examine-log.ts';
import { HalcyonError } from '../../../schemas/errors.ts';
import { call, field, text } from '../../stores/rows/row-expression.ts';
import { kafkaSettings } from '../../system/kafka-configuration.ts';
import { type Finding, ok, warning, wrong } from '../installation/finding.ts';
import { type Check, type Installation, usableStore } from '../installation/installation.ts';

const WHAT = 'event log';
/** How long brokers are waited for [ms]. */
const WAIT_MS = 3_000;

/** Brokers and topics of the event log on Kafka, as `halcyon log deploy` makes them. */
export const kafka: Check = {
  what: WHAT,
  look: async ({ configuration, store }) => {
    try {
      const settings = kafkaSettings(configuration);
      if (settings === null) return [ok(WHAT, 'embedded, in the memory of the process')];
      const { examineTopics } = await import('../../../ingest/log/kafka/examine-log.ts');
      const { brokers, differences, inAreas } = await examineTopics(settings, WAIT_MS);
      if (settings.replication > brokers) {
        const detail = `${brokers} brokers cannot keep ${settings.replication} copies of each partition`;
        return [wrong(WHAT, detail, 'HALCYON_KAFKA_REPLICATION should be no more than there are brokers')];
      }
      const areas = await lookAtAreas(inAreas, settings.partitions, store);
      if (differences.length === 0) return [ok(WHAT, `${brokers} brokers, every topic as it should be`), ...areas];
      const alter =
        'alter the topic by halcyon log deploy or with the tools of Kafka, or the setting where the topic is meant so';
      return [...differences.map((line) => warning(WHAT, line, alter)), ...areas];
    } catch (error) {
      if (!(error instanceof HalcyonError)) throw error;
      return [wrong(WHAT, error.message, '')];
    }
  },
};

/** How many stations were registered after the areas of the log were made: they share the last partitions. */
async function lookAtAreas(
  inAreas: LogState['inAreas'],
  partitions: number,
  store: Installation['store'],
): Promise<Finding[]> {
  if (inAreas === null) return [];
  if (inAreas === 'unfinished') {
    return [wrong(WHAT, 'areas of the log were begun and not finished', 'repeat halcyon log deploy --areas')];
  }
  const opened = await usableStore(store);
  if (opened === null) return [ok(WHAT, `its partitions are areas of ${inAreas} stations`)];
  const counts = (await opened.networks()).map((network) =>
    opened.search.count('stations', call('eq', field('network'), text(network))),
  );
  const all = (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  const later = Math.max(0, all - inAreas);
  const detail = `its partitions are areas of ${inAreas} stations, and ${later} registered later share the last ones`;
  // More than a partition was meant for.
  if (later * partitions <= inAreas) return [ok(WHAT, detail)];
  return [warning(WHAT, detail, 'move to a new log, whose areas are made of all stations (docs/partitions.md)')];
}
