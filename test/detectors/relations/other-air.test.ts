import assert from 'node:assert/strict';
import { isOtherAir } from '../../../detectors/relations/other-air.ts';
import { VARIABLE_INDEX } from '../../../schemas/variables.ts';
import { madeMeans } from './made-means.ts';

const { temp_out: TEMPERATURE, out_hum: HUMIDITY, bar: PRESSURE } = VARIABLE_INDEX;
const NEIGHBOURS = Array.from({ length: 5 }, (_, k) => ({ index: k + 1, id: `n${k}`, km: 10 + 5 * k }));
const [FROM, END] = [48, 56];

/** Whether a station is in other air that is warmer and moister than usual by so much from FROM on, at a humidity of 60 %. */
function isOther(variable: number, warmer: number, moister: number): boolean {
  const means = madeMeans((station, of, part) => {
    const off = station > 0 || part < FROM ? 0 : of === TEMPERATURE ? warmer : of === HUMIDITY ? moister : 2;
    return (of === TEMPERATURE ? 15 : of === HUMIDITY ? 60 - moister : 1010) + Math.sin(part) + off;
  });
  const sensor = { means, station: 0, variable, neighboursOf: () => NEIGHBOURS };
  const size = variable === TEMPERATURE ? warmer : variable === HUMIDITY ? moister : 2;
  return isOtherAir({ sensor, size, learntFrom: 0, from: FROM, end: END });
}

describe('an offset as in other air', () => {
  // A mountain station above an inversion was told to have two sensors that failed: 2.5 degC too much, and 7 % too little.
  it('is one of temperature with which humidity falls or rises as with warmer or colder air', () => {
    assert.equal(isOther(TEMPERATURE, 2.5, -7), true);
    assert.equal(isOther(TEMPERATURE, -3, 9), true);
    assert.equal(isOther(HUMIDITY, 2.5, -12), true);
    assert.equal(isOther(HUMIDITY, -2, 9), true);
  });

  it('is none where the other one stays, or goes the other way', () => {
    assert.equal(isOther(TEMPERATURE, 3, 0), false);
    assert.equal(isOther(TEMPERATURE, 3, 10), false);
    assert.equal(isOther(HUMIDITY, 0.5, -15), false);
    assert.equal(isOther(HUMIDITY, 3, 15), false);
  });

  it('is none where nobody measures the other one, or of another variable', () => {
    assert.equal(isOther(TEMPERATURE, 3, Number.NaN), false);
    assert.equal(isOther(HUMIDITY, Number.NaN, -12), false);
    assert.equal(isOther(PRESSURE, 2.5, -7), false);
  });
});
