import assert from 'node:assert/strict';
import { dayOfSlot, slotOf } from '../../../schemas/time.ts';
import { VARIABLE_INDEX, type Variable } from '../../../schemas/variables.ts';
import type { TimeSeriesStore } from '../../../services/stores/time-series-store.ts';
import {
  anomaly,
  baseline,
  CALM,
  DAY,
  gathered,
  HOUR,
  judgement,
  lateJudgement,
  MINUTE,
  ODD,
  observation,
  START,
} from './records.ts';
import { knownOf } from './some-moments.ts';

const TODAY = dayOfSlot(slotOf(START));

/** What a time series owes to those that ask how stations are at a moment. */
export function stationMomentContract(store: () => TimeSeriesStore, network: () => string): void {
  const at = async (time: number, ...stations: string[]) =>
    knownOf(await store().stationMoments(network(), time, stations));

  describe('station moments', () => {
    it('have beside them when each station and sensor reported in a stretch', async () => {
      const times = [START - 30 * MINUTE, START - 20 * MINUTE, START - 10 * MINUTE];
      await store().insertObservations([
        observation(network(), 'seldom', START - 40 * MINUTE),
        observation(network(), 'seldom', times[0]),
        observation(network(), 'seldom', times[1], { values: { ...CALM, rain: null } }),
        observation(network(), 'seldom', times[2] - MINUTE, { values: { ...CALM, rain: null, bar: null } }),
        observation(network(), 'seldom', times[2], { values: { ...CALM, rain: null, bar: null } }),
        observation(network(), 'seldom', START + MINUTE),
        observation(network(), 'other', times[2], { values: { ...CALM, temp_out: null } }),
      ]);
      const all = await store().stationReports(network(), times[0], START);
      const found = all.filter(({ station }) => ['seldom', 'other'].includes(station));
      assert.deepEqual(
        found.map(({ station, first, last, slots }) => [station, first, last, slots]),
        [
          ['other', times[2], times[2], 1],
          ['seldom', times[0], times[2], 3],
        ],
      );
      const some = await store().stationReports(network(), times[0], START, ['other']);
      assert.deepEqual(some, found.slice(0, 1), 'of some of them alone');
      const [other, seldom] = found;
      assert.equal(other.values.temp_out, undefined);
      assert.deepEqual(seldom.values.temp_out, { first: times[0], last: times[2], slots: 3 });
      assert.deepEqual(seldom.values.bar, { first: times[0], last: times[1], slots: 2 });
      assert.deepEqual(seldom.values.rain, { first: times[0], last: times[0], slots: 1 });
    });

    it('have beside them the slots in which each station and sensor reported, 32 in a word', async () => {
      const WORD = 32 * 10 * MINUTE;
      const begin = Math.ceil(START / WORD) * WORD;
      await store().insertObservations([
        observation(network(), 'often', begin),
        observation(network(), 'often', begin + 11 * MINUTE, { values: { ...CALM, rain: null } }),
        observation(network(), 'often', begin + 50 * MINUTE, { values: { ...CALM, bar: null } }),
        observation(network(), 'often', begin + 31 * 10 * MINUTE, { values: { ...CALM, rain: null, bar: null } }),
        observation(network(), 'often', begin + WORD),
        observation(network(), 'often', begin + WORD + 10 * MINUTE),
      ]);
      const found = await gathered(store().reportedSlots(network(), begin, begin + WORD));
      const words = found.filter(({ station }) => station === 'often').sort((a, b) => a.word - b.word);
      const of = (name: Variable) => words.map(({ values }) => values[VARIABLE_INDEX[name]]);
      const last = 2 ** 31;
      assert.deepEqual(
        words.map(({ word, reports }) => [word, reports]),
        [
          [begin / WORD, last + 0b100011],
          [begin / WORD + 1, 0b1],
        ],
      );
      assert.deepEqual(
        [of('rain'), of('bar'), of('temp_out')],
        [
          [0b100001, 1],
          [0b11, 1],
          [last + 0b100011, 1],
        ],
      );
    });

    it('are what each station reported last up to then, with how often it reports', async () => {
      const [first, second] = [START - 20 * MINUTE, START - 10 * MINUTE];
      await store().insertObservations([
        observation(network(), ODD, first, { values: { ...CALM, rain: 1.5 } }),
        observation(network(), ODD, second, { values: { ...CALM, temp_out: 21, bar: null, rain: null } }),
        observation(network(), ODD, START + 1),
        observation(network(), 'b', second),
      ]);
      await store().insertJudgements([
        judgement(network(), ODD, first, first),
        judgement(network(), ODD, second, second),
      ]);
      await store().insertBaselines([
        { ...baseline(network(), ODD, TODAY - 1, 'old'), cadence: 6 },
        { ...baseline(network(), ODD, TODAY, 'new'), cadence: 2 },
        { ...baseline(network(), ODD, TODAY + 1, 'ahead'), cadence: 3 },
      ]);
      assert.deepEqual(await at(START, 'b', ODD, 'unknown'), [
        {
          station: 'b',
          seen: second,
          heard: second,
          cadence: 1,
          latest: {
            temp_out: { value: 20, time: second, judged: false },
            out_hum: { value: 50, time: second, judged: false },
            wind_speed: { value: 5, time: second, judged: false },
            bar: { value: 1013.2, time: second, judged: false },
            rain: { value: 0, time: second, judged: false },
          },
        },
        {
          station: ODD,
          seen: second,
          heard: second,
          cadence: 2,
          latest: {
            temp_out: { value: 21, time: second, judged: true },
            out_hum: { value: 50, time: second, judged: true },
            wind_speed: { value: 5, time: second, judged: true },
            // Nobody has judged the pressure.
            bar: { value: 1013.2, time: first, judged: false },
            rain: { value: 1.5, time: first, judged: true },
          },
        },
      ]);
    });

    it('are the same whether few are asked for, or so many that the engine reads all', async () => {
      await store().insertObservations(
        [START - HOUR, START - 20 * MINUTE, START].flatMap((time, k) =>
          ['m1', 'm2', ODD].map((id) => observation(network(), id, time, { values: { ...CALM, temp_out: k } })),
        ),
      );
      await store().insertObservations([observation(network(), 'm3', START - 3 * DAY)]);
      await store().insertJudgements([judgement(network(), 'm2', START, START)]);
      await store().insertBaselines([{ ...baseline(network(), ODD, TODAY, 'odd'), cadence: 2 }]);
      const asked = ['m1', 'm2', 'm3', ODD];
      const few = await at(START, ...asked);
      assert.deepEqual(
        few.map(({ station, seen, cadence, latest }) => [station, seen, cadence, latest.temp_out?.judged]),
        [
          ['m1', START, 1, false],
          ['m2', START, 1, true],
          ['m3', START - 3 * DAY, 1, undefined],
          [ODD, START, 2, false],
        ],
      );
      const others = Array.from({ length: 2_000 }, (_, k) => `never ${k}`);
      assert.deepEqual(await at(START, ...others, ...asked), few);
    });

    it('hold the newest revision, and what was judged rather than what only came late', async () => {
      const values = { ...CALM, temp_out: 7, rain: null };
      await store().insertObservations([observation(network(), 's', START, { received: START + 2, values })]);
      await store().insertObservations([observation(network(), 's', START, { received: START + 1 })]);
      await store().insertJudgements([judgement(network(), 's', START, START + 1)]);
      await store().insertJudgements([lateJudgement(network(), 's', START, START + 2)]);
      await store().insertObservations([observation(network(), 'late', START)]);
      await store().insertJudgements([lateJudgement(network(), 'late', START, START + 2)]);
      const [late, found] = await at(START, 'late', 's');
      assert.equal(late?.latest.temp_out?.judged, false);
      assert.deepEqual(found?.latest.temp_out, { value: 7, time: START, judged: true });
      assert.equal(found?.latest.rain, undefined);
    });

    it('hold three reports of the slowest station, and of silent ones when they were seen last in a month', async () => {
      await store().insertObservations([
        observation(network(), 'slow', START - 8 * HOUR),
        observation(network(), 'silent', START - 10 * DAY),
        observation(network(), 'silent', START - 11 * DAY),
        observation(network(), 'gone', START - 40 * DAY),
      ]);
      await store().insertBaselines([{ ...baseline(network(), 'slow', TODAY, 'one'), cadence: 18 }]);
      const found = await at(START, 'gone', 'silent', 'slow');
      assert.deepEqual(
        found.map(({ station, seen, latest }) => [station, seen, latest.bar?.value]),
        [
          ['silent', START - 10 * DAY, undefined],
          ['slow', START - 8 * HOUR, CALM.bar],
        ],
      );
      assert.deepEqual(await at(START - 50 * DAY, 'gone', 'silent'), []);
    });
  });

  describe('stations whose reports carry old times', () => {
    const behind = 65 * MINUTE;
    /** Reports every ten minutes, the newest of them of a time, that arrive so much later. */
    const reports = (id: string, newest: number, delay: number) =>
      [2, 1, 0].map((k) => {
        const time = newest - 10 * k * MINUTE;
        return observation(network(), id, time, { received: time + delay + 5_000 });
      });
    const heardAt = async (time: number, ...ids: readonly string[]) => {
      const moments = await at(time, ...ids);
      const of = new Map((await store().stationReports(network(), time - DAY, time)).map((one) => [one.station, one]));
      for (const { station: id, heard } of moments) assert.equal(of.get(id)?.heard ?? heard, heard, id);
      return moments.map(({ station: id, seen, heard, latest }) => [id, seen, heard, latest.bar?.time]);
    };

    it('are heard when these arrive, with their newest values', async () => {
      await store().insertObservations([
        ...reports('clock', START - behind, HOUR),
        ...reports('sound', START - 5 * MINUTE, 0),
      ]);
      await store().insertJudgements([judgement(network(), 'clock', START - behind, START)]);
      assert.deepEqual(await heardAt(START, 'clock', 'sound'), [
        ['clock', START - behind, START - 5 * MINUTE, START - behind],
        ['sound', START - 5 * MINUTE, START - 5 * MINUTE, START - 5 * MINUTE],
      ]);
      const [clock] = await at(START, 'clock');
      assert.equal(clock?.latest.temp_out?.judged, true);
    });

    it('are silent when these stop', async () => {
      await store().insertObservations(reports('stopped', START - behind, HOUR));
      assert.deepEqual(await heardAt(START + 26 * MINUTE, 'stopped'), [
        ['stopped', START - behind, START - 5 * MINUTE, undefined],
      ]);
    });

    // The silence began an hour earlier once the last report was twelve hours old, and its alert with it.
    it('have been silent since they were heard last, however long ago that is', async () => {
      const since = START - 5 * MINUTE;
      await store().insertObservations([
        ...reports('gone', START - behind, HOUR),
        // The newest comes first.
        observation(network(), 'last', START - 80 * MINUTE, { received: START - 30 * MINUTE }),
        observation(network(), 'last', START - 90 * MINUTE, { received: since }),
      ]);
      for (const later of [HOUR, 10.55 * HOUR, 10.75 * HOUR, 12 * HOUR, 16 * HOUR, 20 * DAY]) {
        const found = await at(START + later, 'gone', 'last');
        assert.deepEqual(
          found.map(({ station, seen, heard }) => [station, seen, heard]),
          [
            ['gone', START - behind, since],
            ['last', START - 80 * MINUTE, since],
          ],
          `${later / HOUR} h later`,
        );
        const all = await store().stationReports(network(), START - DAY, START + later);
        const silent = all.filter(({ station }) => ['gone', 'last'].includes(station));
        assert.deepEqual(
          silent.map(({ heard }) => heard),
          [since, since],
        );
      }
    });

    it('are heard by what arrives after an outage, as long as it does', async () => {
      // The newest comes first.
      await store().insertObservations([
        observation(network(), 'burst', START - 80 * MINUTE, { received: START - 30 * MINUTE }),
        observation(network(), 'burst', START - 90 * MINUTE, { received: START - 10 * MINUTE }),
      ]);
      const [at0] = await heardAt(START, 'burst');
      assert.deepEqual(at0, ['burst', START - 80 * MINUTE, START - 10 * MINUTE, START - 80 * MINUTE]);
    });

    it('are not heard by old reports that are imported, nor by what had not arrived at a past moment', async () => {
      await store().insertObservations([
        ...reports('dead', START - 4 * HOUR, 4 * HOUR - 5 * MINUTE),
        ...reports('later', START - behind, 2 * HOUR),
        observation(network(), 'partly', START - behind, { received: START - 50 * MINUTE }),
        observation(network(), 'partly', START - behind - MINUTE, { received: START + MINUTE }),
      ]);
      await store().insertObservations([observation(network(), 'now', START - behind, { received: START })]);
      assert.deepEqual(await heardAt(START, 'dead', 'later', 'now', 'partly'), [
        ['dead', START - 4 * HOUR, START - 4 * HOUR, undefined],
        ['later', START - behind, START - behind, undefined],
        ['now', START - behind, START, START - behind],
        ['partly', START - behind, START - 50 * MINUTE, undefined],
      ]);
    });
  });

  describe('verdict marks', () => {
    it('are the versions that count, without those that were withdrawn', async () => {
      const early = anomaly(network(), `${network()} 1`, { time: START - 1 });
      const changed = anomaly(network(), `${network()} 2`, { time: START, classification: 'weather_event' });
      const withdrawn = anomaly(network(), `${network()} 3`, { time: START + HOUR });
      await store().insertAnomalies([
        early,
        changed,
        {
          ...changed,
          version: 'v2',
          judged: changed.judged - 1,
          classification: 'suspected',
          state: 'settled',
          final: true,
        },
        withdrawn,
        { ...withdrawn, version: 'v2', judged: withdrawn.judged + 1, state: 'withdrawn' },
      ]);
      const found = await store().verdictMarks(network(), START, START + HOUR);
      const { id, station, variable, time } = changed;
      assert.deepEqual(found, [
        { id, network: network(), station, variable, time, classification: 'suspected', state: 'settled' },
      ]);
      assert.equal((await store().verdictMarks(network(), START - 1, START + HOUR)).length, 2);
    });
  });
}
