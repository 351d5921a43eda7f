import assert from 'node:assert/strict';
import { planJudgement } from '../../../detectors/network/judgement-plan.ts';
import { NetworkStates } from '../../../detectors/network/network-states.ts';
import { SpatialJudge } from '../../../detectors/verification/spatial-judge.ts';
import { demoNetwork } from '../../../ingest/feeds/demo/demo-network.ts';
import { liveJudgement, readConfiguration } from '../../../schemas/configuration.ts';
import { newStation } from '../../../schemas/station.ts';
import { timeOfSlot } from '../../../schemas/time.ts';

const STATIONS = 20_000;
const SHARES = 12;
const SLOT = 2_800_000;
/** 24 neighbours of each station at 8 bytes, and what the tree takes. */
const INDEX_BYTES = STATIONS * (24 * 8 + 60);

describe('the neighbours of a network', () => {
  it('are known once to all the shares that a worker has', () => {
    const plan = planJudgement(liveJudgement(readConfiguration({})));
    const demo = demoNetwork({ stations: STATIONS, seed: 1 });
    const { stations, windows, baselines } = new NetworkStates(plan).of('demo');
    for (let i = 0; i < STATIONS; i++) stations.put(newStation({ ...demo.station(i), network: 'demo', updated: 0 }));
    const before = process.memoryUsage().arrayBuffers;
    for (let share = 0; share < SHARES; share++) {
      const judge = new SpatialJudge(plan, stations, windows, baselines.levels, () => 0);
      const [anomaly] = judge.accept({
        kind: 'candidate',
        network: 'demo',
        station: demo.id(share),
        variable: 'temp_out',
        slot: SLOT,
        time: timeOfSlot(SLOT),
        check: 'arima',
        actual: 30,
        expected: 12,
        scale: 1,
        score: 18,
        threshold: 3,
        inputs: '0',
        baseline: null,
        floors: [],
        spreads: [],
        values: [],
        beyond: '',
        suspect: false,
        withdrawn: false,
      });
      assert.equal(anomaly.station, demo.id(share));
    }
    const each = process.memoryUsage().arrayBuffers - before;
    assert.ok(each < 2 * INDEX_BYTES, `${each} bytes for ${SHARES} shares, ${INDEX_BYTES} are one index`);
  });
});
