import assert from 'node:assert/strict';
import { planJudgement } from '../../../detectors/network/judgement-plan.ts';
import { NetworkStates } from '../../../detectors/network/network-states.ts';
import { SpatialJudge } from '../../../detectors/verification/spatial-judge.ts';
import type { Candidate } from '../../../schemas/anomaly.ts';
import { timeOfSlot } from '../../../schemas/time.ts';
import { configuration } from './live-judgement.ts';
import { FIRST_SLOT, smallStations } from './small-network.ts';

/** A value that cannot be, so that it is a device failure at once. */
function impossible(slot: number): Candidate {
  return {
    kind: 'candidate',
    network: 'small',
    station: 's00',
    variable: 'temp_out',
    slot,
    time: timeOfSlot(slot),
    check: 'gross_range',
    actual: 500,
    expected: 12,
    scale: 1,
    score: 488,
    threshold: 1,
    inputs: '0',
    baseline: null,
    floors: [],
    spreads: [],
    values: [],
    beyond: '500 degC is beyond what can be',
    suspect: false,
    withdrawn: false,
  };
}

// A failure that came before any progress was once settled from the beginning of time on, slot by slot.
describe('the first progress of a network', () => {
  for (const [name, slots] of [
    ['the next slot', 1],
    ['a day', 144],
  ] as const) {
    it(`settles what had failed before it, where it is of ${name}`, () => {
      const plan = planJudgement(configuration);
      const { stations, windows, baselines } = new NetworkStates(plan).of('small');
      for (const station of smallStations(3)) stations.put(station);
      const judge = new SpatialJudge(plan, stations, windows, baselines.levels, () => 0);
      const [anomaly] = judge.accept(impossible(FIRST_SLOT));
      assert.equal(anomaly.classification, 'device_failure');
      const settled = judge.advance(FIRST_SLOT + slots).filter(({ final }) => final);
      assert.equal(settled.length, slots === 1 ? 0 : 1);
      const [version] = judge.faults.drain();
      assert.equal(version.fault.anomalyIds[0], anomaly.id);
    });
  }
});
