import assert from 'node:assert/strict';
import { HalcyonError } from '../../../schemas/errors.ts';
import { type ExpertRule, endedRule } from '../../../schemas/expert-rule.ts';
import { slotOf } from '../../../schemas/time.ts';
import { VARIABLES } from '../../../schemas/variables.ts';
import { newWindow } from '../../../services/experts/new-rule.ts';
import type { TimeSeriesStore } from '../../../services/stores/time-series-store.ts';
import { anomalyContract } from './anomaly-contract.ts';
import { assessmentContract } from './assessment-contract.ts';
import { deadLetterContract } from './dead-letter-contract.ts';
import { faultContract } from './fault-contract.ts';
import { hourSumContract } from './hour-sum-contract.ts';
import { observationBlockContract } from './observation-block-contract.ts';
import { cursorOf } from './pages.ts';
import {
  anomaly,
  baseline,
  CALM,
  DAY,
  deadLetter,
  gathered,
  HOUR,
  judgement,
  lateJudgement,
  MINUTE,
  ODD,
  observation,
  START,
  station,
} from './records.ts';
import { reportColumnContract } from './report-column-contract.ts';
import { rowSearchContract } from './row-search-contract.ts';
import { saidFaultContract } from './said-fault-contract.ts';
import { stationMomentContract } from './station-moment-contract.ts';
import { weatherContract } from './weather-contract.ts';
import { windowReportContract } from './window-report-contract.ts';

/** Later than what the other tests store, ms since the epoch. */
const LATEST = Date.UTC(2280, 0, 1);
/** What every time series owes, whatever it stands on. Each test has a network of its own, so that all share one store. */
export function timeSeriesContract(title: string, store: () => TimeSeriesStore): void {
  describe(title, () => {
    let count = 0;
    let network = '';
    beforeEach(() => {
      count += 1;
      network = `contract ${count}`;
    });

    describe('stations', () => {
      it('come back as they were, whatever their names', async () => {
        const given = [
          station(network, ODD, { name: ODD, elevation: -3.5, pressureLevel: 'sea_level', retired: true }),
          station(network, 'a', {
            latitude: -33.123456789,
            longitude: 179.99999,
            rainInterval: 5,
            manufacturer: 'Boreal',
            model: 'BX2',
          }),
        ];
        await store().insertStations(given);
        assert.deepEqual(await store().allStations(network), given);
        assert.deepEqual(await store().station(network, ODD), given[0]);
        assert.equal(await store().station(network, 'unknown'), null);
      });

      it('count in the state that was accepted last, in whatever order it came', async () => {
        await store().insertStations([station(network, 's', { name: 'new', updated: START + 1 })]);
        await store().insertStations([station(network, 's', { name: 'old', updated: START })]);
        const found = await store().allStations(network);
        assert.deepEqual(
          found.map((one) => one.name),
          ['new'],
        );
      });

      it('are those that are registered now each time, in a list of the caller', async () => {
        const ids = async (name = network) => (await store().allStations(name)).map(({ id }) => id);
        assert.deepEqual(await ids(), []);
        await store().insertStations([station(network, 'b')]);
        const mine = await store().allStations(network);
        assert.deepEqual(await ids(), ['b']);
        mine.pop();
        assert.deepEqual(await ids(), ['b'], 'what one does with the list is not seen by others');
        await store().insertStations([station(network, 'a'), station(`${network} other`, 'c')]);
        assert.deepEqual([await ids(), await ids(`${network} other`), await ids()], [['a', 'b'], ['c'], ['a', 'b']]);
        await store().removeNetwork(network);
        assert.deepEqual([await ids(), await ids(`${network} other`)], [[], ['c']]);
      });

      it('are found by box, across the 180th meridian too', async () => {
        await store().insertStations([
          station(network, 'fiji', { latitude: -17, longitude: 178 }),
          station(network, 'samoa', { latitude: -14, longitude: -172 }),
          station(network, 'ghent', { latitude: 51, longitude: 3.7 }),
        ]);
        const inside = async (west: number, east: number) => {
          const page = await store().stations({ network, limit: 10, box: { west, east, south: -20, north: 0 } });
          return page.items.map((one) => one.id);
        };
        assert.deepEqual(await inside(170, -170), ['fiji', 'samoa']);
        assert.deepEqual(await inside(-180, 0), ['samoa']);
        assert.deepEqual(await inside(0, 10), []);
      });

      it('come in pages that a new station does not shift', async () => {
        await store().insertStations(['b', 'd', 'f', 'h', 'j'].map((id) => station(network, id)));
        const first = await store().stations({ network, limit: 2 });
        await store().insertStations([station(network, 'a'), station(network, 'e')]);
        const second = await store().stations({ network, limit: 3, ...cursorOf(first) });
        const third = await store().stations({ network, limit: 3, ...cursorOf(second) });
        const ids = [first, second, third].map((page) => page.items.map((one) => one.id).join(''));
        assert.deepEqual(ids, ['bd', 'efh', 'j']);
        assert.equal(third.next, null);
      });
    });

    describe('observations', () => {
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

    anomalyContract(store, () => network);
    faultContract(store, () => network);
    saidFaultContract(store, () => network);
    weatherContract(store, () => network);
    assessmentContract(store, () => network);
    stationMomentContract(store, () => network);

    observationBlockContract(store, () => network);
    windowReportContract(store, () => network);
    reportColumnContract(store, () => network);
    hourSumContract(store, () => network);

    rowSearchContract(store, () => network);

    it('keeps what people have ruled, one that was ended as it ended', async () => {
      const window = { variables: VARIABLES, from: START, to: null };
      const entering = { by: ODD, reason: ODD, at: START };
      const [first, second] = ['a', 'b'].map((id) => newWindow('bar', { network, id }, window, entering));
      const ended = endedRule(first, 'bob', START + HOUR, START + HOUR);
      await store().insertRules([first, second]);
      await store().insertRules([ended]);
      await store().insertRules([first]);
      const byStation = (rules: readonly ExpertRule[]) => rules.toSorted((a, b) => (a.station < b.station ? -1 : 1));
      assert.deepEqual(byStation(await store().rules(network)), [ended, second]);
      assert.ok((await store().rules()).some(({ id }) => id === second.id));
      assert.deepEqual(await store().rules(`${network} of others`), []);
    });

    describe('baselines and marks', () => {
      it('come back by day; of one station and day the one stored last counts', async () => {
        const days = [20_000, 20_001, 20_002];
        await store().insertBaselines(days.map((day) => baseline(network, 's', day, 'one')));
        await store().insertBaselines([baseline(network, 's', 20_001, 'two')]);
        assert.deepEqual(await store().baselines(network, 20_000, 20_001), [
          baseline(network, 's', 20_000, 'one'),
          baseline(network, 's', 20_001, 'two'),
        ]);
        await store().insertBaselines([baseline(network, ODD, 20_001, 'odd'), baseline(network, 't', 20_001, 'other')]);
        assert.deepEqual(await store().stationBaselines(network, ODD, 19_000, 20_001), [
          baseline(network, ODD, 20_001, 'odd'),
        ]);
        assert.deepEqual(
          (await store().stationBaselines(network, 's', 20_001, 20_002)).map(({ day, version }) => [day, version]),
          [
            [20_001, 'two'],
            [20_002, 'one'],
          ],
        );
      });

      it('a mark of how far was judged never goes back', async () => {
        await store().insertJudgedUntil([{ network, slot: 2_900_000 }]);
        await store().insertJudgedUntil([{ network, slot: 2_899_999 }]);
        const own = (await store().judgedUntil()).filter((mark) => mark.network === network);
        assert.deepEqual(own, [{ network, slot: 2_900_000 }]);
      });
    });

    deadLetterContract(
      store,
      () => network,
      () => count,
    );

    describe('the whole', () => {
      it('knows its networks and removes one with all that is stored of it', async () => {
        const other = `${network} other`;
        for (const name of [network, other]) {
          await store().insertStations([station(name, 's')]);
          await store().insertObservations([observation(name, 's', START)]);
          await store().insertJudgements([judgement(name, 's', START, START)]);
          await store().insertAnomalies([anomaly(name, `${name} a`)]);
          await store().insertBaselines([baseline(name, 's', 20_000, 'one')]);
          await store().insertDeadLetters([deadLetter(name, `${name} d`, START)]);
          await store().insertJudgedUntil([{ network: name, slot: 5 }]);
        }
        await store().removeNetwork(network);
        const found = async (name: string) => [
          (await store().networks()).includes(name),
          (await store().allStations(name)).length,
          await store().extent(name),
          (await gathered(store().readObservations(name, START, START))).length,
          (await store().observations({ network: name, limit: 1 })).items[0]?.assessment?.judgement.judged,
          (await store().anomaly(`${name} a`)).length,
          (await store().baselines(name, 0, 30_000)).length,
          (await store().deadLetter(`${name} d`))?.id,
          (await store().judgedUntil()).some((mark) => mark.network === name),
        ];
        assert.deepEqual(await found(network), [false, 0, null, 0, undefined, 0, 0, undefined, false]);
        const extent = { first: START, last: START };
        assert.deepEqual(await found(other), [true, 1, extent, 1, START, 1, 1, `${other} d`, true]);
      });

      it('takes a removed network again', async () => {
        await store().insertObservations([observation(network, 's', START)]);
        await store().removeNetwork(network);
        await store().insertObservations([observation(network, 's', START)]);
        assert.equal((await gathered(store().readObservations(network, START, START))).length, 1);
      });

      it('refuses a cursor that is none of its own', async () => {
        await store().insertStations([station(network, 's'), station(network, 't')]);
        const foreign = (await store().stations({ network, limit: 1 })).next ?? '';
        const wrong = (error: unknown) => error instanceof HalcyonError && error.code === 'invalid_parameter';
        for (const cursor of ['', 'x', 'é', '[]', 'bnVsbA', foreign, `${foreign}=`]) {
          await assert.rejects(store().anomalies({ revisions: false, limit: 1, cursor }), wrong);
          await assert.rejects(store().observations({ network, limit: 1, cursor }), wrong);
          await assert.rejects(store().deadLetters({ limit: 1, cursor }), wrong);
        }
        await assert.rejects(store().stations({ network, limit: 1, cursor: 'x' }), wrong);
      });

      it('tells what was received and judged last, of all networks, in that order', async () => {
        const late = LATEST + count * DAY;
        const received = [3, 1, 2].map((k) => observation(network, `s${k}`, START, { received: late + k }));
        const judged = [3, 1, 2].map((k) => anomaly(network, `${network} ${k}`, { judged: late + k }));
        await store().insertObservations(received);
        await store().insertAnomalies(judged);
        const [third, first, second] = received;
        assert.deepEqual(await store().observationsReceived(late, 10), [first, second, third]);
        assert.deepEqual(await store().observationsReceived(late, 2), [second, third]);
        const day = 86_400_000;
        assert.deepEqual(await store().observationsReceived(late, 2, Date.now() - day), [second, third]);
        assert.deepEqual(await store().observationsReceived(late, 2, Date.now() + day), []);
        assert.deepEqual(await store().anomaliesJudged(late + 2, 10), [judged[2], judged[0]]);
        assert.deepEqual(await store().anomaliesJudged(late, 1), [judged[0]]);
      });

      it('answers a check with the version of its engine', async () => {
        assert.match(await store().check(), /^\d+\.\d+/);
      });
    });
  });
}
