import assert from 'node:assert/strict';
import { LEVEL_DAYS } from '../../../detectors/baselines/usual-levels.ts';
import { AnewLevels } from '../../../detectors/rules/anew-levels.ts';
import { NetworkRules } from '../../../detectors/rules/network-rules.ts';
import { endedRule, judgedFrom } from '../../../schemas/expert-rule.ts';
import type { Fault } from '../../../schemas/fault.ts';
import { SLOT_MS, SLOTS_PER_DAY } from '../../../schemas/time.ts';
import { VARIABLE_INDEX } from '../../../schemas/variables.ts';
import { newFaultWord } from '../../../services/experts/new-rule.ts';
import { fault } from '../../services/stores/records.ts';

/** A slot in the middle of a day. */
const NOW = 1000 * SLOTS_PER_DAY + SLOTS_PER_DAY / 2;

/** The word that a fault of a barometer is none, given at a slot. */
function wordOf(id: string, slot = NOW, { kind = 'level', end = null }: Partial<Pick<Fault, 'kind' | 'end'>> = {}) {
  const start = (NOW - 100) * SLOT_MS;
  const found = fault('n', id, { station: 'a', variable: 'bar', kind, start, end });
  const entering = { by: 'ann', reason: 'moved', at: slot * SLOT_MS };
  return newFaultWord(found, { classification: 'normal', start, end }, entering);
}

const calledNone = (...words: ReturnType<typeof wordOf>[]) => new NetworkRules(words).calledNone;

describe('faults that people call none', () => {
  it('end with the second slot after the one of the word, and what is usual is learnt from there on', () => {
    const called = calledNone(wordOf('f'));
    assert.equal(called.ends('a', 'f', NOW + 1), false);
    assert.equal(called.ends('a', 'f', NOW + 2), true);
    assert.equal(called.ends('a', 'g', NOW + 2), false);
    assert.equal(called.anewFrom('a', 'bar', NOW + 1), Number.NEGATIVE_INFINITY);
    assert.equal(called.anewFrom('a', 'bar', NOW + 9), NOW + 2);
    assert.equal(called.anewFrom('a', 'temp_out', NOW + 9), Number.NEGATIVE_INFINITY);
    assert.equal(called.anewFrom('b', 'bar', NOW + 9), Number.NEGATIVE_INFINITY);
  });

  it('change nothing where they were over, or show in what the sensor reads since', () => {
    const over = wordOf('f', NOW, { end: (NOW - 1) * SLOT_MS });
    assert.equal(calledNone(over).ends('a', 'f', NOW + 9), false);
    assert.equal(calledNone(over).anewFrom('a', 'bar', NOW + 9), Number.NEGATIVE_INFINITY);
    const stuck = wordOf('f', NOW, { kind: 'stuck' });
    assert.ok(calledNone(stuck).isEmpty);
    assert.deepEqual([wordOf('f'), over, stuck].map(judgedFrom), [(NOW + 2) * SLOT_MS, null, null]);
    assert.ok(calledNone({ ...wordOf('f'), classification: 'device_failure' }).isEmpty);
  });

  it('have ended by the first word on each, whatever is said again', () => {
    const again = calledNone(wordOf('f'), wordOf('f', NOW + 50));
    assert.equal(again.anewFrom('a', 'bar', NOW + 99), NOW + 2);
    const another = calledNone(wordOf('f'), wordOf('g', NOW + 50));
    assert.equal(another.anewFrom('a', 'bar', NOW + 99), NOW + 52);
  });

  it('go on where the word is taken back in its own slot, and have ended where it is later', () => {
    const word = wordOf('f');
    const takenBack = (slot: number) => endedRule(word, 'bob', slot * SLOT_MS, slot * SLOT_MS);
    // What comes again from before does not bring it back.
    assert.equal(calledNone(word, takenBack(NOW), word).ends('a', 'f', NOW + 9), false);
    assert.equal(calledNone(word, takenBack(NOW + 1)).ends('a', 'f', NOW + 9), true);
  });

  it('leave the days since to tell what is usual of an hourly sensor', () => {
    const stations = { ids: ['a', 'b'], rules: new NetworkRules([wordOf('f')]) };
    const levels = new AnewLevels({ means: (_station, _variable, _slot, into) => into.fill(7).length > 0 }, stations);
    const daysAt = (station: number, slot: number) => {
      const into = new Float64Array(LEVEL_DAYS);
      assert.equal(levels.means(station, VARIABLE_INDEX.bar, slot, into), true);
      return into.filter((mean) => mean === 7).length;
    };
    assert.equal(daysAt(0, NOW + 1), LEVEL_DAYS);
    assert.equal(daysAt(0, NOW + 2), 0);
    // Half a day later the three hours of the day before are of before the word.
    assert.equal(daysAt(0, NOW + SLOTS_PER_DAY / 2), 0);
    assert.equal(daysAt(0, NOW + 3.5 * SLOTS_PER_DAY), 3);
    assert.equal(daysAt(1, NOW + 9), LEVEL_DAYS);
  });
});
