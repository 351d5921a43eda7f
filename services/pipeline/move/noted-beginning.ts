import { setTimeout as sleep } from 'node:timers/promises';
import type { EventLog } from '../../../ingest/log/event-log.ts';
import { HalcyonError } from '../../../schemas/errors.ts';
import type { TopicName } from '../../../schemas/topics.ts';

/** How often it is looked whether everything is noted, and how long at most [ms]. */
const AGAIN_MS = 200;
const WAIT_MS = 120_000;

/**
 * Has a group begin at the beginning of a topic that it never read, with what its members would have noted: whoever is given
 * a partition takes it over as from a predecessor. Nobody else may be in the group.
 *
 * @param noteOf what is noted of a partition
 * @throws HalcyonError `log_unavailable` where the brokers do not take it
 */
export async function noteBeginning(
  log: Pick<EventLog, 'ends' | 'done' | 'notes' | 'positions' | 'commit' | 'subscribe'>,
  group: string,
  topic: TopicName,
  noteOf: (partition: number) => string,
): Promise<void> {
  const partitions = (await log.ends(topic)).length;
  const notes = Array.from({ length: partitions }, (_, partition) => noteOf(partition));
  const never = new Promise<void>(() => {});
  const begin = { group, topic, onAssigned: async () => 0 } as const;
  // What is there already is left to those who come.
  const subscription = await log.subscribe(begin, async ({ partition, records }) => ({
    done: 0,
    note: notes[partition],
    left: { from: records[0].offset, ready: never },
  }));
  try {
    for (let waitedMs = 0; ; waitedMs += AGAIN_MS) {
      const open = await unnoted(log, group, topic, notes);
      if (open.length === 0) return;
      if (waitedMs >= WAIT_MS) {
        throw new HalcyonError(
          'log_unavailable',
          `the brokers have not taken where ${group} begins: repeat the command`,
        );
      }
      const given = log.positions(group, topic);
      const ready = open.filter((partition) => given.has(partition));
      await Promise.all(
        ready.map((partition) => log.commit(group, topic, partition, { done: 0, note: notes[partition] })),
      );
      await sleep(AGAIN_MS);
    }
  } finally {
    await subscription.stop();
  }
}

/** Partitions of which it is not noted yet. */
async function unnoted(
  log: Pick<EventLog, 'done' | 'notes'>,
  group: string,
  topic: TopicName,
  notes: readonly string[],
): Promise<number[]> {
  const done = await log.done(group, topic);
  const noted = await log.notes(group, topic);
  return [...notes.keys()].filter((partition) => done[partition] !== 0 || noted[partition] !== notes[partition]);
}
