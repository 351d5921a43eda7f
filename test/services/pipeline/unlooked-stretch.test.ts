import assert from 'node:assert/strict';
import { PARTS_PER_DAY, partOf, SLOTS_PER_PART } from '../../../detectors/relations/day-parts.ts';
import { LOOKED_EVERY } from '../../../detectors/relations/lasting-change.ts';
import { LOOK_REACH } from '../../../detectors/relations/look-reach.ts';
import { timeOfSlot } from '../../../schemas/time.ts';
import { unlookedStretch } from '../../../services/pipeline/unlooked-stretch.ts';

/** First part of a day, and the first slot of a part. */
const BEGIN = 20_600 * PARTS_PER_DAY;
const slotOfPart = (part: number) => part * SLOTS_PER_PART;
/** The network reports from the second part on. */
const FIRST = timeOfSlot(slotOfPart(BEGIN + 1) + 4);

/** What was not looked at where all up to a slot is settled, and was looked at up to another. */
async function unlooked(settled: number, looked: number | null = null, first: number | null = FIRST) {
  const asked: number[] = [];
  const store = {
    extent: async () => (first === null ? null : { first, last: FIRST }),
    lastingCondition: async (network: string, slot: number) => {
      asked.push(slot);
      return looked === null ? null : { network, slot: looked, content: '[]' };
    },
  };
  return { stretch: await unlookedStretch(store, { network: 'north', slot: settled }), asked };
}

describe('what was not looked at for faults of days', () => {
  it('is what follows the last look, up to the last quarter of a day that is settled as a whole', async () => {
    const [looked, end] = [BEGIN + 2 * LOOKED_EVERY, BEGIN + 5 * LOOKED_EVERY];
    const { stretch, asked } = await unlooked(slotOfPart(end) - 1, slotOfPart(looked) - 1);
    assert.deepEqual([stretch?.from, stretch?.end, stretch?.known?.slot], [looked, end, slotOfPart(looked) - 1]);
    // What is known of later quarters is of another life of the system.
    assert.deepEqual(asked, [slotOfPart(end) - 1]);
    const earlier = await unlooked(slotOfPart(end) - 2, slotOfPart(looked) - 1);
    assert.equal(earlier.stretch?.end, end - LOOKED_EVERY);
  });

  it('is nothing where all that is settled was looked at', async () => {
    const end = BEGIN + 3 * LOOKED_EVERY;
    const { stretch } = await unlooked(slotOfPart(end) + 7, slotOfPart(end) - 1);
    assert.deepEqual([stretch?.from, stretch?.end], [end, end]);
  });

  it('is all from the quarter of the first report on, where nothing was looked at', async () => {
    const { stretch } = await unlooked(slotOfPart(BEGIN + 3 * LOOKED_EVERY));
    assert.deepEqual([stretch?.from, stretch?.first, stretch?.known], [BEGIN, partOf(FIRST), null]);
  });

  it('is no more than a look reaches over, of a long history', async () => {
    const end = BEGIN + LOOKED_EVERY * Math.ceil((2 * LOOK_REACH) / LOOKED_EVERY);
    const { stretch } = await unlooked(slotOfPart(end));
    assert.deepEqual([stretch?.from, stretch?.end], [end - LOOK_REACH, end]);
  });

  it('is of no network without a report', async () => {
    assert.equal((await unlooked(slotOfPart(BEGIN), null, null)).stretch, null);
  });
});
