import assert from 'node:assert/strict';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SLOTS_PER_DAY, slotOf } from '../../../schemas/time.ts';
import type { SnapshotHead } from '../../../services/pipeline/snapshot/snapshot-content.ts';
import { readFrames } from '../../../services/pipeline/snapshot/snapshot-frames.ts';
import { NO_RULES } from '../../detectors/stages/live-judgement.ts';
import { temporaryFolder } from '../../integration/data-folders.ts';
import { arrivalsOf, Lives, newStore, told } from './snapshot/lives.ts';
import type { MemoryStore } from './snapshot/memory-store.ts';

/** The newest reports are of the first hours of a day: the windows that are kept then reach back into the day before. */
const DAYS = 3.14;

/** What a process that was killed amid history leaves: the mark of what is settled is written every two seconds only. */
const BEHIND_DAYS = 2.3;
const NOT_NOTED = /rebuilt from the store: they are of days that were not noted/;

/** What counts for good: verdicts that are settled, and baselines. */
function settledOf(store: MemoryStore) {
  const { verdicts, baselines } = told(store);
  return { verdicts: verdicts.filter(([, { state }]) => state === 'settled'), baselines };
}

describe('a system whose mark of what is settled lies days behind what it has stored', function () {
  this.timeout(120_000);

  const arrivals = arrivalsOf(2, { days: DAYS });
  // What people enter is known from the start on after a restart.
  const lives = new Lives(arrivals, {}, NO_RULES);
  const folder = temporaryFolder();
  const path = join(folder, 'windows.snapshot');
  let store: MemoryStore;
  let network: string;
  let slot: number;
  let expected: ReturnType<typeof settledOf>;
  before(async () => {
    store = await newStore();
    const stop = await lives.begin({ store, path, from: 0, end: arrivals.length });
    await stop();
    expected = settledOf(store);
    [{ network, slot }] = await store.judgedUntil();
  });

  /** What a system says that goes on where one was killed that had noted a slot as settled. @param name of a copy of the snapshot */
  async function saidAfter(settled: number, name: string | null): Promise<readonly string[]> {
    const killed = store.killedAt(network, settled);
    const kept = name === null ? null : join(folder, name);
    if (kept !== null) await copyFile(path, kept);
    const before = lives.said.length;
    const end = await lives.begin({ store: killed, path: kept, from: arrivals.length, end: arrivals.length });
    await end();
    assert.deepEqual(settledOf(killed), expected);
    return lives.said.slice(before);
  }

  // It judged again with the baselines of the newest day that is stored: scores, scales, even classes were others.
  it('judges what follows as it was judged, by the baselines of each day', async () => {
    const behind = Math.floor(slot - BEHIND_DAYS * SLOTS_PER_DAY);
    for (const mark of [behind, slotOf(arrivals[0].time) - 1]) await saidAfter(mark, null);
    assert.ok((await saidAfter(behind, 'behind')).some((line) => NOT_NOTED.test(line)));
    assert.ok(expected.verdicts.length > 20, `${expected.verdicts.length} anomalies`);
  });

  it('goes on from a snapshot of the day after, and from none of later days', async () => {
    const frames = readFrames(path);
    const { value: first } = await frames.next();
    await frames.return(undefined);
    const [{ day }] = (first as unknown as { head: SnapshotHead }).head.networks;
    const begin = day * SLOTS_PER_DAY;
    // The slot after it is the last of the day before, and that of the day before that.
    assert.deepEqual(await saidAfter(begin - 2, 'day'), []);
    assert.ok((await saidAfter(begin - SLOTS_PER_DAY - 2, 'days')).some((line) => NOT_NOTED.test(line)));
  });
});
