import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SpatialQuestion } from '../../detectors/spatial/spatial-method.ts';
import type { WindowView } from '../../detectors/windows/window-view.ts';
import { SLOTS_PER_DAY, slotOf } from '../../schemas/time.ts';
import { VARIABLES } from '../../schemas/variables.ts';
import { type MadeReport, writeMadeFolder } from './made-folder.ts';
import { UsualBetween } from './usual-terms.ts';

const START = Date.UTC(2022, 8, 5);
const SLOT = 600_000;
const SLOTS = 3 * SLOTS_PER_DAY;
/** Degrees by which `a` is usually above its neighbours, and by which that changes from report to report. */
const ABOVE = 3;
const WAVE = 1;
const NEIGHBOUR = 10;

/** Windows in which `a` is as ever, and its neighbours stand still. */
const windows: WindowView = {
  value: () => NEIGHBOUR,
  stretch: (station, _variable, from, count, _step, into) => {
    for (let k = 0; k < count; k++) into[k] = NEIGHBOUR + (station === 0 ? usual(from + k) : 0);
  },
  reported: () => true,
  newest: () => slotOf(START) + SLOTS,
};

function usual(slot: number): number {
  return ABOVE + WAVE * ((slot % 3) - 1);
}

/** About a value of `a` that departs by so much from how it usually stands to `b` and `c`. */
function questionOf(departure: number): SpatialQuestion {
  const slot = slotOf(START) + SLOTS - 1;
  const expected = NEIGHBOUR + ABOVE;
  return {
    ...{ station: 0, variable: 'temp_out', slot, actual: expected + departure, expected, windows },
    ...{ known: slot, hindsightSlots: 6, floors: VARIABLES.map(() => 1), spreads: VARIABLES.map(() => 1) },
    neighbours: ['b', 'c'].map((id, k) => ({ index: k + 1, id, km: 5 })),
  };
}

const NONE_FOLLOWS = new Map([
  [1, false],
  [2, false],
]);

describe('terms of what is usual between neighbours', () => {
  let root: string;
  before(() => {
    root = mkdtempSync(join(tmpdir(), 'halcyon-terms-'));
    const reports = Array.from({ length: SLOTS }, (_, k) => START + k * SLOT).flatMap((time): MadeReport[] => [
      ['a', time, [NEIGHBOUR + usual(slotOf(time)), 60, 5, 1010, 0]],
      ['b', time, [NEIGHBOUR, 60, 5, 1010, 0]],
      ['c', time, [NEIGHBOUR, 60, 5, 1010, 0]],
    ]);
    writeMadeFolder(root, reports);
  });
  after(() => rmSync(root, { recursive: true }));

  for (const [what, from] of [
    ['all of the data', { days: null }],
    ['the days before', { days: 30 }],
    ['the hours before', { days: null, ofWindow: true }],
  ] as const) {
    it(`count a departure in usual ones, learnt from ${what}`, async () => {
      const between = await UsualBetween.of({ folder: root, cadence: 1, ...from });
      const terms = between.terms(questionOf(8), 0.5, NONE_FOLLOWS);
      assert.ok(Math.abs(terms.unusual - 0.5 * Math.log(8 / (1.4826 * WAVE))) < 1e-6, `${terms.unusual}`);
      assert.deepEqual([terms.unusual_share, terms.due, terms.unusual_lagged], [0.5, 0.5, terms.unusual]);
    });
  }

  it('are none where the value stands as ever, though it was expected elsewhere', async () => {
    const between = await UsualBetween.of({ folder: root, cadence: 1, days: null });
    const { unusual, unusual_share } = between.terms({ ...questionOf(0), expected: 30 }, 1, NONE_FOLLOWS);
    assert.deepEqual([unusual, Math.abs(unusual_share)], [0, 0]);
  });

  it('ask nobody who was not compared', async () => {
    const between = await UsualBetween.of({ folder: root, cadence: 1, days: null });
    const { unusual, due } = between.terms(questionOf(8), 1, new Map());
    assert.deepEqual([unusual, due], [0, 0]);
  });
});
