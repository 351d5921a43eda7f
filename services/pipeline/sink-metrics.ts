import { SpanKind } from '@opentelemetry/api';
import type { DeliveredRecord } from '../../ingest/log/event-log.ts';
import { BatchSpans } from '../../ingest/log/record-trace.ts';
import { HalcyonError } from '../../schemas/errors.ts';
import type { Judgement } from '../../schemas/judgement.ts';
import { count, measure, observe } from '../../schemas/telemetry/instruments.ts';
import { METRICS } from '../../schemas/telemetry/metric-table.ts';
import type { TopicName } from '../../schemas/topics.ts';

/** What an insert is called in the semantic conventions of OpenTelemetry for databases. */
const INSERT = { 'db.system.name': 'clickhouse', 'db.operation.name': 'INSERT' } as const;

/**
 * Does one insert and notes rows, time and failure; what it throws is passed on.
 *
 * @param table topic whose table it is
 */
export async function measuredInsert(table: TopicName, rows: number, insert: () => Promise<void>): Promise<void> {
  const began = performance.now();
  let failure = '';
  try {
    await insert();
    count(METRICS.sinkRows, rows, { table });
  } catch (error) {
    failure = error instanceof HalcyonError ? error.code : '_OTHER';
    count(METRICS.sinkFailures, 1, { table });
    throw error;
  } finally {
    const statement = { ...INSERT, 'db.collection.name': table.replaceAll('-', '_'), 'error.type': failure };
    measure(METRICS.statementDuration, (performance.now() - began) / 1000, statement);
  }
}

/** Notes how long it took from the acceptance of observations until their first judgements were stored. @param now ms since the epoch */
export function measureFreshness(judgements: readonly Judgement[], now: number): void {
  for (const { received } of judgements) {
    if (received !== null) measure(METRICS.freshness, Math.max(0, now - received) / 1000, {});
  }
}

/** Has the traces of records go on while they are being stored, waiting for the store included. */
export async function tracedStore(
  table: TopicName,
  records: readonly DeliveredRecord<unknown>[],
  store: () => Promise<void>,
): Promise<void> {
  const collection = table.replaceAll('-', '_');
  const spans = new BatchSpans({
    name: `INSERT ${collection}`,
    kind: SpanKind.CLIENT,
    attributes: { ...INSERT, 'db.collection.name': collection, 'db.operation.batch.size': records.length },
  });
  for (const { headers } of records) spans.follow(headers);
  try {
    await store();
  } catch (error) {
    spans.end(true);
    throw error;
  }
  spans.end();
}

/**
 * Shows how long the store has not taken what is to be written.
 *
 * @param tables those that are written
 * @param away since when inserts of a table fail, ms since the epoch
 * @param now current time, ms since the epoch
 * @returns what ends it
 */
export function watchWaiting(
  tables: readonly TopicName[],
  away: ReadonlyMap<TopicName, number>,
  now: () => number,
): () => void {
  return observe(METRICS.sinkWaiting, (tell) => {
    for (const table of tables) {
      const since = away.get(table);
      tell(since === undefined ? 0 : Math.max(0, now() - since) / 1000, { table });
    }
  });
}
