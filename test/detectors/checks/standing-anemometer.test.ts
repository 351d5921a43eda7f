import assert from 'node:assert/strict';
import { DOCUMENTED_FLOORS, DOCUMENTED_SPREADS } from '../../../detectors/baselines/documented-floors.ts';
import {
  hasStood,
  isFirstOfHour,
  judgeStandingAnemometer,
  STANDING_SLOTS,
} from '../../../detectors/checks/standing-anemometer.ts';
import { VARIABLE_INDEX } from '../../../schemas/variables.ts';
import { WrittenWindows } from '../spatial/written-windows.ts';
import { seeded } from '../stages/small-network.ts';

const S = 1000;
const NAN = Number.NaN;

/** Station 0 has read 0 for `slots` before S and at S; each neighbour reads its wind, give or take a tenth of it in turn. */
function standing(winds: readonly number[], slots = STANDING_SLOTS, cadence = 1) {
  const windows = new WrittenWindows();
  for (let slot = S + 12; slot >= S - 48; slot -= cadence) {
    const turn = (slot / cadence) % 2 === 0 ? 1.1 : 0.9;
    windows.write(0, 'wind_speed', slot, slot <= S && slot >= S - slots ? 0 : 14 * turn);
    for (const [k, wind] of winds.entries()) windows.write(k + 1, 'wind_speed', slot, wind * turn);
  }
  return windows;
}

/** @param usual typical step of the station [km/h], `known` the newest slot that may be looked at */
function judged(windows: WrittenWindows, count: number, usual = 3, known = S) {
  const spreads = [...DOCUMENTED_SPREADS];
  spreads[VARIABLE_INDEX.wind_speed] = usual;
  return judgeStandingAnemometer({
    ...{ station: 0, variable: 'wind_speed', slot: S, actual: 0, expected: 0, floors: DOCUMENTED_FLOORS, spreads },
    neighbours: Array.from({ length: count }, (_, k) => ({ index: k + 1, id: `n${k + 1}`, km: 4 * (k + 1) })),
    ...{ windows, known, hindsightSlots: 6 },
  });
}

describe('common check: flat_line, of an anemometer that stands', () => {
  it('needs six hours of 0 at any cadence of an hour or less, across missed reports', () => {
    const stood = (windows: WrittenWindows) => hasStood(windows, 0, 'wind_speed', S);
    assert.equal(stood(standing([])), true);
    assert.equal(stood(standing([], STANDING_SLOTS - 1)), false);
    assert.equal(stood(standing([], STANDING_SLOTS, 6)), true);
    assert.equal(stood(standing([], STANDING_SLOTS - 6, 6)), false);
    assert.equal(stood(standing([]).write(0, 'wind_speed', S - 20, NAN)), true);
    assert.equal(stood(standing([]).write(0, 'wind_speed', S - 20, 1)), false);
    const silent = standing([]);
    for (let slot = S - 20; slot < S - 10; slot++) silent.write(0, 'wind_speed', slot, NAN);
    assert.equal(stood(silent), false);
    assert.equal(stood(standing([]).write(0, 'wind_speed', S, 5)), false);
  });

  it('is asked about at the first slot of each hour at which it has stood, across missed reports and turns', () => {
    const random = seeded(9);
    const windows = new WrittenWindows();
    for (let at = S; at < S + 6000; at++) {
      windows.write(0, 'wind_speed', at, random() < 0.2 ? NAN : random() < 0.01 ? 6 : 0);
    }
    const stood: number[] = [];
    for (let at = S + 50; at < S + 6000; at++) if (hasStood(windows, 0, 'wind_speed', at)) stood.push(at);
    const first = stood.filter((at, k) => Math.floor(at / 6) !== Math.floor((stood[k - 1] ?? 0) / 6));
    assert.deepEqual(
      stood.filter((at) => isFirstOfHour(windows, 0, 'wind_speed', at)),
      first,
    );
    assert.ok(first.length > 300 && first.some((at) => at % 6 !== 0) && stood.length > 2 * first.length);
  });

  it('is named while its neighbours have wind, with what they imply', () => {
    const answer = judged(standing([18, 18, 18]), 3, 2.2);
    assert.equal(answer?.classification, 'device_failure');
    assert.ok(Math.abs((answer?.expected ?? 0) - 18) < 0.5, `${answer?.expected}`);
    assert.equal(answer?.correlation, 0);
    assert.deepEqual(answer?.neighbors, ['n1', 'n2', 'n3']);
    assert.match(
      answer?.reason ?? '',
      /^unchanged at 0\.0 km\/h for at least 6 h while 3 neighbours indicate 18 km\/h/,
    );
  });

  it('is dismissed where it may be calm, and where one neighbour alone or none tells', () => {
    assert.equal(judged(standing([3, 3, 3]), 3), null);
    assert.equal(judged(standing([18]), 1), null);
    assert.equal(judged(standing([]), 0), null);
    assert.equal(judged(standing([18, 3]), 2), null, 'of two the lesser counts');
    assert.ok(judged(standing([18, 18]), 2));
    assert.equal(judged(standing([18, 2, 2]), 3), null);
  });

  it('is dismissed at a sheltered station, whose own steps are small', () => {
    assert.ok(judged(standing([18, 18, 18]), 3, 2));
    assert.equal(judged(standing([18, 18, 18]), 3, 0.5), null);
  });

  it('believes a windy station no more than twice the wind of its neighbours', () => {
    assert.ok(judged(standing([5, 5, 5]), 3, 9));
    assert.equal(judged(standing([3.5, 3.5, 3.5]), 3, 9), null);
  });

  it('hears no neighbour that repeats its wind or hardly reports', () => {
    const repeating = standing([18, 18, 18]);
    for (let slot = S - 48; slot <= S; slot++)
      repeating.write(1, 'wind_speed', slot, 18).write(2, 'wind_speed', slot, 18);
    assert.equal(judged(repeating, 3), null);
    const silent = standing([18, 18, 18]);
    for (let slot = S - 48; slot <= S - 10; slot++)
      silent.write(1, 'wind_speed', slot, NAN).write(2, 'wind_speed', slot, NAN);
    assert.equal(judged(silent, 3), null);
  });

  it('is taken back where it is known to turn again by a typical step, not by a jump', () => {
    const jumps = standing([18, 18, 18]);
    assert.ok(judged(jumps, 3, 3, S + 6));
    const starts = standing([18, 18, 18]).write(0, 'wind_speed', S + 1, 2);
    assert.ok(judged(starts, 3, 3, S));
    assert.equal(judged(starts, 3, 3, S + 6), null);
  });
});
