import assert from 'node:assert/strict';
import type { TimeSeriesStore } from '../../../services/stores/time-series-store.ts';
import { cursorOf } from './pages.ts';
import { deadLetter, ODD, START } from './records.ts';

/**
 * What a time series owes for dead letters.
 *
 * @param networkOf an empty network for each test
 * @param countOf how many tests there have been on this store
 */
export function deadLetterContract(store: () => TimeSeriesStore, networkOf: () => string, countOf: () => number): void {
  describe('dead letters', () => {
    let network = '';
    beforeEach(() => {
      network = networkOf();
    });

    it('lie there until they are replayed', async () => {
      const id = `${network} letter`;
      const letter = deadLetter(network, id, START, { context: ODD, detail: ODD });
      await store().insertDeadLetters([letter]);
      await store().insertDeadLetters([letter]);
      assert.deepEqual(await store().deadLetter(id), letter);
      const replayed = { ...letter, replayed: START + 1 };
      await store().insertDeadLetters([replayed]);
      await store().insertDeadLetters([letter]);
      assert.deepEqual(await store().deadLetter(id), replayed);
      const open = (await store().deadLetters({ limit: 1_000 })).items.map((one) => one.id);
      assert.ok(!open.includes(id));
      const all = (await store().deadLetters({ limit: 1_000, replayed: true })).items.map((one) => one.id);
      assert.ok(all.includes(id));
      assert.equal(await store().deadLetter('no such id'), null);
    });

    it('are listed newest first by pages', async () => {
      const far = Date.UTC(2100, 0, countOf());
      await store().insertDeadLetters([1, 2, 3].map((i) => deadLetter(network, `${network} ${i}`, far + i)));
      const first = await store().deadLetters({ limit: 2 });
      const second = await store().deadLetters({ limit: 1, ...cursorOf(first) });
      const ids = [...first.items, ...second.items].map((one) => one.id.split(' ').at(-1));
      assert.deepEqual(ids, ['3', '2', '1']);
    });

    it('are listed by network, of one or of several, and by reason', async () => {
      const names = { time: `${network} time`, value: `${network} value`, other: `${network} other` };
      await store().insertDeadLetters([
        deadLetter(network, names.time, START, { reason: 'invalid_time' }),
        deadLetter(network, names.value, START, { reason: 'invalid_value' }),
        deadLetter(`${network} 2`, names.other, START, { reason: 'invalid_time' }),
      ]);
      const listed = async (query: { network?: string | readonly string[]; reason?: 'invalid_time' }) =>
        (await store().deadLetters({ limit: 10, ...query })).items.map((one) => one.id).sort();
      assert.deepEqual(await listed({ network }), [names.time, names.value]);
      assert.deepEqual(await listed({ network, reason: 'invalid_time' }), [names.time]);
      assert.deepEqual(await listed({ network: [network, `${network} 2`] }), Object.values(names).sort());
      assert.deepEqual(await listed({ network: [] }), []);
    });
  });
}
