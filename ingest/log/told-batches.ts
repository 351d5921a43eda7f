import type { Logger } from '../../schemas/logger.ts';
import { count } from '../../schemas/telemetry/instruments.ts';
import { METRICS } from '../../schemas/telemetry/metric-table.ts';
import type { TopicName } from '../../schemas/topics.ts';
import type { Acceptance, BatchHandler } from './event-log.ts';

/** A group's reading of a topic. */
export interface Consumer {
  readonly topic: TopicName;
  readonly group: string;
}

/**
 * Counts what a group took of a batch; what it left comes again.
 *
 * @param sizeOf bytes of a record as encoded, where the log encodes
 */
export function countConsumed<R extends { readonly offset: number }>(
  { topic, group }: Consumer,
  records: readonly R[],
  { left }: Acceptance,
  sizeOf?: (record: R) => number,
): void {
  const taken = left === undefined ? records : records.filter(({ offset }) => offset < left.from);
  count(METRICS.consumedRecords, taken.length, { topic, group });
  if (sizeOf === undefined) return;
  const bytes = taken.reduce((sum, record) => sum + sizeOf(record), 0);
  count(METRICS.consumedBytes, bytes, { topic, group });
}

/** Counts a batch that is to be delivered again. */
export function countRejected({ topic, group }: Consumer): void {
  count(METRICS.rejectedBatches, 1, { topic, group });
}

/** Counts a partition that was given to this process or taken from it. */
export function countRebalanced({ topic, group }: Consumer, change: 'assigned' | 'revoked'): void {
  count(METRICS.rebalancedPartitions, 1, { topic, group, change });
}

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
