import assert from 'node:assert/strict';
import type { AnomalyQuery, TimeSeriesStore } from '../../../services/stores/time-series-store.ts';
import { cursorOf } from './pages.ts';
import { anomaly, DAY, HOUR, ODD, START, station } from './records.ts';

/** What a time series owes for anomalies. @param network an empty network for each test */
export function anomalyContract(store: () => TimeSeriesStore, networkOf: () => string): void {
  describe('anomalies', () => {
    let network = '';
    beforeEach(() => {
      network = networkOf();
    });
    const anomalies = (query: Partial<AnomalyQuery> = {}) =>
      store().anomalies({ network, revisions: false, limit: 100, ...query });

    it('come back as they were', async () => {
      const given = anomaly(network, `${network} whole`, { baseline: 'b7', reason: ODD, stationName: ODD });
      await store().insertAnomalies([given]);
      assert.deepEqual((await anomalies()).items, [given]);
      assert.deepEqual(await store().anomaly(given.id), [given]);
      assert.deepEqual(await store().anomaly('no such id'), []);
    });

    it('count in the version judged last, a final one before all others', async () => {
      const id = `${network} versions`;
      const first = anomaly(network, id, { version: 'p', judged: START + 1 });
      const second = anomaly(network, id, { version: 'q', judged: START + 2, classification: 'weather_event' });
      const final = anomaly(network, id, { version: 'a', judged: START, final: true, state: 'settled' });
      await store().insertAnomalies([second]);
      await store().insertAnomalies([first, first]);
      assert.deepEqual((await anomalies()).items, [second]);
      await store().insertAnomalies([final]);
      await store().insertAnomalies([second]);
      assert.deepEqual((await anomalies()).items, [final]);
      assert.deepEqual(await store().anomaly(id), [final, second, first]);
      const revisions = await anomalies({ revisions: true });
      assert.deepEqual(revisions.items, [final, second, first]);
    });

    it('are filtered by the version that counts, not by one that was', async () => {
      const id = `${network} changed`;
      await store().insertAnomalies([
        anomaly(network, id, { version: '1', judged: START + 1, classification: 'suspected' }),
        anomaly(network, id, { version: '2', judged: START + 2, classification: 'weather_event', state: 'settled' }),
      ]);
      assert.equal((await anomalies({ classification: 'suspected' })).items.length, 0);
      assert.equal((await anomalies({ state: 'provisional' })).items.length, 0);
      assert.equal((await anomalies({ classification: 'weather_event', state: 'settled' })).items.length, 1);
    });

    // A verdict that had all its hindsight has the same digest when it settles: it was listed as open beside the settled one.
    it('are not open where the same version has settled since', async () => {
      const id = `${network} settled alike`;
      const provisional = anomaly(network, id, { version: 'v', judged: START + 1 });
      const settled = anomaly(network, id, { version: 'v', judged: START + 2, state: 'settled', final: true });
      await store().insertAnomalies([provisional]);
      await store().insertAnomalies([settled]);
      assert.deepEqual((await anomalies({ state: 'provisional' })).items, []);
      assert.deepEqual((await anomalies({ state: 'settled' })).items, [settled]);
      assert.deepEqual((await anomalies()).items, [settled]);
    });

    it('belong to the class that people gave them', async () => {
      const [own, given, taken] = ['own', 'given', 'taken'].map((name) => `${network} ${name}`);
      await store().insertAnomalies([
        anomaly(network, own, { classification: 'suspected' }),
        anomaly(network, given, { classification: 'weather_event' }),
        anomaly(network, taken, { classification: 'suspected' }),
      ]);
      const ids = async (query: Partial<AnomalyQuery>) => (await anomalies(query)).items.map(({ id }) => id).sort();
      const called = { so: [given], otherwise: [taken] };
      assert.deepEqual(await ids({ classification: 'suspected', called }), [given, own]);
      assert.deepEqual(await ids({ called: { so: [], otherwise: [taken] } }), [given, own]);
      assert.deepEqual(await ids({ classification: 'normal', called: { so: [taken], otherwise: [] } }), [taken]);
      assert.deepEqual(await ids({ classification: 'normal' }), []);
    });

    it('that were withdrawn show only where they are asked for', async () => {
      const id = `${network} withdrawn`;
      await store().insertAnomalies([
        anomaly(network, id, { version: '1', judged: START + 1 }),
        anomaly(network, id, { version: '2', judged: START + 2, state: 'withdrawn' }),
      ]);
      assert.equal((await anomalies()).items.length, 0);
      assert.equal((await anomalies({ state: 'withdrawn' })).items.length, 1);
      assert.equal((await anomalies({ revisions: true })).items.length, 2);
    });

    it('are found by each filter and by box', async () => {
      await store().insertStations([
        station(network, 'north', { latitude: 60, longitude: 10 }),
        station(network, 'south', { latitude: 40, longitude: 10 }),
      ]);
      await store().insertAnomalies([
        anomaly(network, `${network} n`, { station: 'north', variable: 'bar', temporalMethod: '3sigma' }),
        anomaly(network, `${network} s`, { station: 'south', time: START + DAY }),
      ]);
      const ids = async (query: Partial<AnomalyQuery>) =>
        (await anomalies(query)).items.map((one) => one.id.split(' ').at(-1)).join('');
      assert.equal(await ids({}), 'sn');
      assert.equal(await ids({ station: 'north' }), 'n');
      assert.equal(await ids({ variable: 'bar' }), 'n');
      assert.equal(await ids({ method: 'arima' }), 's');
      assert.equal(await ids({ from: START + 1 }), 's');
      assert.equal(await ids({ to: START }), 'n');
      assert.equal(await ids({ from: START, to: START + DAY }), 'sn');
      assert.equal(await ids({ box: { west: 0, east: 20, south: 50, north: 70 } }), 'n');
    });

    it('come in pages that new ones do not shift, every version too', async () => {
      const given = [0, 0, 1, 2, 700].flatMap((hours, i) => [
        anomaly(network, `${network} ${i}`, { time: START + hours * HOUR, version: 'a', judged: START + DAY }),
        anomaly(network, `${network} ${i}`, { time: START + hours * HOUR, version: 'b', judged: START + DAY }),
      ]);
      await store().insertAnomalies(given);
      for (const revisions of [false, true]) {
        const seen: string[] = [];
        let page = await anomalies({ revisions, limit: 2, to: START + 700 * HOUR });
        for (;;) {
          seen.push(...page.items.map((one) => `${one.id.split(' ').at(-1)}${one.version}`));
          await store().insertAnomalies([
            anomaly(network, `${network} new ${seen.length}`, { time: START + (701 + seen.length) * HOUR }),
          ]);
          if (page.next === null) break;
          page = await anomalies({ revisions, limit: 2, to: START + 700 * HOUR, ...cursorOf(page) });
        }
        const expected = revisions
          ? ['4b', '4a', '3b', '3a', '2b', '2a', '0b', '0a', '1b', '1a']
          : ['4b', '3b', '2b', '0b', '1b'];
        assert.deepEqual(seen, expected);
      }
    });
  });
}
