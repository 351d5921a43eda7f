import assert from 'node:assert/strict';
import { rainCountOf } from '../../../ingest/validation/rain-fields.ts';
import { slotOf } from '../../../schemas/time.ts';
import type { WindowReport } from '../../../schemas/window-report.ts';
import type { TimeSeriesStore } from '../../../services/stores/time-series-store.ts';
import { baseline, CALM, gathered, HOUR, lateJudgement, MINUTE, observation, START } from './records.ts';

/** What a time series owes to those that rebuild windows and baselines from it in bulk. */
export function windowReportContract(store: () => TimeSeriesStore, network: () => string): void {
  const reports = (from: number, to: number): Promise<WindowReport[]> =>
    gathered(store().windowReports(network(), slotOf(from), slotOf(to)));

  describe('window reports', () => {
    it('come station by station, their slots in order, with what the windows keep', async () => {
      const original = { rain: { value: 0.5, unit: 'in', kind: 'since_midnight' } };
      const given = ['b', 'a'].flatMap((id) =>
        [2, 0, 1].map((k) => observation(network(), id, START + k * 10 * MINUTE + 7, { original })),
      );
      await store().insertObservations(given);
      const found = await reports(START, START + 20 * MINUTE);
      const expected = ['a', 'b'].flatMap((id) =>
        [0, 1, 2].map((k) => ({
          station: id,
          time: START + k * 10 * MINUTE + 7,
          values: CALM,
          rainCount: rainCountOf(original),
          rainInterval: null,
        })),
      );
      assert.equal(expected[0].rainCount, 12.7);
      assert.deepEqual(found, expected);
    });

    it('are those of whole slots, without what came too late, in their newest revisions', async () => {
      const [early, late, corrected] = [START - 4 * MINUTE, START + 20 * MINUTE, START + 30 * MINUTE];
      const values = { ...CALM, temp_out: 7 };
      await store().insertObservations([
        observation(network(), 's', START - 6 * MINUTE),
        observation(network(), 's', early),
        observation(network(), 's', late),
        observation(network(), 's', corrected, { received: corrected + 2, values }),
        observation(network(), 's', corrected, { received: corrected + 1 }),
        observation(network(), 's', START + 36 * MINUTE),
      ]);
      await store().insertJudgements([lateJudgement(network(), 's', late, START + HOUR)]);
      const found = await reports(START, START + 30 * MINUTE);
      assert.deepEqual(
        found.map(({ time, values: { temp_out } }) => [time, temp_out]),
        [
          [early, 20],
          [corrected, 7],
        ],
      );
      assert.deepEqual(await reports(START + HOUR, START), []);
    });

    it('are those of the stations that are wanted, each station in one piece and in order', async () => {
      const odd = ['a', 'b', 'Zürich', '東京', '☂', 'a/b', "it's", 'tab\tand \\', '[x,y]'];
      const ids = [...odd, ...Array.from({ length: 2_500 }, (_, i) => `station-${i}`)];
      const times = [START, START + 10 * MINUTE];
      await store().insertObservations(ids.flatMap((id) => times.map((time) => observation(network(), id, time))));
      for (const wants of [(id: string) => odd.includes(id), (id: string) => !id.endsWith('7'), () => false]) {
        const found: string[] = [];
        const scope = { wants };
        for await (const some of store().windowReports(network(), slotOf(START), slotOf(START + HOUR), scope)) {
          for (const report of some) found.push(report.station);
        }
        const wanted = ids.filter(wants).flatMap((id) => [id, id]);
        assert.deepEqual([...found].sort(), wanted.sort());
        const runs = found.filter((station, k) => station !== found[k - 1]);
        assert.equal(runs.length, new Set(runs).size);
      }
    });

    it('are those stored after a position, whatever lies with them, and counted by when they were received', async () => {
      const at = (k: number) => START + k * 10 * MINUTE;
      const slots = (k: number) => slotOf(at(k));
      await store().insertObservations([0, 1].map((k) => observation(network(), 's', at(k), { received: at(k) + 1 })));
      const before = await store().position();
      assert.deepEqual(await store().position(), before);
      const since = (from: number, to: number) =>
        gathered(store().windowReports(network(), slots(from), slots(to), { since: before }));
      const counted = (from: number, to: number) =>
        store().countReceived(network(), slots(from), slots(to), before, at(1) + 1);
      assert.deepEqual(await since(0, 9), []);
      await store().insertObservations(
        [2, 3, 4].map((k) => observation(network(), 's', at(k), { received: at(k) + 1 })),
      );
      await store().insertJudgements([lateJudgement(network(), 's', at(3), at(9))]);
      const times = (found: readonly WindowReport[]) => found.map(({ time }) => time).filter((time) => time >= at(2));
      assert.deepEqual(times(await since(0, 9)), [at(2), at(4)]);
      assert.deepEqual([await counted(0, 9), await counted(0, 1), await counted(3, 9)], [2, 0, 1]);
      const after = await store().position();
      assert.equal(after.table, before.table);
      const grown = after.partitions.filter(({ id, block, mutation }) => {
        const known = before.partitions.find((one) => one.id === id);
        assert.equal(known?.mutation, mutation);
        return known !== undefined && block > known.block;
      });
      assert.equal(grown.length, 1);
    });

    it('come in batches of whole stations, none lost where a batch ends', async () => {
      const stations = Array.from({ length: 2_100 }, (_, i) => `s${i}`);
      const given = stations.flatMap((id) =>
        Array.from({ length: 50 }, (_, k) => observation(network(), id, START + k * 10 * MINUTE)),
      );
      await store().insertObservations(given);
      const seen = new Map<string, number>();
      let batches = 0;
      for await (const batch of store().windowReports(network(), slotOf(START), slotOf(START + 500 * MINUTE))) {
        batches += 1;
        const here = new Set(batch.map((report) => report.station));
        for (const id of here) assert.ok(!seen.has(id), `${id} in two batches`);
        for (const report of batch) seen.set(report.station, (seen.get(report.station) ?? 0) + 1);
      }
      assert.ok(batches > 1);
      assert.deepEqual([seen.size, Math.min(...seen.values()), Math.max(...seen.values())], [2_100, 50, 50]);
    });
  });

  describe('baselines in bulk', () => {
    it('come in batches that have all days of their stations', async () => {
      const stations = Array.from({ length: 1_300 }, (_, i) => `s${i}`);
      const days = Array.from({ length: 20 }, (_, k) => 20_000 + k);
      const given = stations.flatMap((id) => days.map((day) => baseline(network(), id, day, 'v')));
      await store().insertBaselines(given);
      await store().insertBaselines(given.slice(0, 30));
      const seen = new Map<string, number[]>();
      let batches = 0;
      for await (const batch of store().ownDays(network(), 20_001, 20_018)) {
        batches++;
        const here = new Set(batch.map((one) => one.station));
        for (const id of here) assert.ok(!seen.has(id), `${id} in two batches`);
        for (const { station: id, day, ownDay, ownLevels } of batch) {
          assert.deepEqual(ownDay, given[0].ownDay);
          assert.deepEqual(ownLevels, given[0].ownLevels);
          seen.set(id, [...(seen.get(id) ?? []), day]);
        }
      }
      assert.ok(batches > 1);
      assert.equal(seen.size, stations.length);
      for (const own of seen.values()) assert.deepEqual(own, days.slice(1, 19));
    });

    it('say which day is the newest', async () => {
      assert.equal(await store().baselineDay(network(), 30_000), null);
      await store().insertBaselines([20_000, 20_002].map((day) => baseline(network(), 's', day, 'v')));
      assert.equal(await store().baselineDay(network(), 30_000), 20_002);
      assert.equal(await store().baselineDay(network(), 20_001), 20_000);
      assert.equal(await store().baselineDay(network(), 19_999), null);
    });
  });
}
