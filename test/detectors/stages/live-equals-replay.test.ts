import assert from 'node:assert/strict';
import { replay } from '../../../detectors/replay/replay.ts';
import { SPATIAL_METHODS } from '../../../detectors/spatial/registry.ts';
import { planJudgement } from '../../../detectors/stages/judgement-plan.ts';
import { NetworkStates } from '../../../detectors/stages/network-states.ts';
import { SpatialStage } from '../../../detectors/stages/spatial-stage.ts';
import { TemporalStage } from '../../../detectors/stages/temporal-stage.ts';
import { EmbeddedLog } from '../../../ingest/log/embedded-log.ts';
import type { Anomaly } from '../../../schemas/anomaly.ts';
import { liveJudgement, readConfiguration } from '../../../schemas/configuration.ts';
import type { SpatialMethodName } from '../../../schemas/judgement-configuration.ts';
import type { Observation } from '../../../schemas/observation.ts';
import type { Station } from '../../../schemas/station.ts';
import { slotOf } from '../../../schemas/time.ts';
import { MemorySource, seeded, smallHistory, smallStations } from './small-network.ts';

const configuration = liveJudgement(readConfiguration({}));
const SPATIAL = [...SPATIAL_METHODS.keys()];

/** Runs both stages over the embedded log on observations in the order of their arrival; the last version of every verdict. */
async function judgeLive(
  stations: readonly Station[],
  arrivals: readonly Observation[],
  spatialMethod: SpatialMethodName = 'pearson',
): Promise<Map<string, Anomaly>> {
  const plan = planJudgement({ ...configuration, spatialMethod });
  const log = new EmbeddedLog({
    durableGroups: { observations: 'keeper', 'temporal-anomalies': 'spatial', anomalies: 'reader' },
  });
  const networks = new NetworkStates(plan);
  for (const station of stations) networks.of(station.network).stations.put(station);
  const end = arrivals.reduce((latest, observation) => Math.max(latest, observation.time), 0);
  const now = () => end;
  const recall = async (network: string, station: string, time: number) =>
    arrivals.findLast((o) => o.network === network && o.station === station && o.time === time) ?? null;
  const spatial = new SpatialStage({ log, plan, networks, now, onSettled: () => {} });
  const temporal = new TemporalStage({ log, plan, networks, now, recall });
  const verdicts = new Map<string, Anomaly>();
  await log.subscribe({ group: 'reader', topic: 'anomalies' }, async ({ records }) => {
    for (const { value } of records) verdicts.set(value.id, value);
  });
  await log.subscribe({ group: 'keeper', topic: 'observations' }, async () => {});
  await spatial.start();
  await temporal.join();
  temporal.begin();
  for (let k = 0; k < arrivals.length; k += 37) {
    const some = arrivals.slice(k, k + 37);
    await log.publish(
      'observations',
      some.map((value) => ({ key: `${value.network}/${value.station}`, value })),
    );
  }
  while (log.held('observations') > 0) await new Promise((resolve) => setTimeout(resolve, 5));
  await log.flushed('anomalies');
  await temporal.stop();
  await spatial.stop();
  await log.close();
  return verdicts;
}

/** Each observation delayed by up to the lateness, some twice, in the order in which they arrive then. */
function delayed(observations: readonly Observation[], seed: number): Observation[] {
  const random = seeded(seed);
  const arrivals = observations.flatMap((observation) => {
    const delay = random() < 0.5 ? 0 : random() * 115 * 60_000;
    const first = { at: observation.time + delay, observation };
    return random() < 0.05 ? [first, { at: first.at + random() * 3_600_000, observation }] : [first];
  });
  arrivals.sort((a, b) => a.at - b.at);
  let newest = 0;
  return arrivals
    .map(({ observation }) => observation)
    .filter((observation) => {
      newest = Math.max(newest, slotOf(observation.time));
      return slotOf(observation.time) >= newest - configuration.latenessSlots;
    });
}

/** What a settled verdict says, without when it was said. */
function said(anomaly: Anomaly): unknown {
  const { judged: _, ...rest } = anomaly;
  return rest;
}

describe('live equals replay', () => {
  const stations = smallStations(6);
  const history = smallHistory(stations, 3, 7);

  const orders = [
    ['in order', 0],
    ['delayed, order 1', 1],
    ['delayed, order 2', 2],
  ] as const;
  for (const [spatialMethod, [name, seed]] of SPATIAL.flatMap((of) => orders.map((order) => [of, order] as const))) {
    it(`settles the same verdicts, to the id, by ${spatialMethod} when observations arrive ${name}`, async function () {
      this.timeout(60_000);
      const arrivals = seed === 0 ? history : delayed(history, seed);
      const arrived = [...new Set(arrivals)];
      assert.ok(arrived.length > history.length * 0.95, 'nearly everything arrives in time');
      const live = [...(await judgeLive(stations, arrivals, spatialMethod)).values()];
      const end = arrived.reduce((latest, observation) => Math.max(latest, observation.time), 0);
      const start = arrived.reduce((first, observation) => Math.min(first, observation.time), end);
      const asked = { ...configuration, spatialMethod };
      const request = { network: 'small', start, end, configuration: asked, verdicts: 'last' } as const;
      const replayed = await replay(new MemorySource(stations, arrived), request);

      const settled = live.filter((anomaly) => anomaly.state === 'settled');
      const expected = replayed.anomalies.filter((anomaly) => anomaly.state === 'settled');
      const byId = (a: Anomaly, b: Anomaly) => (a.id < b.id ? -1 : 1);
      assert.ok(expected.length > 10, `the history has anomalies: ${expected.length}`);
      assert.ok(new Set(expected.map((anomaly) => anomaly.classification)).size >= 2, 'of more than one class');
      assert.deepEqual(settled.sort(byId).map(said), expected.sort(byId).map(said));
    });
  }

  it('settles other verdicts when an observation is missing', async function () {
    this.timeout(60_000);
    const live = [...(await judgeLive(stations, history)).values()].filter((anomaly) => anomaly.state === 'settled');
    const fewer = await judgeLive(
      stations,
      history.filter((o) => o.station !== live[0].station),
    );
    assert.equal(fewer.has(live[0].id), false);
  });
});
