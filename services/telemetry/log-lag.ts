import type { EventLog } from '../../ingest/log/event-log.ts';
import type { Part } from '../../schemas/parts.ts';
import { observe } from '../../schemas/telemetry/instruments.ts';
import { METRICS } from '../../schemas/telemetry/metric-table.ts';
import type { TopicName } from '../../schemas/topics.ts';
import { STORE_GROUP, STORED } from '../pipeline/store-sink.ts';

/** What a group of this process reads. */
export interface Reading {
  readonly group: string;
  readonly topic: TopicName;
}

/** What the groups read that some parts of the system work in. */
export function readingsOf(parts: ReadonlySet<Part>): Reading[] {
  return [
    ...(parts.has('temporal') ? [{ group: 'temporal', topic: 'observations' } as const] : []),
    ...(parts.has('spatial') ? [{ group: 'spatial', topic: 'temporal-anomalies' } as const] : []),
    ...(parts.has('sink') ? STORED.map((topic) => ({ group: STORE_GROUP, topic })) : []),
  ];
}

/** Longest that the log is waited for [ms]: a reading of the metrics must not hang on brokers that are away. */
const PATIENCE_MS = 2_000;

/**
 * Shows how far groups are behind, by partition; the log is asked at each reading of the metrics. Where it does not answer
 * in time the values are left out.
 *
 * @param readings groups that run in this process: nobody else has to say how far they are
 * @returns what ends it
 */
export function watchLag(
  log: Pick<EventLog, 'ends' | 'done'>,
  readings: readonly Reading[],
  patienceMs: number = PATIENCE_MS,
): () => void {
  return observe(METRICS.recordsBehind, async (tell) => {
    const topics = [...new Set(readings.map(({ topic }) => topic))];
    const asked = Promise.all([
      Promise.all(topics.map((topic) => log.ends(topic))),
      Promise.all(readings.map(({ group, topic }) => log.done(group, topic))),
    ]);
    const answer = await inTime(asked, patienceMs);
    if (answer === null) return;
    const [ends, done] = answer;
    for (const [k, { group, topic }] of readings.entries()) {
      for (const [partition, end] of (ends[topics.indexOf(topic)] ?? []).entries()) {
        tell(Math.max(0, end - (done[k]?.[partition] ?? 0)), { group, topic, partition });
      }
    }
  });
}

/** What a promise resolves with; null where it rejects or takes too long. */
async function inTime<T>(promise: Promise<T>, milliseconds: number): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), milliseconds);
  });
  try {
    return await Promise.race([promise.catch(() => null), late]);
  } finally {
    clearTimeout(timer);
  }
}
