import type { EventLog } from '../../ingest/log/event-log.ts';
import type { Part } from '../../schemas/parts.ts';
import { observe } from '../../schemas/telemetry/instruments.ts';
import { METRICS } from '../../schemas/telemetry/metric-table.ts';
import type { TopicName } from '../../schemas/topics.ts';
import { inTime } from '../telemetry/in-time.ts';
import { logAnswers } from './log-answers.ts';
import { STORE_GROUP } from './log-groups.ts';
import { STORED } from './topic-inserts.ts';

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

/**
 * Shows how far groups are behind in the partitions that this process holds: what they have yet to read, not what they have
 * yet to commit, as the spatial stage leaves open what is not settled. The log is asked at each reading of the metrics.
 * Where it does not answer in time the values are left out.
 *
 * @param readings groups that run in this process: nobody else has to say how far they are
 * @returns what ends it
 */
export function watchLag(
  log: Pick<EventLog, 'ends' | 'positions'>,
  readings: readonly Reading[],
  patienceMs?: number,
): () => void {
  return observe(METRICS.recordsBehind, async (tell) => {
    const topics = [...new Set(readings.map(({ topic }) => topic))];
    const ends = await inTime(Promise.all(topics.map((topic) => log.ends(topic))), patienceMs);
    if (ends === null) return;
    for (const { group, topic } of readings) {
      const ofTopic = ends[topics.indexOf(topic)] ?? [];
      for (const [partition, next] of log.positions(group, topic)) {
        tell(Math.max(0, (ofTopic[partition] ?? 0) - next), { group, topic, partition });
      }
    }
  });
}

/**
 * Shows whether the brokers answer: while they are away nothing is known of how far groups are behind.
 *
 * @returns what ends it
 */
export function watchReachable(log: Pick<EventLog, 'ends'>, patienceMs?: number): () => void {
  return observe(METRICS.logReachable, async (tell) => {
    tell((await inTime(logAnswers(log), patienceMs)) === null ? 0 : 1, {});
  });
}
