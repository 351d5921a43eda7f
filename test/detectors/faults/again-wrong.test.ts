import assert from 'node:assert/strict';
import { judgeLive } from '../stages/live-judgement.ts';
import { FIRST_SLOT } from '../stages/small-network.ts';
import { faultsOf, history, replayed, slotIn, stations } from './calm-history.ts';

/** A thermometer that reads 20 degC too much at some slots. */
const wrongAt = (...slots: readonly number[]) =>
  history((slot, values) =>
    slots.includes(slot) ? { ...values, temp_out: Math.round(10 * ((values.temp_out ?? 0) + 20)) / 10 } : values,
  );

describe('a sensor that is wrong, right, and wrong again', () => {
  // Two wrong values 50 minutes apart were one fault "read 20 degC above its neighbours (50 min, 6 values)".
  it('has one fault, which says how many of its values are wrong', async () => {
    const [fault, ...others] = await faultsOf(wrongAt(120, 125));
    assert.deepEqual(others, []);
    assert.deepEqual([fault.kind, slotIn(fault.start), slotIn(fault.end)], ['noise', 120, 125]);
    assert.match(fault.reason, /^departed from its neighbours now and then from .*Z to .*Z \(50 min, 2 of 6 values\)$/);
  });

  it('says so as well where it was right too shortly for the fault to have ended', async () => {
    const [{ kind, reason }] = await faultsOf(wrongAt(120, 121, 122, 124, 125));
    assert.equal(kind, 'level');
    assert.match(reason, /^read [\d.]+ degC above its neighbours from .* \(50 min, 5 of 6 values\)$/);
  });

  // While no neighbour reported its values counted as right: "30 of 61 values".
  it('is not right while no neighbour tells', async () => {
    const slots = Array.from({ length: 61 }, (_, k) => 120 + k);
    const observations = wrongAt(...slots).filter(({ station, time }) => {
      const slot = slotIn(time) ?? 0;
      return station === 's03' || slot <= 130 || slot >= 170;
    });
    const [fault, ...others] = await faultsOf(observations);
    assert.deepEqual(others, []);
    assert.deepEqual([fault.kind, fault.values], ['level', 61]);
    assert.match(fault.reason, /\(10 h, 61 values\)$/);
  });

  it('fails none of its right values', async () => {
    const found = await judgeLive(stations, wrongAt(120, 125));
    const [told] = [...found.faults.values()].filter(({ state }) => state !== 'withdrawn');
    const flags = found.valuesOf(told).map(({ slot, flag }) => [slot - FIRST_SLOT, flag]);
    assert.deepEqual(
      flags,
      [120, 121, 122, 123, 124, 125].map((slot) => [slot, slot === 120 || slot === 125 ? 4 : 3]),
    );
  });

  // A wrong value stayed in the history of the next six hours, whose scale was so wide that errors of 12 degC passed.
  it('is found wrong each time, by less than the first time too', async () => {
    const errors = new Map<number, number>();
    for (const [slot, error] of [
      [70, 20],
      [78, 6],
      [83, -7],
      [91, 9],
      [104, -12],
      [110, 5],
      [123, 8],
    ])
      errors.set(slot, error);
    const observations = history((slot, values) => {
      const error = errors.get(slot) ?? 0;
      return { ...values, temp_out: Math.round(10 * ((values.temp_out ?? 0) + error)) / 10 };
    });
    const { anomalies } = await replayed(observations);
    const failed = anomalies.filter(({ classification }) => classification === 'device_failure');
    assert.deepEqual(
      failed.map(({ time }) => slotIn(time)),
      [...errors.keys()],
    );
  });
});
