import assert from 'node:assert/strict';
import { beginOfPart, PARTS_PER_DAY } from '../../../detectors/relations/day-parts.ts';
import { GatheredParts } from '../../../detectors/relations/gathered-parts.ts';
import { LOOKED_EVERY } from '../../../detectors/relations/lasting-change.ts';
import { LOOK_REACH } from '../../../detectors/relations/look-reach.ts';
import { VARIABLE_INDEX } from '../../../schemas/variables.ts';

const DAY = 20_600 * PARTS_PER_DAY;
const { temp_out: TEMPERATURE } = VARIABLE_INDEX;
/** Allowed lateness and verification delay at most, 24 and 6 hours [parts]. */
const LONGEST_DELAY = 10;

describe('how far back a look at a quarter of a day reaches', () => {
  // Of long delays, the first of the days that tell what was usual were forgotten before a replay looked.
  it('is held until the look, whatever the delay', () => {
    for (let end = DAY; end < DAY + PARTS_PER_DAY; end += LOOKED_EVERY) {
      const means = new GatheredParts();
      // What tells whether the first hour repeats the one before is of the part before.
      const first = end - LOOK_REACH - 1;
      for (let time = beginOfPart(first); time <= beginOfPart(end + LONGEST_DELAY); time += 3_600_000) {
        means.addNumbers(0, time, Float64Array.from([7, Number.NaN, Number.NaN, Number.NaN, Number.NaN]));
      }
      assert.equal(means.mean(0, TEMPERATURE, first), 7, `${end - DAY}`);
    }
  });
});
