import assert from 'node:assert/strict';
import type { Fault } from '../../../schemas/fault.ts';
import type { Variable } from '../../../schemas/variables.ts';
import { type FaultWord, newFaultWord } from '../../../services/experts/new-rule.ts';
import type { TimeSeriesStore } from '../../../services/stores/time-series-store.ts';
import { anomaly, DAY, fault, faultValue, faultVersion, HOUR, judgement, MINUTE, START } from './records.ts';

/** What a time series owes for what people say of faults. @param networkOf an empty network for each test */
export function saidFaultContract(store: () => TimeSeriesStore, networkOf: () => string): void {
  describe('what people say of faults', () => {
    const times = [0, 10, 20, 30].map((minutes) => START + minutes * MINUTE);
    let network = '';
    let found: Fault;
    beforeEach(async () => {
      network = networkOf();
      found = fault(network, `${network} f`, { start: times[0], end: times[1], anomalyIds: [`${network} a`] });
      await store().insertJudgements(times.map((time) => judgement(network, 's1', time, time)));
      await store().insertFaults([faultVersion(found, [faultValue(times[0]), faultValue(times[1], { flag: 3 })])]);
      await store().insertAnomalies([
        anomaly(network, `${network} a`, { station: 's1', time: times[0], classification: 'device_failure' }),
      ]);
    });
    const say = async (word: FaultWord, about = found) => {
      const rule = newFaultWord(about, word, { by: 'ann', reason: 'I was there', at: START + DAY });
      await store().insertRules([rule]);
      return rule;
    };
    const listed = async () =>
      (await store().faults({ network, limit: 10 })).items.map(({ id, start, end, values }) => [
        id,
        start,
        end,
        values,
      ]);
    const assessments = async () => {
      const unordered = await store().assessments(network, START, START + HOUR);
      return unordered.toSorted((a, b) => a.judgement.time - b.judgement.time);
    };
    const flags = async (variable: Variable = 'temp_out') =>
      (await assessments()).map(({ faults }) => faults[variable]?.flag ?? 1);

    it('takes a fault that is none out of lists, with its values and its anomalies', async () => {
      await say({ classification: 'normal', start: found.start, end: found.end });
      assert.deepEqual(await listed(), []);
      assert.deepEqual(await store().faultsOver(network, START, START + HOUR), []);
      assert.deepEqual(await store().faultValues(network, START, START + HOUR), []);
      assert.deepEqual(await flags(), [1, 1, 1, 1]);
      const [first] = await assessments();
      assert.equal(first.verdicts.temp_out?.state, 'withdrawn');
      // Whoever looks for it by its id learns of it still.
      assert.deepEqual(await store().fault(found.id), found);
    });

    // A fault that was called none was on no page and in no list: nobody could see by whom, or take it back.
    it('lists those that are called none where they are asked for, and no others', async () => {
      const rejected = async () => (await store().faults({ network, rejected: true, limit: 10 })).items;
      assert.deepEqual(await rejected(), []);
      await say({ classification: 'normal', start: found.start, end: found.end });
      const later = { ...found, state: 'settled' as const, judged: START + 2 * DAY, version: 'later' };
      await store().insertFaults([faultVersion(later, []), faultVersion(fault(network, `${network} g`), [])]);
      assert.deepEqual(await rejected(), [later]);
      const own = { ...found, id: `${network} own`, variable: 'rain' as const, anomalyIds: [] };
      await say({ classification: 'normal', start: own.start, end: own.end }, own);
      assert.deepEqual((await rejected()).map(({ id }) => id).sort(), [found.id, own.id]);
      assert.deepEqual(
        (await store().faults({ network, rejected: true, variable: 'rain', limit: 10 })).items.map(({ id }) => id),
        [own.id],
      );
    });

    it('holds for versions that come later', async () => {
      await say({ classification: 'normal', start: found.start, end: found.end });
      await store().insertFaults([
        faultVersion({ ...found, state: 'settled', judged: START + 2 * DAY, version: 'later' }, [faultValue(times[2])]),
      ]);
      assert.deepEqual(await listed(), []);
      assert.deepEqual(await flags(), [1, 1, 1, 1]);
    });

    // A fault that stays open gets more anomalies: the values of those that came after the word kept flag 4.
    it('takes out the anomalies that a fault which is none gets later, and no others', async () => {
      const held = { ...found, end: null };
      await say({ classification: 'normal', start: held.start, end: null }, held);
      const anomalyIds = [...held.anomalyIds, `${network} b`];
      await store().insertFaults([
        faultVersion({ ...held, anomalyIds, judged: START + 2 * DAY, version: 'later' }, [faultValue(times[2])]),
      ]);
      const failure = { station: 's1', classification: 'device_failure' } as const;
      await store().insertAnomalies([
        anomaly(network, `${network} b`, { ...failure, time: times[2] }),
        anomaly(network, `${network} c`, { ...failure, time: times[3] }),
      ]);
      const states = (await assessments()).map(({ verdicts }) => verdicts.temp_out?.state ?? null);
      assert.deepEqual(states, ['withdrawn', null, 'withdrawn', 'provisional']);
    });

    it('is from when to when it is one, and how sure that is', async () => {
      const { fault: said } = await say({ classification: 'suspected', start: times[1], end: times[3] });
      assert.deepEqual(await listed(), [[found.id, times[1], times[3], 3]]);
      assert.deepEqual(await store().fault(found.id), { ...said, values: 3 });
      assert.deepEqual(await flags(), [1, 3, 3, 3]);
      const values = await store().faultValues(network, START, START + HOUR);
      assert.deepEqual(
        values.map(({ time, estimate }) => [time, estimate]),
        [
          [times[1], 15.5],
          [times[2], null],
          [times[3], null],
        ],
      );
    });

    it('may be a fault that only they know of, which holds', async () => {
      const own = { ...found, id: `${network} own`, variable: 'rain' as const, anomalyIds: [] };
      await say({ classification: 'device_failure', start: times[2], end: null }, own);
      assert.deepEqual(await listed(), [
        [own.id, times[2], null, 2],
        [found.id, times[0], times[1], found.values],
      ]);
      const open = (await store().openFaults()).filter((one) => one.network === network);
      assert.deepEqual(
        open.map(({ count }) => count),
        [1],
      );
      assert.deepEqual(await flags('rain'), [1, 1, 4, 4]);
    });

    it('is as it was when they take it back', async () => {
      const rule = await say({ classification: 'normal', start: found.start, end: found.end });
      await store().insertRules([{ ...rule, ended: START + DAY + 1, endedBy: 'bob' }]);
      assert.deepEqual(await listed(), [[found.id, found.start, found.end, found.values]]);
      assert.deepEqual(await flags(), [4, 3, 1, 1]);
    });
  });
}
