import assert from 'node:assert/strict';
import { qualityFlags } from '../../../schemas/quality-flags/quality-flags.ts';
import { evidenceOf } from '../../../schemas/quality-flags/value-evidence.ts';
import { slotOf } from '../../../schemas/time.ts';
import { VARIABLES } from '../../../schemas/variables.ts';
import type { ObservationBlock, StretchQuery, TimeSeriesStore } from '../../../services/stores/time-series-store.ts';
import {
  anomaly,
  CALM,
  DAY,
  fault,
  faultValue,
  faultVersion,
  HOUR,
  judgement,
  lateJudgement,
  MINUTE,
  ODD,
  observation,
  START,
} from './records.ts';

const never = new AbortController().signal;

/** What a time series owes for the whole of a stretch. @param networkOf an empty network for each test */
export function observationBlockContract(store: () => TimeSeriesStore, networkOf: () => string): void {
  describe('observation blocks', () => {
    let network = '';
    beforeEach(() => {
      network = networkOf();
    });
    const read = async (query: Partial<StretchQuery> = {}): Promise<ObservationBlock[]> => {
      const blocks: ObservationBlock[] = [];
      for await (const block of store().observationBlocks({ network, ...query }, never)) blocks.push(block);
      return blocks;
    };
    const keys = async (query: Partial<StretchQuery> = {}): Promise<[string, number][]> =>
      (await read(query)).flatMap(({ stations, times }) =>
        stations.map((station, i): [string, number] => [station, times[i]]),
      );

    it('hold what was given, by station and time, the newest revision of each', async () => {
      const odd = observation(network, ODD, START + MINUTE, {
        values: { ...CALM, temp_out: 0.1 + 0.2, rain: null },
        extras: { text: ODD },
        original: { temp_out: { value: 1, unit: 'K' } },
        source: ODD,
        received: START + 123,
      });
      await store().insertObservations([
        observation(network, 'b', START + HOUR),
        observation(network, 'b', START, { values: { ...CALM, bar: 1 }, received: START + 1 }),
        observation(network, 'b', START, { values: { ...CALM, bar: 2 }, received: START + 2 }),
        odd,
        observation(network, 'a', START + HOUR),
      ]);
      assert.deepEqual(await keys(), [
        [ODD, START + MINUTE],
        ['a', START + HOUR],
        ['b', START],
        ['b', START + HOUR],
      ]);
      const [{ values, extras, originals, sources, received, flags }] = await read();
      assert.deepEqual(
        VARIABLES.map((variable) => values[variable][0]),
        [0.1 + 0.2, 50, 5, 1013.2, Number.NaN],
      );
      assert.deepEqual([JSON.parse(extras[0]), JSON.parse(originals[0])], [odd.extras, odd.original]);
      assert.deepEqual([sources[0], received[0], extras[1], originals[1]], [ODD, START + 123, '', '']);
      assert.equal(values.bar[2], 2);
      assert.deepEqual(
        VARIABLES.map((variable) => flags[variable][0]),
        [0, 0, 0, 0, 0],
      );
    });

    it('are those of a station and a stretch, over months too', async () => {
      const times = Array.from({ length: 200 }, (_, i) => START - 100 * DAY + i * DAY);
      await store().insertObservations(['a', 'b'].flatMap((id) => times.map((time) => observation(network, id, time))));
      const [from, to] = [times[30], times[150]];
      assert.deepEqual(
        await keys({ station: 'b', from, to }),
        times.slice(30, 151).map((time) => ['b', time]),
      );
      assert.equal((await keys({ station: ['x', 'b'], from, to })).length, 121);
      assert.equal((await keys()).length, 400);
      assert.deepEqual(await keys({ from: times[199] + 1 }), []);
    });

    it('have the flags that the pages have', async () => {
      const raised = (id: string, time: number, variable: (typeof VARIABLES)[number]) =>
        anomaly(network, `${network} ${id}`, { time, slot: slotOf(time), variable });
      const times = Array.from({ length: 8 }, (_, i) => START + i * HOUR);
      const stations = ['z', 'a', 'é', '東'];
      await store().insertObservations(stations.flatMap((id) => times.map((time) => observation(network, id, time))));
      const suspect = { flag: 3, reason: '', score: 7 } as const;
      await store().insertJudgements([
        ...['a', 's1', 'é', '東'].flatMap((id) =>
          times.slice(1).map((time) => judgement(network, id, time, time, suspect)),
        ),
        lateJudgement(network, 'z', times[0], times[7]),
        judgement(network, 'z', times[1], times[1]),
        judgement(network, 'z', times[1], times[1] + 1, { flag: 4, reason: 'gross_range', score: null }),
        judgement(network, 'gone', times[1], times[1]),
      ]);
      await store().insertAnomalies([
        { ...raised('f', times[2], 'temp_out'), station: 'a' },
        { ...raised('w', times[3], 'wind_speed'), station: 'é', classification: 'weather_event' },
        { ...raised('d', times[4], 'temp_out'), station: '東', state: 'withdrawn' },
        { ...raised('c', times[5], 'rain'), station: 'a', configuration: 'c2' },
      ]);
      const [wrong, doubtful] = [{ station: '東' }, { station: 'a', variable: 'rain' } as const].map((place, i) =>
        fault(network, `${network} fault ${i}`, place),
      );
      await store().insertFaults([
        faultVersion(wrong, [faultValue(times[0]), faultValue(times[4]), faultValue(times[6], { estimate: null })]),
        faultVersion(doubtful, [faultValue(times[5], { flag: 3, estimate: 0.2 })]),
        faultVersion(fault(network, `${network} days`, { kind: 'bias', variable: 'bar', station: 'é', offset: 13.2 })),
      ]);
      await store().insertJudgedUntil([{ network, slot: slotOf(times[5]) }]);
      const { items } = await store().observations({ network, limit: 100 });
      const paged = new Map(
        items.map(({ observation: { station, time, values }, assessment }) => [
          `${station} ${time}`,
          VARIABLES.map((variable) => [
            assessment === null ? 0 : qualityFlags(evidenceOf(assessment, variable, values[variable] !== null)).qartod,
            assessment?.faults[variable]?.estimate ?? Number.NaN,
          ]),
        ]),
      );
      const blocks = await read();
      const whole = new Map(
        blocks.flatMap(({ stations: names, times: at, flags, estimates }) =>
          names.map((name, i) => {
            const found = VARIABLES.map((variable) => [flags[variable][i], estimates[variable][i]]);
            return [`${name} ${at[i]}`, found] as const;
          }),
        ),
      );
      assert.equal(whole.size, 32);
      const met = [...whole.values()].flat();
      assert.deepEqual(new Set(met.map(([flag]) => flag)), new Set([0, 1, 2, 3, 4, 9]));
      assert.deepEqual(new Set(met.map(([, estimate]) => estimate)), new Set([Number.NaN, 15.5, 0.2, 1000]));
      assert.deepEqual(whole, new Map([...whole.keys()].map((key) => [key, paged.get(key)])));
    });

    it('are there once each, while more come in, and end where nobody wants them any more', async () => {
      const times = Array.from({ length: 2_000 }, (_, i) => START + i * 10 * MINUTE);
      const ids = Array.from({ length: 27 }, (_, i) => `s${100 + i}`);
      await store().insertObservations(ids.flatMap((id) => times.map((time) => observation(network, id, time))));
      const met = new Map<string, number>();
      let blocks = 0;
      for await (const { stations, times: at } of store().observationBlocks({ network }, never)) {
        blocks += 1;
        stations.forEach((station, i) => {
          const key = `${station} ${at[i]}`;
          met.set(key, (met.get(key) ?? 0) + 1);
        });
        const later = times.slice(0, 5).map((time) => time + MINUTE);
        await store().insertObservations([
          ...ids.flatMap((id) => later.map((time) => observation(network, id, time))),
          ...times.slice(0, 5).map((time) => observation(network, ids[26], time, { received: time + DAY })),
        ]);
      }
      assert.ok(blocks >= 2, `${blocks} blocks`);
      for (const id of ids) for (const time of times) assert.equal(met.get(`${id} ${time}`), 1, `${id} ${time}`);
      assert.ok([...met.values()].every((count) => count === 1));

      const stop = new AbortController();
      const gone = new Error('gone');
      await assert.rejects(async () => {
        for await (const _ of store().observationBlocks({ network }, stop.signal)) stop.abort(gone);
      }, gone);
    });
  });
}
