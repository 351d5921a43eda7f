import assert from 'node:assert/strict';
import { planJudgement } from '../../../detectors/network/judgement-plan.ts';
import { NetworkStates } from '../../../detectors/network/network-states.ts';
import { SpatialStage } from '../../../detectors/stages/spatial-stage.ts';
import { TemporalPartition } from '../../../detectors/stages/temporal-partition.ts';
import { EmbeddedLog } from '../../../ingest/log/embedded-log.ts';
import type { LogWriter } from '../../../ingest/log/event-log.ts';
import type { Anomaly } from '../../../schemas/anomaly.ts';
import { slotOf } from '../../../schemas/time.ts';
import { MemoryLog } from '../../ingest/memory-log.ts';
import { until } from '../../until.ts';
import { configuration } from './live-judgement.ts';
import { smallHistory, smallStations } from './small-network.ts';

const plan = planJudgement(configuration);

/** A log whose first verdicts take until they are let through. */
class SlowLog extends EmbeddedLog {
  readonly waiting: (() => void)[] = [];
  count = 0;

  override async publish(...given: Parameters<LogWriter['publish']>): Promise<void> {
    if (given[0] === 'anomalies') {
      this.count += 1;
      if (this.count === 1) await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
    await super.publish(...given);
  }
}

describe('the spatial stage', () => {
  // It was kept for the end, and deleted there with what had been published.
  it('tells a verdict that is given while those of a resumed network are published', async () => {
    const [station] = smallStations(1);
    const history = smallHistory([station], 1, 4).slice(0, 20);
    const values = [10, 15].map((place) => ({
      ...history[place],
      values: { ...history[place].values, temp_out: 99.25 },
    }));
    const raising = new MemoryLog();
    const networks = new NetworkStates(plan);
    networks.of(station.network).stations.put(station);
    const now = () => history[19].time;
    const partition = new TemporalPartition(0, {
      ...{ log: raising, plan, networks, inStep: false, scored: true, now, recall: async () => null },
    });
    await partition.take(values);
    const candidates = raising.values('temporal-anomalies').filter(({ kind }) => kind === 'candidate');
    const log = new SlowLog();
    const told: Anomaly[] = [];
    await log.subscribe({ group: 'reader', topic: 'anomalies' }, async ({ records }) => {
      told.push(...records.map(({ value }) => value));
    });
    const stage = new SpatialStage({ log, plan, networks, now, onSettled: () => {} });
    const before = slotOf(history[0].time);
    stage.resume(station.network, before, { conditions: [], told: [], verdicts: [] }, before);
    await stage.start();
    const give = async (value: (typeof candidates)[number]) => {
      await log.publish('temporal-anomalies', [{ key: 'small', value }]);
      await until('it is judged', () => log.held('temporal-anomalies') === 0);
    };
    await give(candidates[0]);
    const concluding = stage.conclude(station.network);
    await until('the first is being published', () => log.waiting.length === 1);
    await give(candidates[1]);
    log.waiting[0]();
    await concluding;
    await until('the reader has read', () => log.held('anomalies') === 0);
    assert.deepEqual(
      told.map(({ time }) => time),
      values.map(({ time }) => time),
    );
    await stage.stop();
    await log.close();
  });
});
