import assert from 'node:assert/strict';
import { newFaultWord } from '../../../services/experts/new-rule.ts';
import { overlayOf, overlayRules, wordsOf } from '../../../services/experts/overlay.ts';
import { RegisterByNow } from '../../../services/experts/register-by-now.ts';
import { rulesByNow } from '../../../services/stores/rules-by-now.ts';
import { someFault } from '../answers/some-fault.ts';
import { MemoryRules } from './memory-rules.ts';

const ENTERING = { by: 'ann', reason: 'calm air in the valley', at: 1 };
const held = someFault({ end: null, anomalyIds: ['a'] });

describe('rules on faults, as they are read', () => {
  let anomalies: Map<string, readonly string[]>;
  let kept: MemoryRules;
  let rules: RegisterByNow;
  beforeEach(() => {
    anomalies = new Map([[held.id, ['a']]]);
    kept = new MemoryRules();
    rules = new RegisterByNow(kept, {
      faultAnomalies: async (network, ids) =>
        new Map([...anomalies].filter(([id]) => network === held.network && ids.includes(id))),
    });
  });
  const say = (classification: 'normal' | 'device_failure') =>
    rules.enter(newFaultWord(held, { classification, start: held.start, end: null }, ENTERING));
  const isHidden = async (id: string) => (await overlayOf(rules)).hides({ ...held, id, time: held.start });

  // The anomalies were those of the moment of the word: later ones of a fault that stays open failed, and raised alerts.
  it('make the anomalies normal that a fault which is called none gets later', async () => {
    await say('normal');
    anomalies.set(held.id, ['a', 'b']);
    assert.deepEqual(await Promise.all(['a', 'b', 'c'].map(isHidden)), [true, true, false]);
    const [rule] = await rules.rules({ kind: 'fault' });
    assert.deepEqual(rule.fault?.anomalyIds, ['a', 'b']);
  });

  it('are other words when the fault has got another anomaly, so that nothing kept is shown any more', async () => {
    await say('normal');
    const before = wordsOf(await overlayRules(rules, {}));
    assert.equal(wordsOf(await overlayRules(rules, {})), before);
    anomalies.set(held.id, ['a', 'b']);
    assert.notEqual(wordsOf(await overlayRules(rules, {})), before);
  });

  // The time grew with the square of their number: 20,000 took four seconds, in which nobody else was answered.
  it('are read soon where people called tens of thousands of faults none', async () => {
    const word = newFaultWord(held, { classification: 'normal', start: held.start, end: null }, ENTERING);
    const many = Array.from({ length: 30_000 }, (_, k) => ({ ...word, id: `${word.id}${k}` }));
    const started = performance.now();
    const read = await rulesByNow(many, { faultAnomalies: async () => new Map([[held.id, ['a', 'b']]]) });
    assert.ok(performance.now() - started < 2_000, `${performance.now() - started} ms`);
    assert.deepEqual(read.at(-1)?.fault?.anomalyIds, ['a', 'b']);
  });

  it('stay as they were entered where the fault is one, and where the word was taken back', async () => {
    anomalies.set(held.id, ['a', 'b']);
    await say('device_failure');
    assert.deepEqual(await rules.rules({}), kept.all);
    await say('normal');
    const [{ id }] = await rules.rules({ inForce: true });
    await rules.end({ kind: 'fault', id }, { by: 'ann', now: 2, at: 2 });
    assert.equal(await isHidden('b'), false);
    assert.deepEqual((await rules.rule(id))?.fault?.anomalyIds, ['a']);
  });
});
