import assert from 'node:assert/strict';
import { type ExpertRule, endedRule } from '../../../schemas/expert-rule.ts';
import type { Fault } from '../../../schemas/fault.ts';
import { timeOfSlot } from '../../../schemas/time.ts';
import { delayed, judgeLive, said } from '../stages/live-judgement.ts';
import { FIRST_SLOT } from '../stages/small-network.ts';
import { slotIn, stations } from './calm-history.ts';
import { CALLED, given, MOVED, movedBarometer, ruled, stepping, wordAt } from './moved-barometer.ts';

/** First slot that is judged by what is said then. */
const JUDGED = CALLED + 2;

const told = (faults: readonly Fault[]) =>
  faults.map(({ station, variable, kind, start, end }) => [station, variable, kind, slotIn(start), slotIn(end)]);

describe('a fault that people call none', () => {
  const observations = movedBarometer();
  let word: ExpertRule;
  before(async () => {
    word = await wordAt(observations, CALLED);
  });

  // It stayed open until the sensor read as before its onset: a further fault was taken into it, and hidden with it.
  it('ends there: what the sensor jumps by later is a fault of its own', async () => {
    const faults = await ruled(observations, [word]);
    assert.deepEqual(told(faults), [
      ['s03', 'bar', 'level', MOVED, JUDGED - 1],
      ['s03', 'bar', 'level', 150, 159],
    ]);
    const [first, second] = faults;
    assert.equal(first.id, word.fault?.id);
    assert.notEqual(second.id, first.id);
    assert.ok(Math.abs((second.offset ?? 0) - 8) < 0.5, `${second.offset}`);
  });

  it('goes on where nobody calls it none', async () => {
    assert.deepEqual(told(await ruled(observations, [])), [['s03', 'bar', 'level', MOVED, null]]);
  });

  it('ends live as in a replay, however reports arrive', async () => {
    const expected = (await ruled(observations, [word])).filter(({ state }) => state === 'settled');
    assert.equal(expected.length, 2);
    for (const arrivals of [observations, delayed(observations, 5)]) {
      const found = (await judgeLive(stations, arrivals, {}, { rules: given(arrivals, word) })).settledFaults;
      assert.deepEqual(found.toSorted((a, b) => a.start - b.start).map(said), expected.map(said));
    }
  });

  it('goes on where the word is taken back before anything was judged by it, and not later', async () => {
    const takenBackAt = async (slot: number) => {
      const now = timeOfSlot(FIRST_SLOT + slot);
      return told(await ruled(observations, [endedRule(word, 'bob', now, now)]));
    };
    assert.deepEqual(await takenBackAt(CALLED), told(await ruled(observations, [])));
    assert.deepEqual(await takenBackAt(CALLED + 10), told(await ruled(observations, [word])));
  });

  it('is over where the sensor soon comes back to what it read before: that is no fault of its own', async () => {
    const faultsUntil = async (back: number) => {
      const warm = stepping('temp_out', [
        [MOVED, 9],
        [back, -9],
      ]);
      return told(await ruled(warm, [await wordAt(warm, CALLED)]));
    };
    const called = ['s03', 'temp_out', 'level', MOVED, JUDGED - 1];
    assert.deepEqual(await faultsUntil(MOVED + 40), [called]);
    // Where the jump that it undoes is not seen any more, it is one like any other.
    assert.deepEqual(await faultsUntil(MOVED + 50), [called, ['s03', 'temp_out', 'level', MOVED + 50, null]]);
  });

  it('is one still where its sensor stands still: it would be found again with the next report', async () => {
    const still = stepping('temp_out', []).map((one) => {
      const slot = slotIn(one.time) ?? 0;
      const isStill = one.station === 's03' && slot >= MOVED && slot < 160;
      return isStill ? { ...one, values: { ...one.values, temp_out: 10.3 } } : one;
    });
    const stuck = await wordAt(still, 140);
    assert.equal(stuck.fault?.kind, 'stuck');
    assert.deepEqual(told(await ruled(still, [stuck])), told(await ruled(still, [])));
  });

  // What it read before the word told its neighbours what was usual between them.
  it('has its sensor tell of its neighbours by what it reads since', async () => {
    const neighboursAt = async (slot: number) => {
      const spiked = observations.map((one) => {
        const isSpike = one.station === 's02' && slotIn(one.time) === slot;
        return isSpike ? { ...one, values: { ...one.values, bar: (one.values.bar ?? 0) + 12 } } : one;
      });
      const found = (await ruled(spiked, [word])).find(({ station }) => station === 's02');
      assert.equal(found?.kind, 'spike');
      return found.neighbors;
    };
    assert.equal((await neighboursAt(JUDGED + 2)).includes('s03'), false);
    assert.equal((await neighboursAt(JUDGED + 8)).includes('s03'), true);
  });
});
