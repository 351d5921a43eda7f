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
function watchOn(store: MemoryStore, now: () => number = Date.now): LastingWatch {
  const log = Object.assign(new MemoryLog(), { ends: async () => [0], done: async () => [0] });
  const plan = planJudgement({ ...configuration, spatialVerify: true });
  return new LastingWatch({ log, store, plan, rules: new RuleBook(), now, logger: SILENT });
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

  // After an import of three weeks its first look took half a minute: for ten minutes nothing was told of the days after it,
  // and three anemometers in wrong units, a wrong clock and a swap were not on the page Now.
  it('rests no longer than it looked while a settled quarter of a day was not looked at', async () => {
    const store = new MemoryStore();
    let clock = 0;
    const watch = watchOn(store, () => clock);
    await store.insertStations([station('north', 'a')]);
    await store.insertObservations([observation('north', 'a', START)]);
    const allStations = store.allStations.bind(store);
    store.allStations = () => {
      clock += 30_000;
      return allStations();
    };
    const stored: number[] = [];
    const insert = store.insertLastingConditions.bind(store);
    store.insertLastingConditions = async (conditions) => {
      stored.push(...conditions.map(({ slot }) => slot));
      await insert(conditions);
    };
    const first = Math.ceil(slotOf(START) / SLOTS_PER_DAY) * SLOTS_PER_DAY;
    const lookAfter = async (ms: number) => {
      clock += ms;
      const before = stored.length;
      watch.tick();
      await watch.finish(AbortSignal.abort());
      return stored.length - before;
    };
    const settle = async (slot: number) => {
      await store.insertJudgedUntil([{ network: 'north', slot }]);
      watch.settled('north', slot);
    };
    await settle(first + SLOTS_PER_DAY / 4);
    assert.equal(await lookAfter(0), 1);
    await settle(first + SLOTS_PER_DAY / 2);
    assert.equal(await lookAfter(0), 0);
    assert.equal(await lookAfter(30_000), 1);
  });
});
