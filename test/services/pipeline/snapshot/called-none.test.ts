import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { slotIn } from '../../../detectors/faults/calm-history.ts';
import { given, movedBarometer, wordAt } from '../../../detectors/faults/moved-barometer.ts';
import { said } from '../../../detectors/stages/live-judgement.ts';
import { temporaryFolder } from '../../../integration/data-folders.ts';
import { Lives, newStore } from './lives.ts';

describe('a fault that people called none before a restart', () => {
  const folder = temporaryFolder();
  const path = join(folder, 'windows.snapshot');
  const arrivals = movedBarometer(6).map((one) => ({ ...one, received: one.time + 60_000 }));

  /** The settled faults of systems of which each is stopped at a slot, and the next one goes on. */
  async function settled(stops: readonly number[], snapshot: string | null) {
    await rm(path, { force: true });
    const lives = new Lives(arrivals, {}, given(arrivals, await wordAt(arrivals, 125)));
    const store = await newStore();
    let from = 0;
    for (const stop of [...stops, Number.POSITIVE_INFINITY]) {
      const next = arrivals.findIndex(({ time }) => (slotIn(time) ?? 0) >= stop);
      const end = next === -1 ? arrivals.length : next;
      const over = await lives.begin({ store, path: snapshot, from, end });
      await over();
      from = end;
    }
    const { items } = await store.faults({ state: 'settled', limit: 9 });
    return items.toSorted((a, b) => a.start - b.start);
  }

  it('has ended, and what follows is the same, where it was settled or not', async () => {
    const whole = await settled([], null);
    assert.deepEqual(
      whole.map(({ start, end }) => [slotIn(start), slotIn(end)]),
      [
        [100, 126],
        [150, 159],
      ],
    );
    // The word is judged by from slot 127 on, which is settled by slot 146.
    for (const snapshot of [path, null]) {
      assert.deepEqual((await settled([130, 155], snapshot)).map(said), whole.map(said));
    }
  });
});
