import assert from 'node:assert/strict';
import { join } from 'node:path';
import { SLOTS_PER_DAY, slotOf } from '../../../schemas/time.ts';
import { NO_RULES } from '../../detectors/stages/live-judgement.ts';
import { temporaryFolder } from '../../integration/data-folders.ts';
import { arrivalsOf, Lives, newStore, told } from './snapshot/lives.ts';
import type { MemoryStore } from './snapshot/memory-store.ts';

const DAYS = 3.6;

/** What a process that was killed amid history leaves: the mark of what is settled is written every two seconds only. */
const BEHIND_DAYS = 2.3;

/** What counts for good: verdicts that are settled, and baselines. */
function settledOf(store: MemoryStore) {
  const { verdicts, baselines } = told(store);
  return { verdicts: verdicts.filter(([, { state }]) => state === 'settled'), baselines };
}

describe('a system whose mark of what is settled lies days behind what it has stored', function () {
  this.timeout(120_000);

  // It judged again with the baselines of the newest day that is stored: scores, scales, even classes were others.
  it('judges what follows as it was judged, by the baselines of each day', async () => {
    const arrivals = arrivalsOf(2, { days: DAYS });
    // What people enter is known from the start on after a restart.
    const lives = new Lives(arrivals, {}, NO_RULES);
    const store = await newStore();
    const path = join(temporaryFolder(), 'windows.snapshot');
    const stop = await lives.begin({ store, path, from: 0, end: arrivals.length });
    await stop();
    const expected = settledOf(store);
    const [{ network, slot }] = await store.judgedUntil();
    for (const mark of [slot - BEHIND_DAYS * SLOTS_PER_DAY, slotOf(arrivals[0].time) - 1]) {
      const killed = store.killedAt(network, Math.floor(mark));
      const end = await lives.begin({ store: killed, path: null, from: arrivals.length, end: arrivals.length });
      await end();
      assert.deepEqual(settledOf(killed), expected);
    }
    const killed = store.killedAt(network, Math.floor(slot - BEHIND_DAYS * SLOTS_PER_DAY));
    const end = await lives.begin({ store: killed, path, from: arrivals.length, end: arrivals.length });
    await end();
    assert.deepEqual(settledOf(killed), expected);
    assert.ok(lives.said.some((line) => /rebuilt from the store: they are of days that were not noted/.test(line)));
    assert.ok(expected.verdicts.length > 20, `${expected.verdicts.length} anomalies`);
  });
});
