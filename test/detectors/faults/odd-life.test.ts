import assert from 'node:assert/strict';
import type { Observation, Values } from '../../../schemas/observation.ts';
import { timeOfSlot } from '../../../schemas/time.ts';
import { judgeLive } from '../stages/live-judgement.ts';
import { FIRST_SLOT } from '../stages/small-network.ts';
import { faultsOf, history, slotIn, stations } from './calm-history.ts';

const warmer = (values: Values, by: number) => ({ ...values, temp_out: (values.temp_out ?? 0) + by });
const isOf = (station: string) => (one: Observation) => one.station === station;

describe('sensors of an odd life', () => {
  it('that cannot be from their first report on have a fault from it on', async () => {
    const observations = history((slot, values) => (slot < 120 ? { ...values, temp_out: 500 } : values)).filter(
      (one) => !isOf('s03')(one) || one.time >= timeOfSlot(FIRST_SLOT + 100),
    );
    const [fault, ...others] = await faultsOf(observations);
    assert.deepEqual(others, []);
    assert.deepEqual([fault.kind, slotIn(fault.start), slotIn(fault.end)], ['impossible', 100, 119]);
  });

  it('of all stations that jump at once have none: nobody tells that from weather', async () => {
    const observations = history(
      (slot, values) => (slot >= 120 ? warmer(values, -8) : values),
      undefined,
      () => true,
    );
    assert.deepEqual(await faultsOf(observations), []);
  });

  it('of one logger have a fault each, over the same reports', async () => {
    const faults = await faultsOf(
      history((slot, values) => (slot >= 110 && slot < 130 ? { ...warmer(values, 15), wind_speed: 70 } : values)),
    );
    assert.deepEqual(
      faults.map(({ variable, start, end, kind }) => [variable, slotIn(start), slotIn(end), kind]).sort(),
      [
        ['temp_out', 110, 129, 'level'],
        ['wind_speed', 110, 129, 'level'],
      ],
    );
    assert.notEqual(faults[0].id, faults[1].id);
  });

  it('that fall silent under a fault are neither sound nor known to be wrong', async () => {
    const observations = history((slot, values) => (slot >= 110 ? warmer(values, 15) : values)).filter(
      (one) => !isOf('s03')(one) || one.time < timeOfSlot(FIRST_SLOT + 130),
    );
    const [fault] = await faultsOf(observations);
    assert.deepEqual([slotIn(fault.start), fault.end, fault.certainty], [110, null, 'suspected']);
    assert.equal(slotIn(fault.unknownSince), 129);
  });

  it('whose onset is corrected in time have no fault any more, nor values under it', async () => {
    const wrong = history((slot, values) => (slot === 120 ? warmer(values, 20) : values));
    const right = history((_, values) => values);
    const onset = (one: Observation) => isOf('s03')(one) && one.time === timeOfSlot(FIRST_SLOT + 120);
    const correction = right.filter(onset);
    // It comes an hour later: by then the fault has been told of.
    const at = wrong.findIndex(({ time }) => time === timeOfSlot(FIRST_SLOT + 126));
    const found = await judgeLive(stations, [...wrong.slice(0, at), ...correction, ...wrong.slice(at)]);
    const faults = [...found.faults.values()];
    assert.deepEqual(
      faults.map(({ station, state, named }) => [station, state, slotIn(named)]),
      [['s03', 'withdrawn', 120]],
    );
    assert.deepEqual(
      found.settledVerdicts.filter(({ station }) => station === 's03'),
      [],
    );
  });
});
