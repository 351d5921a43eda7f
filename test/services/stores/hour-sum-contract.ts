import assert from 'node:assert/strict';
import { slotOf } from '../../../schemas/time.ts';
import type { TimeSeriesStore } from '../../../services/stores/time-series-store.ts';
import { CALM, gathered, HOUR, lateJudgement, MINUTE, observation, START } from './records.ts';

/** What a time series owes to those that look for faults of days. */
export function hourSumContract(store: () => TimeSeriesStore, network: () => string): void {
  const first = Math.floor(slotOf(START) / 6);
  const sums = async (stations: readonly string[], from = first, to = first + 1) => {
    const found = await gathered(store().hourSums(network(), stations, from, to));
    return found.sort((a, b) => a.hour - b.hour || (a.station < b.station ? -1 : 1));
  };

  describe('sums of hours', () => {
    it('are of whole hundredths, of stations and hours asked for alone', async () => {
      await store().insertObservations([
        observation(network(), 'a', START, { values: { ...CALM, temp_out: -3.145, rain: null } }),
        observation(network(), 'a', START + 10 * MINUTE, { values: { ...CALM, temp_out: 1.006, rain: 0.2 } }),
        observation(network(), 'a', START + HOUR, { values: { ...CALM, temp_out: 7 } }),
        observation(network(), 'a', START + 2 * HOUR),
        observation(network(), 'b', START),
        observation(network(), 'c', START),
      ]);
      const found = await sums(['a', 'b']);
      assert.deepEqual(
        found.map(({ station, hour, sums: of, counts }) => [station, hour - first, of[0], of[4], counts]),
        [
          ['a', 0, -314 + 101, 20, [2, 2, 2, 2, 1]],
          ['b', 0, Math.round((CALM.temp_out ?? 0) * 100), Math.round((CALM.rain ?? 0) * 100), [1, 1, 1, 1, 1]],
          ['a', 1, 700, Math.round((CALM.rain ?? 0) * 100), [1, 1, 1, 1, 1]],
        ],
      );
      assert.deepEqual(await sums([]), []);
    });

    it('have the lowest and the highest wind and rain of an hour, of what a sensor can read', async () => {
      const winds = [3.2, 1.4, 7, 9_000, null];
      await store().insertObservations(
        winds.map((wind_speed, k) =>
          observation(network(), 'w', START + k * 10 * MINUTE, { values: { ...CALM, wind_speed, rain: 0.2 * k } }),
        ),
      );
      await store().insertObservations([
        observation(network(), 'w', START + HOUR, { values: { ...CALM, wind_speed: null } }),
      ]);
      const found = await sums(['w']);
      assert.deepEqual(
        found.map(({ lows, highs }) => [lows, highs]),
        [
          [
            [0, 0, 140, 0, 0],
            [0, 0, 700, 0, 80],
          ],
          [
            [0, 0, 0, 0, 0],
            [0, 0, 0, 0, 0],
          ],
        ],
      );
    });

    // Reports of the five minutes before the first hour that was asked for were left out.
    it('say when in the hour the reports came, of which the first slot begins five minutes before it', async () => {
      const offsets = [[-4 * MINUTE, 10 * MINUTE + 1_999], [30 * MINUTE]];
      for (const [hour, since] of offsets.entries()) {
        await store().insertObservations(since.map((one) => observation(network(), 't', START + hour * HOUR + one)));
      }
      const found = await sums(['t']);
      assert.deepEqual(
        found.map(({ reports, seconds }) => [reports, seconds]),
        [
          [2, -240 + 601],
          [1, 1_800],
        ],
      );
    });

    it('have what no sensor reads apart, and leave out what came too late and all but the newest revision', async () => {
      await store().insertObservations([
        observation(network(), 's', START, { values: { ...CALM, temp_out: 150 } }),
        observation(network(), 's', START + 10 * MINUTE, { received: START + 2, values: { ...CALM, temp_out: 7 } }),
        observation(network(), 's', START + 10 * MINUTE, { received: START + 1, values: { ...CALM, temp_out: 8 } }),
        observation(network(), 's', START + 20 * MINUTE, { values: { ...CALM, temp_out: 9 } }),
      ]);
      await store().insertJudgements([lateJudgement(network(), 's', START + 20 * MINUTE, START + HOUR)]);
      const [found] = await sums(['s']);
      assert.deepEqual([found.sums[0], found.counts], [700, [1, 2, 2, 2, 2]]);
      assert.deepEqual(
        [found.impossibleSums, found.impossibleCounts],
        [
          [15_000, 0, 0, 0, 0],
          [1, 0, 0, 0, 0],
        ],
      );
    });
  });

  describe('conditions of networks', () => {
    it('are those of a slot, or of the last before it, as they were stored last', async () => {
      const at = (slot: number, content: string) => ({ network: network(), slot, content });
      assert.equal(await store().lastingCondition(network(), 1_000), null);
      await store().insertLastingConditions([at(71, '[1]')]);
      await store().insertLastingConditions([at(143, '[2]')]);
      assert.equal(await store().lastingCondition(network(), 70), null);
      assert.deepEqual(await store().lastingCondition(network(), 142), at(71, '[1]'));
      assert.deepEqual(await store().lastingCondition(network(), 143), at(143, '[2]'));
      await store().removeNetwork(network());
      assert.equal(await store().lastingCondition(network(), 143), null);
    });
  });
}
