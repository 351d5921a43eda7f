import type { DeliveredRecord } from '../../ingest/log/event-log.ts';
import { BatchSpans } from '../../ingest/log/record-trace.ts';
import { count, measure, observe } from '../../schemas/telemetry/instruments.ts';
import { METRICS } from '../../schemas/telemetry/metric-table.ts';
import type { TopicName } from '../../schemas/topics.ts';

/** What the sink tells of its inserts: rows, time, failures, and how long a store has not taken what is to be written. */
export class SinkMetrics {
  /** When the first of the failures in a row was, by table, by the monotonic clock [ms]. */
  readonly #waiting = new Map<TopicName, number>();
  readonly #tables = new Set<TopicName>();
  #endWatching: () => void = () => {};

  /** Begins to show what waits. */
  start(): void {
    this.#endWatching = observe(METRICS.sinkWaiting, (tell) => {
      for (const table of this.#tables) tell(this.waitingSeconds(table), { table });
    });
  }

  stop(): void {
    this.#endWatching();
  }

  /** How long the store has not taken what is for a table [s]; 0 while it does. */
  waitingSeconds(table: TopicName): number {
    const since = this.#waiting.get(table);
    return since === undefined ? 0 : (performance.now() - since) / 1000;
  }

  /**
   * Does one insert and notes how it went; the traces of the records go on in a span of it. What it throws is passed on.
   *
   * @param table topic whose table it is
   */
  async insert(
    table: TopicName,
    records: readonly DeliveredRecord<unknown>[],
    work: () => Promise<void>,
  ): Promise<void> {
    this.#tables.add(table);
    const spans = new BatchSpans('store', { 'halcyon.table': table, 'halcyon.records': records.length });
    for (const { headers } of records) if (headers !== undefined) spans.follow(headers);
    const began = performance.now();
    let failed = true;
    try {
      await work();
      failed = false;
    } finally {
      spans.end(failed);
      measure(METRICS.sinkDuration, (performance.now() - began) / 1000, { table });
      if (!failed) {
        this.#waiting.delete(table);
        count(METRICS.sinkRows, records.length, { table });
      } else {
        if (!this.#waiting.has(table)) this.#waiting.set(table, began);
        count(METRICS.sinkFailures, 1, { table });
      }
    }
  }
}
