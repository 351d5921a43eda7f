import assert from 'node:assert/strict';
import { besideInAir, isOtherAir } from '../../../detectors/relations/other-air.ts';
import { VARIABLE_INDEX } from '../../../schemas/variables.ts';

const { temp_out: TEMPERATURE, out_hum: HUMIDITY, bar: PRESSURE } = VARIABLE_INDEX;

/** Whether a sensor that is off by a size does so as in other air, if the other one is off by so much at a humidity of 60 %. */
const isOther = (variable: number, size: number, other: number) =>
  isOtherAir(variable, size, { other: 8 * other, humidity: 8 * 60, parts: 8 });

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

  it('is none where the other one is not known', () => {
    assert.equal(isOtherAir(TEMPERATURE, 3, { other: 0, humidity: 0, parts: 0 }), false);
    assert.equal(besideInAir(PRESSURE), null);
    assert.deepEqual([besideInAir(TEMPERATURE), besideInAir(HUMIDITY)], [HUMIDITY, TEMPERATURE]);
  });
});
