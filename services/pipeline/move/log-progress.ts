import { AHEAD_SLOTS } from '../../../detectors/stages/neighbour-windows.ts';
import { readSpatialNote, watermarksOf } from '../../../detectors/stages/watermark-note.ts';
import type { EventLog } from '../../../ingest/log/event-log.ts';
import { isoOf, slotOf, timeOfSlot } from '../../../schemas/time.ts';
import type { TopicName } from '../../../schemas/topics.ts';
import type { ObservationStore } from '../../stores/roles/observation-store.ts';
import { ALERT_GROUP, STORE_GROUP } from '../log-groups.ts';
import { STORED } from '../topic-inserts.ts';

/** How far the groups of a log have come. */
export interface LogProgress {
  /** What is not done yet, a line each; empty where all that the log has is judged and stored. */
  readonly waiting: readonly string[];
  /** Newest slot that the temporal judgement of each network noted. */
  readonly temporal: ReadonlyMap<string, number>;
  /** Slot that the verification of each network noted, the least of all partitions. */
  readonly spatial: ReadonlyMap<string, number>;
  /** Offsets below which nothing of `temporal-anomalies` has to be seen again, by partition. */
  readonly verified: readonly number[];
}

type ReadLog = Pick<EventLog, 'beginnings' | 'ends' | 'done' | 'notes'>;

/** Groups that take everything of a topic. The spatial stage is told by what it notes: it leaves what is not settled. */
const GROUPS: readonly { readonly group: string; readonly topic: TopicName; readonly part: string }[] = [
  { group: 'temporal', topic: 'observations', part: 'temporal' },
  ...STORED.map((topic) => ({ group: STORE_GROUP, topic, part: 'sink' })),
  { group: ALERT_GROUP, topic: 'anomalies', part: 'detection' },
  { group: ALERT_GROUP, topic: 'faults', part: 'detection' },
];

/** Looks how far a log is judged and stored. */
export async function logProgress(log: ReadLog, store: Pick<ObservationStore, 'extent'>): Promise<LogProgress> {
  const waiting: string[] = [];
  for (const { group, topic, part } of GROUPS) {
    const records = await behind(log, group, topic);
    if (records > 0) waiting.push(`${part} has yet to take ${records} records of ${topic}`);
  }
  const judged = (await log.notes('temporal', 'observations')).map(watermarksOf);
  const verified = (await log.notes('spatial', 'temporal-anomalies')).map((note) => readSpatialNote(note).watermarks);
  const temporal = new Map<string, number>();
  for (const [network, slot] of judged.flatMap((noted) => [...noted])) {
    temporal.set(network, Math.max(slot, temporal.get(network) ?? slot));
  }
  const missing = new Set<string>();
  for (const [partition, noted] of judged.entries()) {
    for (const network of noted.keys()) if (!verified[partition]?.has(network)) missing.add(network);
  }
  for (const network of missing) waiting.push(`spatial has yet to begin with some stations of network ${network}`);
  const spatial = leastOf(verified);
  for (const network of unequal(verified)) {
    waiting.push(`spatial is not equally far with all stations of network ${network}`);
  }
  for (const [network, slot] of spatial) {
    const extent = await store.extent(network);
    if (extent === null || slotOf(extent.last) <= slot + AHEAD_SLOTS) continue;
    const [at, last] = [isoOf(timeOfSlot(slot)), isoOf(extent.last)];
    waiting.push(`spatial is at ${at} of network ${network}, whose reports go up to ${last}`);
  }
  const done = (await log.done('spatial', 'temporal-anomalies')).map((offset) => offset ?? 0);
  return { waiting, temporal, spatial, verified: done };
}

/** Records that a group has yet to take; none where a group of alerts was never there. */
async function behind(log: ReadLog, group: string, topic: TopicName): Promise<number> {
  const done = await log.done(group, topic);
  if (group === ALERT_GROUP && done.every((offset) => offset === null)) return 0;
  const beginnings = await log.beginnings(topic);
  const ends = await log.ends(topic);
  return ends.reduce((sum, end, partition) => {
    const from = Math.max(done[partition] ?? 0, beginnings[partition] ?? 0);
    return sum + Math.max(0, end - from);
  }, 0);
}

function leastOf(noted: readonly ReadonlyMap<string, number>[]): Map<string, number> {
  const least = new Map<string, number>();
  for (const [network, slot] of noted.flatMap((of) => [...of])) {
    least.set(network, Math.min(slot, least.get(network) ?? slot));
  }
  return least;
}

/** Networks of which partitions noted different slots. */
function unequal(noted: readonly ReadonlyMap<string, number>[]): Set<string> {
  const least = leastOf(noted);
  const networks = noted.flatMap((of) => [...of].filter(([network, slot]) => slot !== least.get(network)));
  return new Set(networks.map(([network]) => network));
}
