import assert from 'node:assert/strict';
import { planJudgement } from '../../../detectors/network/judgement-plan.ts';
import { RuleBook } from '../../../detectors/rules/rule-book.ts';
import { SILENT } from '../../../schemas/logger.ts';
import { LastingWatch } from '../../../services/pipeline/lasting-watch.ts';
import { configuration } from '../../detectors/stages/live-judgement.ts';
import { MemoryLog } from '../../ingest/memory-log.ts';
import { MemoryStore } from './snapshot/memory-store.ts';

describe('LastingWatch', () => {
  // A system that had just started listed a fifth of the faults, and said nowhere that it was still looking for the others.
  it('says that it is examining until it has looked at all that is settled', async () => {
    const store = new MemoryStore();
    const log = Object.assign(new MemoryLog(), { ends: async () => [0], done: async () => [0] });
    const plan = planJudgement(configuration);
    const watch = new LastingWatch({ log, store, plan, rules: new RuleBook(), now: Date.now, logger: SILENT });
    assert.deepEqual(watch.check(), { ok: true, detail: 'examining what has settled' });
    let isAway = true;
    store.judgedUntil = async () => (isAway ? Promise.reject(new Error('away')) : []);
    await assert.rejects(watch.look(), /away/);
    assert.deepEqual(watch.check(), { ok: true, detail: 'examining what has settled' });
    isAway = false;
    await watch.look();
    assert.deepEqual(watch.check(), { ok: true, detail: 'examined as far as is settled' });
  });
});
