import assert from 'node:assert/strict';
import { history, stations } from '../../detectors/faults/calm-history.ts';
import { makeIntermittent } from '../intermittent-sensors.ts';

describe('sensors made intermittent', () => {
  const sound = history((_, values) => values);
  const { observations, values } = makeIntermittent(stations, sound, 0.2, 31);

  it('are wrong in the share of their values that is asked for, by what matters', () => {
    const ofAir = values.filter(({ variable }) => variable === 'temp_out');
    const wrong = ofAir.filter(({ isWrong }) => isWrong);
    assert.ok(Math.abs(wrong.length / ofAir.length - 0.2) < 0.05, `${wrong.length} of ${ofAir.length}`);
    const off = wrong.map(({ station, time }) => {
      const of = (all: typeof observations) => all.find((one) => one.station === station && one.time === time)?.values;
      return Math.abs((of(observations)?.temp_out ?? 0) - (of(sound)?.temp_out ?? 0));
    });
    assert.ok(off.length > 0 && Math.min(...off) >= 4 && Math.max(...off) <= 12);
  });

  it('read what they did where they are right, as all others do', () => {
    const wrong = new Set(
      values.filter(({ isWrong }) => isWrong).map((one) => `${one.station} ${one.variable} ${one.time}`),
    );
    for (const [k, { station, time, values: read }] of observations.entries()) {
      for (const variable of ['temp_out', 'out_hum', 'wind_speed', 'bar', 'rain'] as const) {
        const isWrong = wrong.has(`${station} ${variable} ${time}`);
        assert.equal(read[variable] !== sound[k].values[variable], isWrong);
      }
    }
  });
});
