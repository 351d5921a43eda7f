import assert from 'node:assert/strict';
import { planJudgement } from '../../../detectors/network/judgement-plan.ts';
import { RuleBook } from '../../../detectors/rules/rule-book.ts';
import { SILENT } from '../../../schemas/logger.ts';
import { SLOTS_PER_DAY, slotOf } from '../../../schemas/time.ts';
import { LastingWatch } from '../../../services/pipeline/lasting-watch.ts';
import { configuration } from '../../detectors/stages/live-judgement.ts';
import { MemoryLog } from '../../ingest/memory-log.ts';
import { observation, START, station } from '../stores/records.ts';
import { MemoryStore } from './snapshot/memory-store.ts';

/** A watch on a store in memory. */
function watchOn(store: MemoryStore): LastingWatch {
  const log = Object.assign(new MemoryLog(), { ends: async () => [0], done: async () => [0] });
  const plan = planJudgement(configuration);
  return new LastingWatch({ log, store, plan, rules: new RuleBook(), now: Date.now, logger: SILENT });
}

describe('LastingWatch', () => {
  // A system that had just started listed a fifth of the faults, and said nowhere that it was still looking for the others.
  it('says that it is examining until it has looked at all that is settled', async () => {
    const store = new MemoryStore();
    const watch = watchOn(store);
    assert.deepEqual(watch.check(), { ok: true, detail: 'examining what has settled' });
    let isAway = true;
    store.judgedUntil = async () => (isAway ? Promise.reject(new Error('away')) : []);
    await assert.rejects(watch.look(), /away/);
    assert.deepEqual(watch.check(), { ok: true, detail: 'examining what has settled' });
    isAway = false;
    await watch.look();
    assert.deepEqual(watch.check(), { ok: true, detail: 'examined as far as is settled' });
  });

  // It rests up to ten minutes between two looks: /readyz said that all was examined, and `halcyon fault list` that it was not.
  it('says that it is examining from when a quarter of a day is settled until it has looked at it', async () => {
    const store = new MemoryStore();
    const watch = watchOn(store);
    const details: string[] = [];
    const settle = async (slot: number) => {
      await store.insertJudgedUntil([{ network: 'north', slot }]);
      watch.settled('north', slot);
      details.push(watch.check().detail);
      await watch.look();
      details.push(watch.check().detail);
    };
    await store.insertStations([station('north', 'a')]);
    await store.insertObservations([observation('north', 'a', START)]);
    const first = Math.ceil(slotOf(START) / SLOTS_PER_DAY) * SLOTS_PER_DAY;
    await watch.look();
    await settle(first);
    await settle(first + 1);
    await settle(first + SLOTS_PER_DAY / 4);
    const [examined, examining] = ['examined as far as is settled', 'examining what has settled'];
    assert.deepEqual(details, [examining, examined, examined, examined, examining, examined]);
  });
});
