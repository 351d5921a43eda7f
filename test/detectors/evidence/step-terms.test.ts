import assert from 'node:assert/strict';
import { DOCUMENTED_FLOORS } from '../../../detectors/baselines/documented-floors.ts';
import { newCompared } from '../../../detectors/evidence/evidence-terms.ts';
import { STEP_TERMS, type StepTerm, stepTerms } from '../../../detectors/evidence/step-terms.ts';
import { NEAREST } from '../../../detectors/evidence/usual-departure.ts';
import { SLOTS_BEFORE } from '../../../detectors/neighbours/neighbour-moves.ts';
import { question, ring, S } from '../spatial/calm-air.ts';
import { WrittenWindows } from '../spatial/written-windows.ts';

const HOUR = 6;
/** Typical steps: a degree, 4 %, 2 km/h, half a hectopascal, 1 mm. */
const SPREADS = [1, 4, 2, 0.5, 1];

/** Four stations that report hourly; temperatures of station 0 and its neighbours at the hours before the candidate and after it. */
function windows(): WrittenWindows {
  const written = new WrittenWindows();
  const temperatures = [
    [10, 11, 10, 16, 12],
    [9, 9, 8, 10, 11],
    [12, 13, 13, 13.5, 13],
    [20, 19, 18, 17, 15],
  ];
  for (const [station, values] of temperatures.entries()) {
    for (const [n, value] of values.entries()) written.write(station, 'temp_out', S + (n - 3) * HOUR, value);
    for (const n of [-1, 0]) {
      written.write(station, 'out_hum', S + n * HOUR, station === 0 ? 60 + 20 * (n + 1) : 50 + station * (n + 1));
      written.write(station, 'rain', S + n * HOUR, n === 0 ? station / 10 : 0);
    }
  }
  return written;
}

function termsOf(written: WrittenWindows, last: number, away: readonly number[], actual = 16) {
  const compared = newCompared();
  for (const [k, { index, km }] of ring(3).entries()) {
    compared.index[k] = index;
    compared.kilometres[k] = km;
    compared.count++;
  }
  const asked = { ...question(written, ring(3), { actual }), spreads: SPREADS };
  const into = {} as Record<StepTerm, number>;
  const each = Float64Array.from({ length: NEAREST }, (_, k) => away[k] ?? Number.NaN);
  stepTerms(asked, compared, last, each, into);
  return { into, asked, compared, each };
}

describe('what the last steps tell of a candidate', () => {
  it('is what the definition says', () => {
    const { into } = termsOf(windows(), S + HOUR, [5, 4, 7]);
    const expected: Partial<Record<StepTerm, number>> = {
      ...{ step: 6, step_floor: 6 / DOCUMENTED_FLOORS[0], before: -1, two_back: 5 },
      ...{ away: 5, away_floor: 5 / DOCUMENTED_FLOORS[0], away_1: 5, away_2: 4, away_3: 7, least_away: 4 },
      // Neighbours moved by 2, 0.5 and -1.
      ...{ alone: 5.5, alone_floor: 5.5 / DOCUMENTED_FLOORS[0], alone_1: 4, alone_2: 5.5, alone_3: 7, least_alone: 4 },
      ...{ move_1: 2, move_2: 0.5, move_3: -1, most: 2, least: -1, middle: 0.5, scatter: 3, neighbours: 3 },
      ...{ share: 2 / 6, share_median: 0.5 / 6 },
      // Humidity rose by 20, by 1 to 3 around; it rained 0.1 to 0.3 around, and not here.
      ...{ others_step: 5, others_alone: 4.5, others_alone_second: 0.2, others_stir: 0.5, stir: 2 },
      ...{
        rain: 0,
        rain_around: 0.3,
        level: -1,
        usual_floor: 1 / DOCUMENTED_FLOORS[0],
        km: 5,
        km_third: 15,
        variable: 0,
      },
      // It falls by 4 afterwards, while they change by 1, -0.5 and -2.
      ...{ next: -4, next_two: 2, next_away: 5 - 4 + 0.5, next_alone: -3.5, next_move: -0.5 },
    };
    assert.deepEqual(Object.keys(into).sort(), [...STEP_TERMS].sort());
    for (const term of STEP_TERMS) {
      assert.ok(Math.abs(into[term] - (expected[term] ?? Number.NaN)) < 1e-9, `${term}: ${into[term]}`);
    }
  });

  it('counts towards the side of its own step', () => {
    const { into } = termsOf(windows(), S, [-8, -9, -7], 4);
    assert.deepEqual([into.step, into.away, into.alone, into.move_1], [6, 8, 6.5, -2]);
  });

  it('is not known where nobody tells, and nothing is read beyond what is known', () => {
    const written = windows();
    const { into } = termsOf(written, S + HOUR - 1, []);
    for (const term of ['away', 'least_away', 'next', 'next_away', 'next_move'] as const) {
      assert.ok(Number.isNaN(into[term]), term);
    }
    assert.ok(written.latestRead < S + HOUR && written.earliestRead >= S - SLOTS_BEFORE);
    const { into: alone } = termsOf(new WrittenWindows(), S + HOUR, []);
    assert.ok(Number.isNaN(alone.step) && Number.isNaN(alone.share) && alone.neighbours === 0);
  });

  it('says of a neighbour that has not reported again that nothing is known of it, not that it stood still', () => {
    const written = new WrittenWindows();
    for (const slot of [S - 4, S - 2]) for (const station of [0, 1, 2]) written.write(station, 'temp_out', slot, 10);
    written.write(0, 'temp_out', S, 16).write(2, 'temp_out', S, 11);
    const { into } = termsOf(written, S, []);
    assert.ok(Number.isNaN(into.move_1), `${into.move_1}`);
    assert.deepEqual([into.move_2, into.neighbours], [1, 1]);
  });
});
