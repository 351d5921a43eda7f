import { deployLog } from '../../../ingest/log/kafka/deploy-log.ts';
import { KafkaLog } from '../../../ingest/log/kafka/kafka-log.ts';
import { SILENT } from '../../../schemas/logger.ts';
import type { Observation } from '../../../schemas/observation.ts';
import { logServers } from '../../servers/kafka.ts';
import { denseHistory } from './dense-network.ts';
import { type EnteredRules, NO_RULES } from './live-judgement.ts';
import { settledByWorkers, type Work } from './several-workers.ts';
import { smallHistory, smallStations } from './small-network.ts';

export const stations = smallStations(6);
export const history = smallHistory(stations, 3, 7);
/** Part of a day in which the same stations report every one to ten minutes. */
export const denseDay = denseHistory(stations, { minutes: [1, 5, 10, 2], hours: 10, seed: 11, jitterMs: 30_000 });

/** How a log on Kafka is worked on. */
export interface KafkaWork extends Omit<Work, 'open'> {
  readonly partitions: number;
}

/**
 * Runs both stages as several workers on Kafka.
 *
 * @param arrivals observations of the history, in the order in which they come
 * @param expected how many verdicts are waited for
 * @returns what is settled, as `settled` gives it
 */
export async function settledOnKafka(
  arrivals: readonly Observation[],
  { partitions, ...work }: KafkaWork,
  expected: number,
  rules: EnteredRules = NO_RULES,
): Promise<unknown[]> {
  const settings = (await logServers()).settings({ partitions });
  await deployLog(settings, SILENT);
  const open = (now: () => number) =>
    KafkaLog.open({ settings, logger: SILENT, now, backoff: { firstMs: 10, mostMs: 500 } });
  return settledByWorkers(stations, arrivals, { ...work, open }, { expected, rules });
}
