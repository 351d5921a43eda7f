import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Neighbour } from '../../detectors/spatial/spatial-method.ts';
import { SLOTS_PER_DAY, slotOf } from '../../schemas/time.ts';
import { VARIABLE_INDEX } from '../../schemas/variables.ts';
import { CleanSeries } from './clean-series.ts';
import { InjectedHistory } from './injected-history.ts';
import { type MadeReport, writeMadeFolder } from './made-folder.ts';
import { classOfSlot, UsualDifferences } from './usual-differences.ts';
import { UsualLags } from './usual-lags.ts';

const START = Date.UTC(2022, 8, 5);
const FIRST = slotOf(START);
const SLOT = 600_000;
const DAYS = 4;
const TEMPERATURE = VARIABLE_INDEX.temp_out;
/** `b` moves so many slots after `a`. */
const LATER = 2;
const NEIGHBOURS: readonly Neighbour[] = [{ index: 1, id: 'b', km: 5 }];

/** Degrees that `a` is above `b`: 1 in the first three hours of the day, 4 in the others. */
function above(slot: number): number {
  return classOfSlot(slot) === 0 ? 1 : 4;
}

/** Moves that no day repeats. */
function course(k: number): number {
  return 3 * Math.sin(k / 5) + 2 * Math.sin(k / 17.3);
}

describe('what is usual between neighbours', () => {
  let root: string;
  let series: CleanSeries;
  before(async () => {
    root = mkdtempSync(join(tmpdir(), 'halcyon-usual-'));
    const reports = Array.from({ length: DAYS * SLOTS_PER_DAY }, (_, k) => START + k * SLOT).flatMap(
      (time, k): MadeReport[] => {
        const wave = (k % 3) - 1;
        return [
          ['a', time, [10 + above(FIRST + k) + wave, course(k + LATER), 5, 1010, 0]],
          ['b', time, [10, course(k), 5, 1010, 0]],
        ];
      },
    );
    writeMadeFolder(root, reports);
    series = await CleanSeries.of(new InjectedHistory(root));
  });
  after(() => rmSync(root, { recursive: true }));

  it('is a difference and its spread, for each three hours of day', () => {
    const usual = new UsualDifferences(series, null);
    const departure = (slot: number, value: number) =>
      usual.departure(0, TEMPERATURE, slot, value, NEIGHBOURS, () => 12);
    const [night, day] = [FIRST, FIRST + SLOTS_PER_DAY / 2];
    assert.equal(departure(night, 13), 0);
    assert.equal(departure(day, 13), -3);
    assert.ok(Math.abs(usual.spread(0, TEMPERATURE, day, NEIGHBOURS) - 1.4826) < 1e-6);
  });

  it('can be what the days before alone have taught', () => {
    const usual = new UsualDifferences(series, 1);
    const departure = (slot: number) => usual.departure(0, TEMPERATURE, slot, 13, NEIGHBOURS, () => 12);
    assert.ok(Number.isNaN(departure(FIRST)));
    assert.equal(departure(FIRST + SLOTS_PER_DAY), 0);
  });

  it('is nothing where no neighbour has a value', () => {
    const usual = new UsualDifferences(series, null);
    assert.ok(Number.isNaN(usual.departure(0, TEMPERATURE, FIRST, 13, NEIGHBOURS, () => Number.NaN)));
    assert.ok(Number.isNaN(usual.departure(0, TEMPERATURE, FIRST, 13, [], () => 12)));
  });

  it('is how long after a station the other moves, and before it', () => {
    const lags = new UsualLags(series, 1);
    assert.equal(lags.of(0, 1, VARIABLE_INDEX.out_hum), LATER);
    assert.equal(lags.of(1, 0, VARIABLE_INDEX.out_hum), -LATER);
  });

  it('has no lag where nothing moves', () => {
    assert.equal(new UsualLags(series, 1).of(0, 1, VARIABLE_INDEX.bar), 0);
  });
});
