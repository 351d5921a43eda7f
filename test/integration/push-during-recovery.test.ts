import assert from 'node:assert/strict';
import { planJudgement } from '../../detectors/network/judgement-plan.ts';
import { parsePush } from '../../ingest/feeds/push/parse-push.ts';
import { liveJudgement, readConfiguration } from '../../schemas/configuration.ts';
import { SILENT } from '../../schemas/logger.ts';
import { EmbeddedPipeline } from '../../services/pipeline/embedded-pipeline.ts';
import { openTimeSeries } from '../../services/stores/opening/open-time-series.ts';
import type { TimeSeriesStore } from '../../services/stores/time-series-store.ts';
import { gate } from '../gate.ts';
import { until } from '../until.ts';
import { calmReports, calmStations, timeAt } from './calm-network.ts';
import { freshDataFolder } from './data-folders.ts';

const STATIONS = 3;
const NETWORK = 'north';
const HISTORY = 60;

/** A store whose history ends only when the test lets it: what was not settled is being judged again until then. */
function heldBack(store: TimeSeriesStore, atEnd: () => Promise<void>): TimeSeriesStore {
  return new Proxy(store, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      if (name !== 'readObservations') return value.bind(target);
      return async function* (...asked: Parameters<TimeSeriesStore['readObservations']>) {
        yield* target.readObservations(...asked);
        await atEnd();
      };
    },
  });
}

describe('a push while what was not settled is judged again', () => {
  // Once the temporal stage joined the log only after the rebuilding: what came meanwhile was stored and never judged.
  it('is judged after it: the system is ready meanwhile, and the temporal stage has joined the log', async () => {
    const store = await openTimeSeries({ dataFolder: await freshDataFolder(), role: 'system' });
    const plan = planJudgement(liveJudgement(readConfiguration({})));
    const now = () => timeAt(HISTORY + 1);
    const pipelineOn = (on: TimeSeriesStore) =>
      new EmbeddedPipeline({
        plan,
        store: on,
        scored: true,
        rules: async () => [],
        snapshot: null,
        now,
        logger: SILENT,
      });
    const submit = (pipeline: EmbeddedPipeline, from: number, to: number, spikes = {}) => {
      const body = Buffer.from(JSON.stringify(calmReports(STATIONS, from, to, spikes)));
      return pipeline.intake.submit(NETWORK, 'push', parsePush('application/json', body));
    };

    const first = pipelineOn(store);
    await first.prepare();
    await first.start();
    await first.intake.registerStations(NETWORK, calmStations(STATIONS));
    await submit(first, 0, HISTORY - 1);
    await first.stop();

    let judging = false;
    const { passed: held, open: goOn } = gate();
    const second = pipelineOn(
      heldBack(store, () => {
        judging = true;
        return held;
      }),
    );
    try {
      await second.prepare();
      await second.start();
      await until('the history has been read', () => judging);
      const { pipeline } = await second.checks();
      assert.equal(pipeline.ok, true);
      assert.match(pipeline.detail, /^judging again what was not settled: from /);
      const [result] = await submit(second, HISTORY, HISTORY, { [`s1@${HISTORY}`]: 15 });
      assert.equal(result.status, 'accepted', 'it is acknowledged meanwhile');
      goOn();
      const ofPush = { network: NETWORK, from: timeAt(HISTORY), to: timeAt(HISTORY), limit: 10 };
      await until('what was pushed meanwhile is judged', async () => {
        const { items } = await store.observations(ofPush);
        return items.length === STATIONS && items.every(({ assessment }) => assessment !== null);
      });
      await until('its spike is an anomaly', async () => {
        const { items } = await store.anomalies({ ...ofPush, station: 's1', variable: 'temp_out', revisions: false });
        return items.length === 1 && items[0].classification === 'device_failure';
      });
      assert.deepEqual((await second.checks()).pipeline, { ok: true, detail: 'judging' });
    } finally {
      goOn();
      await second.stop();
      await store.close();
    }
  });
});
