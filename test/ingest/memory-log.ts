import type { LogRecord, LogWriter, TracedTopic } from '../../ingest/log/event-log.ts';
import type { TopicName, TopicRecords } from '../../schemas/topics.ts';

/** What happened to the log, in order. */
export type LogCall =
  | { readonly kind: 'publish'; readonly topic: TopicName; readonly count: number }
  | { readonly kind: 'flushed'; readonly topic: TopicName };

/** A log that only remembers: what was published, and in which order it was asked for safety. */
export class MemoryLog implements LogWriter {
  readonly calls: LogCall[] = [];
  private readonly records = new Map<TopicName, LogRecord<unknown>[]>();
  /** Thrown by the next publish of a topic. */
  failure: { topic: TopicName; error: Error } | null = null;

  of<K extends TopicName>(topic: K): LogRecord<TopicRecords[K]>[] {
    return (this.records.get(topic) ?? []) as LogRecord<TopicRecords[K]>[];
  }

  values<K extends TopicName>(topic: K): TopicRecords[K][] {
    return this.of(topic).map((record) => record.value);
  }

  traced(topic: TopicName): TracedTopic {
    return { system: 'halcyon', destination: topic };
  }

  async publish<K extends TopicName>(topic: K, records: readonly LogRecord<TopicRecords[K]>[]): Promise<void> {
    await Promise.resolve();
    if (this.failure?.topic === topic) throw this.failure.error;
    this.calls.push({ kind: 'publish', topic, count: records.length });
    const taken = this.records.get(topic) ?? [];
    for (const record of records) taken.push(record);
    this.records.set(topic, taken);
  }

  async flushed(topic: TopicName): Promise<void> {
    await Promise.resolve();
    this.calls.push({ kind: 'flushed', topic });
  }
}
