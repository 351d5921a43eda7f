import assert from 'node:assert/strict';
import { planJudgement } from '../../../detectors/network/judgement-plan.ts';
import type { Anomaly } from '../../../schemas/anomaly.ts';
import { liveJudgement, readConfiguration } from '../../../schemas/configuration.ts';
import { SILENT } from '../../../schemas/logger.ts';
import { isoOf, slotOf, timeOfSlot } from '../../../schemas/time.ts';
import { EmbeddedPipeline } from '../../../services/pipeline/embedded-pipeline.ts';
import { openTimeSeries } from '../../../services/stores/opening/open-time-series.ts';
import { FIRST_SLOT, smallHistory, smallStations } from '../../detectors/stages/small-network.ts';
import { jsonItem } from '../../ingest/raw-items.ts';
import { freshDataFolder } from '../../integration/data-folders.ts';
import { WrongSensors } from '../../resilience/wrong-sensors.ts';
import { until } from '../../until.ts';

const NETWORK = 'north';
const TIME = '2026-03-01T11:50:00Z';
const NOW = Date.parse('2026-03-01T12:00:00Z');

describe('EmbeddedPipeline', () => {
  // Its stamps began with the clock: the store kept the value that had the later one, and the correction was accepted and lost.
  it('keeps a correction that comes after the clock was put back over a restart', async () => {
    const store = await openTimeSeries({ dataFolder: await freshDataFolder(), role: 'system' });
    const plan = planJudgement(liveJudgement(readConfiguration({})));
    const submit = async (now: number, temperature: number) => {
      const parts = { plan, store, scored: true, rules: async () => [], snapshot: null, logger: SILENT };
      const pipeline = new EmbeddedPipeline({ ...parts, now: () => now });
      await pipeline.prepare();
      await pipeline.start();
      const item = jsonItem({ station_id: 'a', time: TIME, temp_out: temperature, latitude: 51, longitude: 4 });
      const [result] = await pipeline.intake.submit(NETWORK, 'push', [item]);
      assert.equal(result.status, 'accepted');
      await pipeline.stop();
    };
    try {
      await submit(NOW + 30 * 60_000, 99);
      await submit(NOW, 11);
      await submit(NOW + 60_000, 12);
      const { items } = await store.observations({ network: NETWORK, limit: 10 });
      assert.deepEqual(
        items.map(({ observation }) => observation.values.temp_out),
        [12],
      );
    } finally {
      await store.close();
    }
  });

  // A start gave verdicts of an earlier time, when less was known: a failure became suspected and was withdrawn for a moment, or
  // for hours where both came in one millisecond, and a flag 3 became 1 without new data.
  it('gives after a start what it had given of what is not settled, and nothing of less knowledge', async () => {
    const last = FIRST_SLOT + 104;
    const stations = smallStations(6);
    const wrong = new WrongSensors(stations.map(({ id }) => id));
    const reports = smallHistory(stations, 2, 1)
      .map((one) => wrong.reported(one, slotOf(one.time) - FIRST_SLOT))
      .filter(({ time }) => slotOf(time) <= last);
    const store = await openTimeSeries({ dataFolder: await freshDataFolder(), role: 'system' });
    const plan = planJudgement(liveJudgement(readConfiguration({})));
    const now = () => timeOfSlot(last);
    const started = async () => {
      const parts = { plan, store, scored: true, rules: async () => [], snapshot: null, logger: SILENT };
      const pipeline = new EmbeddedPipeline({ ...parts, now });
      await pipeline.prepare();
      await pipeline.start();
      return pipeline;
    };
    const verdictsOf = async (pipeline: EmbeddedPipeline) => {
      await until('all is judged', async () => (await pipeline.checks()).pipeline.detail === 'judging');
      await pipeline.judgeAll(new AbortController().signal);
      await pipeline.stop();
      const stateOf = ({ id, state, classification }: Anomaly) => `${id} ${state} ${classification}`;
      const { items } = await store.anomalies({ network: 'small', revisions: true, limit: 5000 });
      return [...new Set(items.map(stateOf))].sort();
    };
    try {
      const first = await started();
      await first.intake.registerStations(
        'small',
        stations.map(({ id, latitude, longitude }) => ({ station_id: id, latitude, longitude })),
      );
      const items = reports.map(({ station, time, values }) =>
        jsonItem({ station_id: station, time: isoOf(time), ...values }),
      );
      await first.intake.submit('small', 'push', items);
      const before = await verdictsOf(first);
      assert.ok(before.some((state) => state.includes('provisional')));
      assert.deepEqual(await verdictsOf(await started()), before);
    } finally {
      await store.close();
    }
  });
});
