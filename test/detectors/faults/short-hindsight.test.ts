import assert from 'node:assert/strict';
import { SensorFold } from '../../../detectors/faults/sensor-fold.ts';
import { planJudgement } from '../../../detectors/network/judgement-plan.ts';
import { NetworkStates } from '../../../detectors/network/network-states.ts';
import { slotOf, timeOfSlot } from '../../../schemas/time.ts';
import { VARIABLE_INDEX } from '../../../schemas/variables.ts';
import { configuration } from '../stages/live-judgement.ts';
import { FIRST_SLOT } from '../stages/small-network.ts';
import { history, stations } from './calm-history.ts';
import { NO_LEVELS } from './no-levels.ts';

const plan = planJudgement(configuration);
const JUMPS = 60;
/** It reads 8 degC too little, comes back at JUMPS and goes off again three reports later. */
const jumped = history((k, values) =>
  k >= JUMPS && k < JUMPS + 3 ? values : { ...values, temp_out: (values.temp_out ?? 0) - 8 },
);

/** What the fold of a sensor says of the report that jumped, where reports up to a slot are known. */
function said(hindsightSlots: number, until: number) {
  const { stations: known, windows } = new NetworkStates(plan).of('small');
  for (const station of stations) known.put(station);
  for (const { station, time, values } of jumped) {
    if (slotOf(time) <= until) windows.put(known.indexOf(station), slotOf(time), time, values, null, null);
  }
  const slot = FIRST_SLOT + JUMPS;
  const neighboursOf = (station: number) => known.neighbours.of(station);
  const { lookBackSlots } = plan;
  const dependencies = { windows, levels: NO_LEVELS, lookBackSlots, hindsightSlots, neighboursOf, knownBy: () => slot };
  const fold = new SensorFold(dependencies, known.indexOf('s03'), VARIABLE_INDEX.temp_out);
  const actual = windows.value(known.indexOf('s03'), VARIABLE_INDEX.temp_out, slot);
  const named = { anomalyId: 'a', ...{ slot, time: timeOfSlot(slot), check: 'method', actual, deviation: 8 } };
  const condition = fold.take(slot, [named]);
  return { condition, begins: fold.open !== null, ended: fold.ended.length };
}

describe('the fold of a sensor with a short verification delay', () => {
  it('takes what it knows for a return, and more of it for the onset of a fault', () => {
    assert.equal(said(1, FIRST_SLOT + JUMPS + 1).condition, 'right');
    assert.equal(said(6, FIRST_SLOT + JUMPS + 6).condition, 'wrong');
  });

  for (const hindsight of [1, 3, 6]) {
    it(`says the same whether more than ${hindsight} slots after a jump are known or not`, () => {
      const slot = FIRST_SLOT + JUMPS;
      assert.deepEqual(said(hindsight, slot + 12), said(hindsight, slot + hindsight));
    });
  }
});
