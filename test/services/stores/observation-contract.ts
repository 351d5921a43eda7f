import assert from 'node:assert/strict';
import { slotOf } from '../../../schemas/time.ts';
import type { TimeSeriesStore } from '../../../services/stores/time-series-store.ts';
import { cursorOf } from './pages.ts';
import { CALM, DAY, gathered, HOUR, judgement, lateJudgement, MINUTE, ODD, observation, START } from './records.ts';

/** What a time series owes for observations. @param network an empty network for each test */
export function observationContract(store: () => TimeSeriesStore, networkOf: () => string): void {
  describe('observations', () => {
    let network = '';
    beforeEach(() => {
      network = networkOf();
    });

    it('come back with exactly the numbers and texts that were given', async () => {
      const numbers = [0.1 + 0.2, 1e308, 5e-324, -1.7976931348623157e308, 123456789.12345679, 23.4, -0.1, 1e21];
      for (let i = 1; i < 500; i += 1) numbers.push((Math.sin(i * 7.3) * 10 ** ((i % 61) - 30)) / 3);
      const given = numbers.map((value, i) =>
        observation(network, ODD, START + i, {
          values: { ...CALM, temp_out: value, wind_speed: -value, rain: null },
          extras: { wind_dir: value, text: ODD },
          original: {
            temp_out: { value, unit: 'K' },
            rain: { value: 1.5, unit: 'in', ...(i % 2 === 0 ? { kind: 'since_midnight' } : { interval: 5 }) },
          },
          source: ODD,
          received: START + 123 + i,
        }),
      );
      await store().insertObservations(given);
      const found = await gathered(store().readObservations(network, START, START + DAY));
      assert.deepEqual(found, given);
    });

    it('keep times to the millisecond, before 1970 and far ahead too', async () => {
      const times = [Date.UTC(1931, 0, 1, 0, 0, 0, 7), -1, 0, 1, Date.UTC(2261, 11, 31, 23, 59, 59, 999)];
      await store().insertObservations(times.map((time) => observation(network, 's', time)));
      const found = await gathered(store().readObservations(network, times[0] ?? 0, times[4] ?? 0));
      assert.deepEqual(
        found.map((one) => one.time),
        times,
      );
      assert.deepEqual(await store().extent(network), { first: times[0], last: times[4] });
      assert.deepEqual(await store().elements(network, times[0], times[4]), []);
    });

    it('stored twice are there once', async () => {
      const given = [0, 1, 2].map((i) => observation(network, 's', START + i * HOUR));
      await store().insertObservations(given);
      await store().insertObservations([...given].reverse());
      assert.deepEqual(await gathered(store().readObservations(network, START, START + DAY)), given);
      const page = await store().observations({ network, limit: 10 });
      assert.deepEqual(
        page.items.map((one) => one.observation),
        [...given].reverse(),
      );
    });

    it('count in their newest revision, in whatever order it came', async () => {
      const first = observation(network, 's', START, { received: START + 1 });
      const corrected = observation(network, 's', START, { received: START + 2, values: { ...CALM, temp_out: 7 } });
      await store().insertObservations([corrected]);
      await store().insertObservations([first]);
      assert.deepEqual(await gathered(store().readObservations(network, START, START)), [corrected]);
      const page = await store().observations({ network, limit: 10 });
      assert.deepEqual(
        page.items.map((one) => one.observation),
        [corrected],
      );
    });

    it('are read in the order of their slots, both ends of the time included', async () => {
      const given = [];
      for (let i = 0; i < 300; i += 1) {
        for (const id of ['z', 'a', 'm']) given.push(observation(network, id, START + i * 10 * MINUTE + (i % 7)));
      }
      await store().insertObservations([...given].reverse());
      const from = START + 10 * MINUTE + 1;
      const to = START + 200 * 10 * MINUTE + (200 % 7);
      const found = await gathered(store().readObservations(network, from, to));
      const slots = found.map((one) => slotOf(one.time));
      assert.deepEqual(
        slots,
        [...slots].sort((a, b) => a - b),
      );
      assert.equal(found.length, 200 * 3);
      assert.equal(Math.min(...found.map((one) => one.time)), from);
      assert.equal(Math.max(...found.map((one) => one.time)), to);
      assert.deepEqual(await gathered(store().readObservations(network, to, from)), []);
      assert.deepEqual(await gathered(store().readObservations('no such network', from, to)), []);
    });

    it('of two reports in one slot are both kept', async () => {
      const given = [observation(network, 's', START - MINUTE), observation(network, 's', START + 2 * MINUTE)];
      await store().insertObservations(given);
      assert.deepEqual(await gathered(store().readObservations(network, START - DAY, START + DAY)), given);
    });

    it('that came too late to be judged can be left out', async () => {
      const given = [0, 1, 2].map((i) => observation(network, 's', START + i * HOUR));
      const times = given.map((one) => one.time);
      await store().insertObservations(given);
      await store().insertJudgements([
        lateJudgement(network, 's', times[0] ?? 0, START + DAY),
        lateJudgement(network, 's', times[1] ?? 0, START + DAY),
        judgement(network, 's', times[1] ?? 0, START + HOUR),
      ]);
      const all = await gathered(store().readObservations(network, START, START + DAY));
      const inTime = await gathered(store().readObservations(network, START, START + DAY, true));
      assert.deepEqual(all, given);
      assert.deepEqual(inTime, given.slice(1));
    });

    it('are listed newest first with the judgement that counts', async () => {
      const given = [0, 1, 2].map((i) => observation(network, 's', START + i * HOUR));
      await store().insertObservations(given);
      const suspect = judgement(network, 's', START + HOUR, START + 5, { flag: 3, reason: '', score: 1 / 3 });
      const late = lateJudgement(network, 's', START, START + 6);
      await store().insertJudgements([suspect]);
      await store().insertJudgements([
        judgement(network, 's', START + HOUR, START + 4),
        lateJudgement(network, 's', START + HOUR, START + 6),
        late,
      ]);
      const page = await store().observations({ network, station: 's', limit: 10 });
      assert.deepEqual(await store().observations({ network, station: ['r', 's'], limit: 10 }), page);
      assert.deepEqual(page, {
        items: [
          { observation: given[2], assessment: null },
          { observation: given[1], assessment: { judgement: suspect, verdicts: {}, faults: {}, settled: false } },
          { observation: given[0], assessment: { judgement: late, verdicts: {}, faults: {}, settled: false } },
        ],
        next: null,
      });
    });

    it('come in pages that neither new nor corrected ones shift', async () => {
      const given = [0, 1, 2, 3, 400].flatMap((hours) => [
        observation(network, 'a', START + hours * HOUR),
        observation(network, 'b', START + hours * HOUR),
      ]);
      await store().insertObservations(given);
      const seen: string[] = [];
      let page = await store().observations({ network, limit: 3 });
      for (;;) {
        seen.push(...page.items.map(({ observation: one }) => `${one.station}${(one.time - START) / HOUR}`));
        await store().insertObservations([
          observation(network, 'c', START + (500 + seen.length) * HOUR),
          observation(network, 'a', START + 400 * HOUR, { received: START + 401 * HOUR + seen.length }),
        ]);
        if (page.next === null) break;
        page = await store().observations({ network, limit: 3, ...cursorOf(page) });
      }
      assert.deepEqual(seen, ['a400', 'b400', 'a3', 'b3', 'a2', 'b2', 'a1', 'b1', 'a0', 'b0']);
    });

    it('are listed between times, both included', async () => {
      const given = [0, 1, 2, 3].map((i) => observation(network, 's', START + i * MINUTE));
      await store().insertObservations(given);
      const page = await store().observations({ network, from: START + MINUTE, to: START + 2 * MINUTE, limit: 9 });
      assert.deepEqual(
        page.items.map((one) => one.observation),
        [given[2], given[1]],
      );
    });

    it('may come in one call in any number, over many years', async () => {
      const given = Array.from({ length: 45_000 }, (_, i) => observation(network, `s${i % 9}`, START - i * 2 * HOUR));
      await store().insertObservations(given);
      await store().insertObservations([]);
      let found = 0;
      for await (const batch of store().readObservations(network, 0, START)) found += batch.length;
      assert.equal(found, given.length);
    });
  });
}
