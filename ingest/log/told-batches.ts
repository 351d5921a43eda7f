import type { Logger } from '../../schemas/logger.ts';
import type { BatchHandler } from './event-log.ts';

/** The handler, with a line of level `debug` for each batch that it has done: of what, how many records, and in which time. */
export function toldBatches<T>(
  handler: BatchHandler<T>,
  logger: Logger,
  { topic, group }: { readonly topic: string; readonly group: string },
): BatchHandler<T> {
  return async (batch) => {
    const began = performance.now();
    const acceptance = (await handler(batch)) ?? {};
    const { partition, records, behind } = batch;
    const ms = Math.round(performance.now() - began);
    logger.debug('batch done', { topic, group, partition, records: records.length, behind, ms });
    return acceptance;
  };
}
