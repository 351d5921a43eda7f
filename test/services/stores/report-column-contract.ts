import assert from 'node:assert/strict';
import { readReports } from '../../../ingest/read-reports.ts';
import type { ReportColumns } from '../../../schemas/report-columns.ts';
import type { TimeSeriesStore } from '../../../services/stores/time-series-store.ts';
import { CALM, HOUR, MINUTE, observation, START } from './records.ts';

/** What a time series owes to those that look at millions of observations: the same columns as those of its objects. */
export function reportColumnContract(store: () => TimeSeriesStore, network: () => string): void {
  describe('report columns', () => {
    it('have what the observations have, in their order, those in their newest revision', async () => {
      const count = (value: number) => ({ rain: { value, unit: 'in', kind: 'since_midnight' } });
      await store().insertObservations([
        ...['b', 'a'].map((id) => observation(network(), id, START)),
        observation(network(), 'a', START + MINUTE, { values: { ...CALM, temp_out: null, rain: null } }),
        observation(network(), 'c', START + 10 * MINUTE, { original: count(0.5) }),
        observation(network(), 'a', START + 10 * MINUTE, { original: { rain: { value: 1, unit: 'mm', interval: 5 } } }),
        observation(network(), 'a', START + 20 * MINUTE, { received: START + HOUR, values: { ...CALM, temp_out: 7 } }),
        observation(network(), 'a', START + 20 * MINUTE),
        observation(network(), 'd', START + HOUR),
      ]);
      const given = [network(), START, START + HOUR - 1] as const;
      const read = (...asked: Parameters<TimeSeriesStore['readObservations']>) => store().readObservations(...asked);
      const expected = await rowsOf(readReports({ read }, ...given));
      assert.deepEqual(
        expected.map(([station]) => station),
        ['a', 'a', 'b', 'a', 'c', 'a'],
      );
      assert.deepEqual(expected[4].slice(-1), [12.7]);
      assert.equal(expected[5][2], 7);
      assert.deepEqual(await rowsOf(store().reportColumns(...given)), expected);
      assert.deepEqual(await rowsOf(store().reportColumns(network(), START + 1, START)), []);
    });
  });
}

/** Station, time, values and count of each report. */
async function rowsOf(read: AsyncIterable<ReportColumns>): Promise<(string | number)[][]> {
  const rows: (string | number)[][] = [];
  for await (const { length, ids, station, time, values, rainCount } of read) {
    for (let row = 0; row < length; row++) {
      rows.push([ids[station[row]], time[row], ...values.map((cells) => cells[row]), rainCount[row]]);
    }
  }
  return rows;
}
