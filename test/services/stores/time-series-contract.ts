import assert from 'node:assert/strict';
import { HalcyonError } from '../../../schemas/errors.ts';
import { type ExpertRule, endedRule } from '../../../schemas/expert-rule.ts';
import { VARIABLES } from '../../../schemas/variables.ts';
import { newWindow } from '../../../services/experts/new-rule.ts';
import type { TimeSeriesStore } from '../../../services/stores/time-series-store.ts';
import { anomalyContract } from './anomaly-contract.ts';
import { assessmentContract } from './assessment-contract.ts';
import { deadLetterContract } from './dead-letter-contract.ts';
import { faultContract } from './fault-contract.ts';
import { hourSumContract } from './hour-sum-contract.ts';
import { observationBlockContract } from './observation-block-contract.ts';
import { observationContract } from './observation-contract.ts';
import {
  anomaly,
  baseline,
  DAY,
  deadLetter,
  gathered,
  HOUR,
  judgement,
  ODD,
  observation,
  START,
  station,
} from './records.ts';
import { reportColumnContract } from './report-column-contract.ts';
import { rowSearchContract } from './row-search-contract.ts';
import { saidFaultContract } from './said-fault-contract.ts';
import { stationContract } from './station-contract.ts';
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

    stationContract(store, () => network);
    observationContract(store, () => network);
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
