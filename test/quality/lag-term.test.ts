import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SpatialQuestion } from '../../detectors/spatial/spatial-method.ts';
import { SLOTS_PER_DAY, slotOf } from '../../schemas/time.ts';
import { VARIABLE_INDEX, VARIABLES } from '../../schemas/variables.ts';
import { dueOf, lagsFrom } from './lag-term.ts';
import { type MadeReport, writeMadeFolder } from './made-folder.ts';
import type { UsualLags } from './usual-lags.ts';

const START = Date.UTC(2022, 8, 5);
const SLOT = 600_000;
/** `b` moves so many slots after `a`. */
const LATER = 2;

/** Moves that no day repeats. */
function course(k: number): number {
  return 3 * Math.sin(k / 5) + 2 * Math.sin(k / 17.3);
}

/** About a humidity of `a`, with so many slots of hindsight. */
function questionOf(hindsight: number): SpatialQuestion {
  const slot = slotOf(START) + 100;
  const windows = { value: () => 0, stretch: () => {}, reported: () => true, newest: () => slot };
  return {
    ...{ station: 0, variable: 'out_hum', slot, actual: 60, expected: 50, windows },
    ...{ known: slot + hindsight, hindsightSlots: 6, floors: VARIABLES.map(() => 1), spreads: VARIABLES.map(() => 1) },
    neighbours: [{ index: 1, id: 'b', km: 5 }],
  };
}

describe('the lag that is usual between neighbours', () => {
  let root: string;
  let lags: UsualLags;
  before(async () => {
    root = mkdtempSync(join(tmpdir(), 'halcyon-lags-'));
    const reports = Array.from({ length: 4 * SLOTS_PER_DAY }, (_, k) => k).flatMap((k): MadeReport[] => [
      ['a', START + k * SLOT, [10, course(k + LATER), 5, 1010, 0]],
      ['b', START + k * SLOT, [10, course(k), 5, 1010, 0]],
    ]);
    writeMadeFolder(root, reports);
    lags = await lagsFrom({ folder: root, cadence: 1 });
  });
  after(() => rmSync(root, { recursive: true }));

  it('is how long after a station the other moves, and before it', () => {
    assert.equal(lags.of(0, 1, VARIABLE_INDEX.out_hum), LATER);
    assert.equal(lags.of(1, 0, VARIABLE_INDEX.out_hum), -LATER);
  });

  it('is none where nothing moves', () => {
    assert.equal(lags.of(0, 1, VARIABLE_INDEX.bar), 0);
  });

  it('makes those due that would have moved by now and did not', () => {
    const none = new Map([[1, false]]);
    assert.equal(dueOf(lags, questionOf(LATER - 1), 0.5, none), 0);
    assert.equal(dueOf(lags, questionOf(LATER), 0.5, none), 0.5);
    assert.equal(dueOf(lags, questionOf(LATER), 0.5, new Map([[1, true]])), 0);
    assert.equal(dueOf(lags, questionOf(LATER), 0.5, new Map()), 0);
  });
});
