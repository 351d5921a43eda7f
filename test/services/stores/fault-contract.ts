import assert from 'node:assert/strict';
import type { Fault } from '../../../schemas/fault.ts';
import { slotOf } from '../../../schemas/time.ts';
import type { FaultQuery, TimeSeriesStore } from '../../../services/stores/time-series-store.ts';
import { cursorOf } from './pages.ts';
import { DAY, fault, faultValue, faultVersion, HOUR, MINUTE, ODD, START, sensorCondition, station } from './records.ts';

/** Later than what other tests store, ms since the epoch. */
const LATEST = Date.UTC(2281, 0, 1);

/** What a time series owes for faults of sensors. @param networkOf an empty network for each test */
export function faultContract(store: () => TimeSeriesStore, networkOf: () => string): void {
  describe('faults', () => {
    let network = '';
    beforeEach(() => {
      network = networkOf();
    });
    const insert = (...given: Fault[]) => store().insertFaults(given.map((one) => faultVersion(one)));
    const faults = (query: Partial<FaultQuery> = {}) => store().faults({ network, limit: 100, ...query });
    const lastWords = (found: readonly Fault[]) => found.map(({ id }) => id.split(' ').at(-1)).join('');
    const ids = async (query: Partial<FaultQuery> = {}) => lastWords((await faults(query)).items);

    it('come back as they were', async () => {
      const open = fault(network, `${network} open`, { reason: ODD, stationName: ODD, station: ODD });
      const ended = fault(network, `${network} ended`, {
        start: START - HOUR - 7,
        end: START + 123,
        recovered: START + HOUR,
        offset: null,
        uncertainty: null,
        unknownSince: START + MINUTE,
        certainty: 'suspected',
        kind: 'stuck',
        neighbors: [],
        anomalyIds: [],
      });
      await insert(open, ended);
      assert.deepEqual((await faults()).items, [open, ended]);
      assert.deepEqual(await store().fault(open.id), open);
      assert.deepEqual(await store().fault(ended.id), ended);
      assert.equal(await store().fault('no such id'), null);
    });

    it('count in the version given last, a settled one before others, in whatever order they came', async () => {
      const id = `${network} versions`;
      const first = fault(network, id, { version: 'p', judged: START + 1 });
      const second = fault(network, id, { version: 'q', judged: START + 2, start: START - DAY, named: START });
      const settled = fault(network, id, { version: 'a', judged: START, state: 'settled', end: START + HOUR });
      const later = fault(network, id, { version: 'b', judged: START + 1, state: 'settled', end: START + DAY });
      await insert(second);
      await insert(first);
      assert.deepEqual((await faults()).items, [second]);
      await insert(settled);
      await insert(second);
      assert.deepEqual((await faults()).items, [settled]);
      await insert(later);
      await insert(settled);
      assert.deepEqual((await faults()).items, [later]);
      assert.deepEqual(await store().fault(id), later);
    });

    it('count in the version that counts where all come at once', async () => {
      const id = `${network} at once`;
      const versions = [
        fault(network, id, { version: 'p', judged: START + 1 }),
        fault(network, id, { version: 'q', judged: START + 3, end: START + MINUTE }),
        fault(network, id, { version: 'a', judged: START, state: 'settled', end: START + HOUR }),
        fault(network, id, { version: 'r', judged: START + 2 }),
      ];
      const other = fault(network, `${network} other`, { judged: START });
      await insert(versions[0], other, ...versions.slice(1));
      assert.deepEqual(await store().fault(id), versions[2]);
      assert.deepEqual(await store().fault(other.id), other);
    });

    it('are found by each filter and by box, by the version that counts', async () => {
      await store().insertStations([
        station(network, 'north', { latitude: 60, longitude: 10 }),
        station(network, 'south', { latitude: 40, longitude: 10 }),
      ]);
      const changed = fault(network, `${network} n`, { station: 'north', judged: START + 1 });
      await insert(
        { ...changed, kind: 'noise', judged: START },
        { ...changed, variable: 'bar', id: `${network} b`, end: START + HOUR, recovered: START + HOUR },
        changed,
        fault(network, `${network} s`, { station: 'south', start: START + DAY, kind: 'spike', state: 'settled' }),
        fault(network, `${network} w`, { station: 'south', state: 'withdrawn' }),
        fault(`${network} other`, `${network} o`),
      );
      assert.equal(await ids(), 'sbn');
      assert.equal(await ids({ station: 'north' }), 'bn');
      assert.equal(await ids({ variable: 'bar' }), 'b');
      assert.equal(await ids({ kind: 'level' }), 'bn');
      assert.equal(await ids({ kind: 'noise' }), '');
      assert.equal(await ids({ state: 'settled' }), 's');
      assert.equal(await ids({ state: 'withdrawn' }), 'w');
      assert.equal(await ids({ open: true }), 'sn');
      assert.equal(await ids({ open: false }), 'b');
      assert.equal(await ids({ from: START + HOUR }), 'sbn');
      assert.equal(await ids({ from: START + HOUR + 1 }), 'sn');
      assert.equal(await ids({ to: START }), 'bn');
      assert.equal(await ids({ to: START - 1 }), '');
      assert.equal(await ids({ from: START + 2 * HOUR, to: START + 3 * HOUR }), 'n');
      assert.equal(await ids({ box: { west: 0, east: 20, south: 50, north: 70 } }), 'bn');
    });

    it('come in pages that new ones do not shift', async () => {
      await insert(
        ...[0, 0, 1, 2, 700].map((hours, i) => fault(network, `${network} ${i}`, { start: START + hours * HOUR })),
      );
      const seen: string[] = [];
      let page = await faults({ limit: 2 });
      for (;;) {
        seen.push(lastWords(page.items));
        await insert(fault(network, `${network} new${seen.length}`, { start: START + (701 + seen.length) * HOUR }));
        if (page.next === null) break;
        page = await faults({ limit: 2, ...cursorOf(page) });
      }
      assert.deepEqual(seen, ['43', '20', '1']);
    });

    it('that are open are counted by network and kind, as the version that counts has them', async () => {
      const open = fault(network, `${network} a`, { judged: START });
      await insert(
        open,
        fault(network, `${network} b`),
        fault(network, `${network} c`, { kind: 'stuck' }),
        fault(network, `${network} d`, { kind: 'noise', state: 'withdrawn' }),
        fault(network, `${network} e`, { kind: 'spike', end: START, recovered: START + HOUR }),
      );
      const counts = async () =>
        (await store().openFaults()).filter((one) => one.network === network).map(({ kind, count }) => [kind, count]);
      const sorted = async () => (await counts()).toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1));
      assert.deepEqual(await sorted(), [
        ['level', 2],
        ['spike', 0],
        ['stuck', 1],
      ]);
      await insert({ ...open, end: START + HOUR, recovered: START + HOUR, version: 'z', judged: START + 1 });
      assert.deepEqual((await sorted())[0], ['level', 1]);
    });

    it('over a stretch are all that have a part in it, in the order of their starts', async () => {
      await insert(
        fault(network, `${network} b`, { start: START - DAY }),
        fault(network, `${network} a`, { start: START - DAY, end: START }),
        fault(network, `${network} before`, { start: START - DAY, end: START - 1 }),
        fault(network, `${network} after`, { start: START + HOUR + 1 }),
        fault(network, `${network} c`, { start: START + HOUR, station: 's2' }),
        fault(network, `${network} withdrawn`, { state: 'withdrawn' }),
      );
      assert.equal(lastWords(await store().faultsOver(network, START, START + HOUR)), 'abc');
      assert.equal(lastWords(await store().faultsOver(network, START, START + HOUR, 's2')), 'c');
      assert.deepEqual(await store().faultsOver('no such network', START, START + HOUR), []);
    });

    it('have the values that were last said to be under them, not those taken back', async () => {
      const [first, second] = [START, START + 10 * MINUTE];
      const one = fault(network, `${network} one`, { judged: START + 1 });
      const other = fault(network, `${network} other`, { station: 's0', variable: 'bar', state: 'settled' });
      await store().insertFaults([
        faultVersion({ ...one, judged: START + 2 }, [
          faultValue(first, { flag: 3, estimate: null, uncertainty: null }),
        ]),
        faultVersion(
          one,
          [first, second, second + 7, START + HOUR].map((time) => faultValue(time)),
        ),
        faultVersion({ ...one, judged: START + 3 }, [
          faultValue(second, { estimate: 16 }),
          faultValue(second + 7, { flag: 1 }),
        ]),
        faultVersion(other, [faultValue(first + 7)]),
        faultVersion({ ...fault(network, `${network} withdrawn`), state: 'withdrawn' }, [faultValue(first)]),
        faultVersion(fault(network, `${network} ended`, { station: 's2', end: first }), [faultValue(second)]),
      ]);
      // A version of before its being settled comes again.
      await store().insertFaults([
        faultVersion({ ...other, state: 'provisional', judged: START + DAY }, [faultValue(first + 7, { flag: 3 })]),
      ]);
      const ofOther = { ...faultValue(first + 7), station: 's0', variable: 'bar', faultId: other.id };
      const ofOne = { station: 's1', variable: 'temp_out', faultId: one.id };
      const doubtful = { ...faultValue(first, { flag: 3, estimate: null, uncertainty: null }), ...ofOne };
      const corrected = { ...faultValue(second, { estimate: 16 }), ...ofOne };
      const last = { ...faultValue(START + HOUR), ...ofOne };
      assert.deepEqual(await store().faultValues(network, START, START + HOUR), [ofOther, doubtful, corrected, last]);
      assert.deepEqual(await store().faultValues(network, START + 1, START + DAY, 's1'), [corrected, last]);
      assert.deepEqual(await store().faultValues(network, START, START + HOUR - 1, 's1'), [doubtful, corrected]);
    });

    it('leave the conditions of sensors to a successor, of exactly a slot', async () => {
      const slot = slotOf(START);
      const given = [
        sensorCondition(network, slot, { variable: 'bar', content: ODD }),
        sensorCondition(network, slot),
        sensorCondition(network, slot, { station: 's2' }),
      ];
      await store().insertFaults([given[2], sensorCondition(network, slot + 1), given[1], given[0]]);
      await store().insertFaults(given);
      assert.deepEqual(await store().sensorConditions(network, slot), given);
      assert.deepEqual(await store().sensorConditions(network, slot - 1), []);
      const newest = await Promise.all(
        [-1, 0, 1, 50].map((k) => store().sensorConditions(network, { upTo: slot + k })),
      );
      const later = [sensorCondition(network, slot + 1)];
      assert.deepEqual(newest, [[], given, later, later]);
    });

    it('give their anomalies by their ids, of the version that counts, in order', async () => {
      const anomalyIds = Array.from({ length: 50 }, (_, k) => `a${50 - k}`);
      const one = fault(network, `${network} one`, { judged: START + 2, anomalyIds });
      const other = fault(network, `${network} other`, { station: 's2', anomalyIds: [], state: 'withdrawn' });
      await insert(one, other, fault(network, `${network} third`));
      await insert({ ...one, judged: START + 1, anomalyIds: ['a1'] });
      const asked = Array.from({ length: 1_500 }, (_, k) => `no such fault ${k}`);
      assert.deepEqual(
        await store().faultAnomalies(network, [other.id, ...asked, one.id]),
        new Map<string, readonly string[]>([
          [other.id, []],
          [one.id, anomalyIds],
        ]),
      );
      assert.deepEqual(await store().faultAnomalies(`${network} another`, [one.id]), new Map());
      assert.deepEqual(await store().faultAnomalies(network, []), new Map());
    });

    it('go with their network, with values and conditions', async () => {
      const other = `${network} other`;
      for (const name of [network, other]) {
        const one = fault(name, `${name} f`);
        await store().insertFaults([faultVersion(one, [faultValue(START)]), sensorCondition(name, slotOf(START))]);
      }
      await store().removeNetwork(network);
      const found = async (name: string) => [
        (await store().fault(`${name} f`)) !== null,
        (await store().faultValues(name, START, START)).length,
        (await store().sensorConditions(name, slotOf(START))).length,
      ];
      assert.deepEqual(await found(network), [false, 0, 0]);
      assert.deepEqual(await found(other), [true, 1, 1]);
    });

    it('are told in the order in which their last versions were given', async () => {
      const late = LATEST + Number(network.split(' ').at(-1)) * DAY;
      const given = [3, 1, 2].map((k) => fault(network, `${network} ${k}`, { judged: late + k }));
      await insert(...given, fault(network, `${network} 1`, { judged: late }));
      assert.equal(lastWords(await store().faultsJudged(late, 10)), '123');
      assert.equal(lastWords(await store().faultsJudged(late, 2)), '23');
      assert.equal(lastWords(await store().faultsJudged(late + 3, 10)), '3');
    });
  });
}
