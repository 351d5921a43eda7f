import assert from 'node:assert/strict';
import { airFrom, isOtherAir, takeAir } from '../../../detectors/relations/other-air.ts';
import { VARIABLE_INDEX } from '../../../schemas/variables.ts';
import { madeMeans } from './made-means.ts';

const { temp_out: TEMPERATURE, out_hum: HUMIDITY, bar: PRESSURE } = VARIABLE_INDEX;
const NEIGHBOURS = Array.from({ length: 5 }, (_, k) => ({ index: k + 1, id: `n${k}`, km: 10 + 5 * k }));
const [FROM, END] = [48, 56];

/** Whether a sensor that is off by a size is so as in other air, if the other one is off by so much from then on, near 60 %. */
function isOther(variable: number, size: number, other: number): boolean {
  const means = madeMeans((station, of, part) => {
    const off = station > 0 || part < FROM ? 0 : of === variable ? size : other;
    return (of === TEMPERATURE ? 15 : 60) + Math.sin(part) + off;
  });
  const sensor = { means, station: 0, variable, neighboursOf: () => NEIGHBOURS };
  const air = airFrom(sensor, FROM);
  assert.ok(air !== undefined);
  for (let part = FROM; part < END; part++) takeAir(sensor, air, part);
  return isOtherAir(air, size);
}

describe('an offset as in other air', () => {
  // A mountain station above an inversion was told to have two sensors that failed: 2.5 degC too much, and 7 % too little.
  it('is one of temperature with which humidity falls or rises as with warmer or colder air', () => {
    assert.equal(isOther(TEMPERATURE, 2.5, -7), true);
    assert.equal(isOther(TEMPERATURE, -3, 9), true);
    assert.equal(isOther(HUMIDITY, -12, 2.5), true);
    assert.equal(isOther(HUMIDITY, 9, -2), true);
  });

  it('is none where the other one stays, or goes the other way', () => {
    assert.equal(isOther(TEMPERATURE, 3, 0), false);
    assert.equal(isOther(TEMPERATURE, 3, 10), false);
    assert.equal(isOther(HUMIDITY, -15, 0.5), false);
    assert.equal(isOther(HUMIDITY, 15, 3), false);
  });

  it('is none where nobody measures the other one, or of another variable', () => {
    assert.equal(isOther(TEMPERATURE, 3, Number.NaN), false);
    const sensor = { means: madeMeans(() => 1010), station: 0, variable: PRESSURE, neighboursOf: () => NEIGHBOURS };
    assert.equal(airFrom(sensor, FROM), undefined);
  });
});
