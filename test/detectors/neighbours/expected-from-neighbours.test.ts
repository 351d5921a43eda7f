import assert from 'node:assert/strict';
import type { Levels } from '../../../detectors/baselines/usual-levels.ts';
import { type ExpectationQuestion, expectedAt } from '../../../detectors/neighbours/expectation.ts';
import { usualExpectation } from '../../../detectors/neighbours/expected-from-neighbours.ts';
import { VARIABLE_INDEX, type Variable } from '../../../schemas/variables.ts';
import { NO_LEVELS } from '../faults/no-levels.ts';
import { S } from '../spatial/calm-air.ts';
import { WrittenWindows } from '../spatial/written-windows.ts';

const TEMPERATURE = VARIABLE_INDEX.temp_out;
const FLOOR = 0.35;

/** A station at 20 degC in a quiet hour, and neighbours at so many km that read what a function says. */
function quiet(distances: readonly number[], reads: (neighbour: number, slot: number) => number) {
  const windows = new WrittenWindows().fill(0, 'temp_out', S - 20, S, () => 20);
  const neighbours = distances.map((km, k) => ({ index: k + 1, id: `n${k + 1}`, km }));
  for (const { index } of neighbours) windows.fill(index, 'temp_out', S - 20, S + 20, (slot) => reads(index, slot));
  const question: ExpectationQuestion = {
    ...{ windows, levels: NO_LEVELS, neighbours, sigma: FLOOR },
    ...{ station: 0, variable: TEMPERATURE, slot: S, onset: S },
  };
  return { windows, expectation: usualExpectation(question) };
}

describe('what neighbours imply of a station whose sensor failed', () => {
  it('is what it read beside them, moved by as much as they moved', () => {
    const { windows, expectation } = quiet([5, 10, 20], (k, slot) => 20 + k + (slot >= S ? 3 : 0));
    assert.ok(expectation !== null);
    assert.equal(expectedAt(windows, TEMPERATURE, S + 10, expectation), 23);
  });

  it('is not what one neighbour says that stands beside it, was wrong and has come back', () => {
    const { windows, expectation } = quiet([1, 60, 70, 80], (k, slot) => (k === 1 && slot < S ? 10 : 20));
    assert.ok(expectation !== null);
    assert.equal(expectedAt(windows, TEMPERATURE, S + 10, expectation), 20);
  });

  // A neighbour that was stuck meanwhile had a station be right or wrong by how far the weather went in three hours.
  it('is not learnt from one that stood still while the station moved, but from one that is dry or calm', () => {
    const expectedBeside = (variable: Variable, reads: (slot: number) => number, still: number) => {
      const windows = new WrittenWindows().fill(0, variable, S - 20, S, reads);
      windows.fill(1, variable, S - 20, S + 20, (slot) => (slot < S ? still : reads(slot)));
      windows.fill(2, variable, S - 20, S + 20, reads);
      const neighbours = [5, 50].map((km, k) => ({ index: k + 1, id: `n${k + 1}`, km }));
      const expectation = usualExpectation({
        ...{ windows, levels: NO_LEVELS, neighbours, sigma: FLOOR },
        ...{ station: 0, variable: VARIABLE_INDEX[variable], slot: S, onset: S },
      });
      return expectation?.differences.map(({ neighbour }) => neighbour.index);
    };
    const warming = (slot: number) => 20 + (slot - S) / 2;
    assert.deepEqual(expectedBeside('temp_out', warming, 11), [2]);
    // Where all stand still they are what there is.
    const all = new WrittenWindows().fill(0, 'bar', S - 20, S, (slot) => 980 + (slot % 5) / 10);
    all.fill(1, 'bar', S - 20, S + 20, () => 1013).fill(2, 'bar', S - 20, S + 20, () => 1013);
    const related = usualExpectation({
      ...{ windows: all, levels: NO_LEVELS, neighbours: [5, 50].map((km, k) => ({ index: k + 1, id: 'n', km })) },
      ...{ sigma: FLOOR, station: 0, variable: VARIABLE_INDEX.bar, slot: S, onset: S },
    });
    assert.ok(related !== null && related.over === 'hours');
    const showers = (slot: number) => (slot % 4 === 0 ? 0.2 : 0);
    assert.deepEqual(expectedBeside('rain', showers, 0), [1, 2]);
    assert.deepEqual(
      expectedBeside('out_hum', (slot) => 98 + ((slot + S) % 3), 100),
      [1, 2],
    );
  });

  // Two sensors that were stuck at the same time, neither of them known, kept each other under a fault after they had come back.
  it('is not what one says that stands still for two hours while others move', () => {
    const reads = (k: number, slot: number) => (k === 1 && slot >= S ? 21 : 20 + k + Math.max(0, slot - S) / 10);
    const { windows, expectation } = quiet([5, 20], reads);
    assert.ok(expectation !== null);
    assert.ok(Math.abs(expectedAt(windows, TEMPERATURE, S + 12, expectation) - 21.2) < 1e-9);
  });

  // No days are kept of neighbours that report every ten minutes, so that the only hourly one, far away, spoke for all of them.
  it('is what most of the nearest say of an hourly station, whether or not days of them are kept', () => {
    const windows = new WrittenWindows();
    const neighbours = [5, 10, 20, 80].map((km, k) => ({ index: k + 1, id: `n${k + 1}`, km }));
    for (let slot = S - 36; slot <= S + 18; slot += 6)
      windows.write(0, 'temp_out', slot, 9).write(4, 'temp_out', slot, 30);
    for (const index of [1, 2, 3]) windows.fill(index, 'temp_out', S - 42, S + 20, () => 15);
    const levels: Levels = {
      means: (station, _variable, _slot, into) => {
        into.fill(station === 4 ? 25 : 9);
        return station === 0 || station === 4;
      },
    };
    const expectation = usualExpectation({
      ...{ windows, levels, neighbours, sigma: FLOOR },
      ...{ station: 0, variable: TEMPERATURE, slot: S, onset: S },
    });
    assert.ok(expectation !== null);
    assert.equal(expectedAt(windows, TEMPERATURE, S + 18, expectation), 9);
  });
});
