import assert from 'node:assert/strict';
import { PARTS_PER_DAY, type PartMeans } from '../../../detectors/relations/day-parts.ts';
import { LOOK_REACH } from '../../../detectors/relations/look-reach.ts';
import { VARIABLE_INDEX } from '../../../schemas/variables.ts';
import { madeMeans } from '../relations/made-means.ts';
import { openGain } from './open-gain.ts';

const { rain: RAIN } = VARIABLE_INDEX;
const START = PARTS_PER_DAY;
const STATIONS = 13;

/** Means of gauges that report all the time. */
function gauges(rainOf: PartMeans['mean']): PartMeans {
  return { ...madeMeans(rainOf), hourCount: () => 1 };
}

describe('a gauge that catches a share', () => {
  // Each look summed from every part since the fault began up to now: a third of a second for one gauge after a dry year.
  it('is looked at no farther back than what is held, each part once or twice', () => {
    const year = START + 365 * PARTS_PER_DAY;
    let [read, earliest] = [0, year];
    const dry = gauges(() => 0);
    const note = (from: number, parts: number) => {
      read += parts;
      earliest = Math.min(earliest, from);
    };
    const fault = openGain(
      {
        ...dry,
        mean: (station, variable, part) => {
          note(part, 1);
          return dry.mean(station, variable, part);
        },
        readMeans: (station, variable, from, into) => {
          note(from, into.length);
          dry.readMeans(station, variable, from, into);
        },
      },
      ...([RAIN, START, 0.4] as const),
    );
    assert.equal(fault.follow(START + 42), false);
    fault.course.next = year - 2;
    [read, earliest] = [0, year];
    assert.equal(fault.follow(year), false);
    assert.ok(earliest >= year - LOOK_REACH, `${year - earliest}`);
    assert.ok(read <= 3 * STATIONS * LOOK_REACH, `${read}`);
  });

  it('has it until the newest 5 mm, of however many days, say that it is right again', () => {
    const right = START + 6 * PARTS_PER_DAY;
    const fault = openGain(
      gauges((station, _variable, part) =>
        part % PARTS_PER_DAY === 3 ? (station === 0 && part < right ? 0.4 : 1) : 0,
      ),
      ...([RAIN, START, 0.4] as const),
    );
    // Of three days of five that are right the whole is nearer to all of it.
    const ended = [1, 2, 3].map((days) => fault.follow(right + days * PARTS_PER_DAY));
    assert.deepEqual(ended, [false, false, true]);
  });
});
