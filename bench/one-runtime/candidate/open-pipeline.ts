import { join } from 'node:path';
import type { TopicName } from '../../../schemas/topics.ts';
import { DistributedPipeline } from '../../../services/pipeline/distributed-pipeline.ts';
import { STORE_GROUP } from '../../../services/pipeline/log-groups.ts';
import type { Pipeline } from '../../../services/pipeline/pipeline.ts';
import type { OpenPipelineDependencies } from '../../../services/system/open-pipeline.ts';
import { DiskLog } from './disk-log.ts';

export { hasPipeline } from '../../../services/system/open-pipeline.ts';

/** As the pipeline of one process lets small inserts wait today [ms]. */
const STORE_LINGER_MS: Partial<Readonly<Record<TopicName, number>>> = { judgements: 500, anomalies: 200, faults: 200 };
const SHORT_LINGER_MS = 20;

/** The pipeline of several processes as the only one of a process, over a log on its disk. */
export async function openPipeline(given: OpenPipelineDependencies): Promise<Pipeline> {
  const { configuration, plan, store, rules, parts, now, logger } = given;
  const log = await DiskLog.open({
    folder: join(configuration.data, 'log'),
    // On Kafka batches wait longer, since each costs the brokers something: nothing here does.
    lingerOf: (group, topic, asked) => {
      if (group === STORE_GROUP) return STORE_LINGER_MS[topic] ?? SHORT_LINGER_MS;
      return group === 'temporal' || group === 'spatial' || group === 'neighbours' ? 0 : asked;
    },
    onRejection: (topic, group, error) => logger.warn(`${group} of ${topic} tries again`, { cause: error }),
  });
  return new DistributedPipeline({
    log,
    plan,
    store,
    scored: configuration.scores === 'all',
    rules,
    parts,
    now,
    logger,
  });
}
