import { allRules } from '../experts/rule-publication.ts';
import { readingsOf, watchLag, watchReachable } from '../pipeline/log-lag.ts';
import type { TimeSeriesStore } from '../stores/time-series-store.ts';
import { KeptLog } from './kept-log.ts';
import { hasPipeline, openPipeline } from './open-pipeline.ts';
import type { OpenedParts } from './opened-parts.ts';
import type { AssemblyOptions } from './system-options.ts';

/**
 * Opens the pipeline of a process that has parts of it, with its log. Without a pipeline the process has a log of its own on
 * Kafka, which is opened when it is first needed.
 *
 * @throws HalcyonError `log_unavailable`, `invalid_configuration`
 */
export async function openLogAndPipeline(
  options: AssemblyOptions,
  store: TimeSeriesStore,
): Promise<Pick<OpenedParts, 'pipeline' | 'log'>> {
  const { configuration, parts, plan, whole: owner, catalogue, ending, now, logger } = options;
  const rules = async () => {
    const here = await catalogue;
    return here === null ? [] : allRules(here);
  };
  const judging = { configuration, parts, plan, store, owner, rules, now, logger: logger.of('pipeline') };
  const pipeline = hasPipeline(parts) ? await openPipeline(judging) : null;
  if (pipeline !== null) {
    ending.push(() => pipeline.stop());
    const endWatching = watchLag(pipeline.log, readingsOf(parts));
    ending.push(async () => endWatching());
    if (configuration.kafkaBrokers.length > 0) {
      const endReaching = watchReachable(pipeline.log);
      ending.push(async () => endReaching());
    }
  }
  const own = new KeptLog({ configuration, now, logger });
  ending.push(() => own.close());
  return { pipeline, log: async () => pipeline?.log ?? own.opened() };
}
