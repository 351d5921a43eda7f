import assert from 'node:assert/strict';
import type { PartMeans } from '../../../detectors/relations/day-parts.ts';
import { lastingOffset } from '../../../detectors/relations/lasting-offset.ts';
import { VARIABLE_INDEX } from '../../../schemas/variables.ts';
import { madeMeans } from './made-means.ts';

const NEIGHBOURS = Array.from({ length: 6 }, (_, k) => ({ index: k + 1, id: `n${k}`, km: 5 + 5 * k }));
/** What a station reads beyond its neighbours in the parts of a day, and how far it strays from that [degC]. */
const STRAYS = [0.4, -0.3, 0.1, 0.5, -0.4, 0.2, -0.5, 0.3, -0.1, -0.2, 0.45];

/** What a station in a hollow is off in the first clear nights after a cloudy week, from one part of the day to the next [degC]. */
const CLEAR_NIGHTS = [-0.1, -0.3, 1.1, 5.6, 5.5, 1.2, 1, 1.1, 1.2, 1.1, 1, 5.4, 5.6, 1.3, 1];

/** A thermometer that departs from some part on, among neighbours that all read the same. @param offsetOf by parts since then */
function means(jump: number, offsetOf: (since: number) => number): PartMeans {
  const mean = (station: number, _variable: number, part: number) => {
    if (part < 0) return Number.NaN;
    const weather = 10 + 5 * Math.sin((2 * Math.PI * part) / 8);
    if (station > 0) return weather + 0.1 * STRAYS[(part + station) % STRAYS.length];
    return weather + STRAYS[part % STRAYS.length] + (part < jump ? 0 : offsetOf(part - jump));
  };
  return madeMeans(mean);
}

function found(jump: number, offsetOf: (since: number) => number, length = 12) {
  const sensor = { station: 0, variable: VARIABLE_INDEX.temp_out, neighboursOf: () => NEIGHBOURS };
  return lastingOffset({ ...sensor, means: means(jump, offsetOf) }, jump + length, 0);
}

describe('an offset that came and stays', () => {
  it('is told where it stands out from what was learnt in a week', () => {
    const change = found(56, () => 3.5);
    assert.equal(change?.from, 56);
    assert.ok(Math.abs(change.size - 3.5) < 0.3, `${change.size}`);
  });

  it('is none after two days and a half, which may have been of other weather', () => {
    assert.equal(
      found(20, () => 2.2),
      null,
    );
    assert.notEqual(
      found(20, () => 9),
      null,
      'but for one that is no weather',
    );
  });

  it('is none of a station in a hollow, which is off by night and right by day', () => {
    assert.equal(
      found(42, (since) => CLEAR_NIGHTS[since], CLEAR_NIGHTS.length),
      null,
    );
    const same = CLEAR_NIGHTS.reduce((sum, one) => sum + one, 0) / CLEAR_NIGHTS.length;
    assert.notEqual(
      found(42, () => same, CLEAR_NIGHTS.length),
      null,
      'but where it is off by the same at all times',
    );
  });

  it('is surer of the same the more days tell what is usual', () => {
    const [few, many] = [found(32, () => 6), found(96, () => 6)];
    assert.ok(few !== null && many !== null && many.sigma < 0.8 * few.sigma);
  });
});
