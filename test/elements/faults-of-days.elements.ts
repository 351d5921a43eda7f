import assert from 'node:assert/strict';
import { PARTS_PER_DAY } from '../../detectors/relations/day-parts.ts';
import { FLOOR_SHARES, VARIABLE_INDEX, type Variable } from '../../schemas/variables.ts';
import { openGain } from '../detectors/faults/open-gain.ts';
import { madeMeans } from '../detectors/relations/made-means.ts';

/** Days of wind, as elements that behave like it have it in proportion, and a last one on which the sensor reads all of it. */
const END = 12 * PARTS_PER_DAY;
const LAST_DAY = END - PARTS_PER_DAY;

function hasEnded(variable: number, windOfLastDay: number): boolean {
  const means = madeMeans((station, _variable, part) => {
    const isLast = part >= LAST_DAY;
    return FLOOR_SHARES[variable] * (isLast ? windOfLastDay : 10) * (station === 0 && !isLast ? 0.45 : 1);
  });
  const reported = { ...means, hourCount: () => 1 };
  return openGain(reported, variable, PARTS_PER_DAY, 0.45).follow(END);
}

describe('a share of an element beyond the five', () => {
  // A dark day, on which two pyranometers read next to nothing, ended it: what a day must have was that of wind in km/h.
  it('ends by what counts of it in proportion to its floor', () => {
    for (const name of ['wind_speed', 'wind_gust', 'solar_radiation'] as Variable[]) {
      const variable = VARIABLE_INDEX[name];
      assert.deepEqual([hasEnded(variable, 1.9), hasEnded(variable, 2.1)], [false, true], name);
    }
  });
});
