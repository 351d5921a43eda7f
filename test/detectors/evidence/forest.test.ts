import assert from 'node:assert/strict';
import { askForest, readForest } from '../../../detectors/evidence/forest.ts';
import {
  FOREST_KINDS,
  FOREST_TERMS,
  FORESTS,
  type ForestsFile,
  readForests,
} from '../../../detectors/evidence/learnt-forests.ts';

/** Two trees of two terms: the first asks for both, the second for the second alone. */
const FOREST = readForest(-2, ['0?1.5,1,0.1 -0.5 1?3,0,0.6 0.4 0.9', '1?-1,0,0.2 0.3 0.1']);

const asked = (...terms: number[]) => {
  const adds = new Float64Array(2);
  const any = askForest(FOREST, Float64Array.from(terms), adds);
  return [any, ...adds].map((x) => Math.round(x * 1e9) / 1e9);
};

describe('a forest', () => {
  it('is the sum of what its trees say, each change on the way that of the term asked for', () => {
    // -2 + 0.1 + 0.2 hold for any; 0.1 -> -0.5 is the first term's, 0.2 -> 0.1 the second's.
    assert.deepEqual(asked(1.5, 0), [-1.7, -0.6, -0.1]);
    assert.deepEqual(asked(2, 3), [-1.7, 0.5, -0.3]);
    assert.deepEqual(asked(2, 3.1), [-1.7, 0.5, 0.2]);
    assert.deepEqual(asked(2, -1), [-1.7, 0.5, -0.1]);
  });

  it('goes where learning sent what is not known', () => {
    assert.deepEqual(asked(Number.NaN, 0), asked(0, 0));
    assert.deepEqual(asked(2, Number.NaN), asked(2, 9));
  });

  it('refuses trees that are not whole', () => {
    assert.throws(() => readForest(0, ['1', '0?1,1,0.1 2']), /tree 1 ends before its last leaf/);
    assert.throws(() => readForest(0, ['0?1,1,0.1 2 3 4']), /tree 0 goes on behind its last leaf/);
  });

  it('is refused where it counts other terms', () => {
    const forest = { base: 0, trees: [] };
    const pair = { learnt: null, terms: ['step'], atOnce: forest, settled: forest };
    const file: ForestsFile = { hourly: pair, seldom: pair, pearson: pair, distance: pair };
    assert.throws(
      () => readForests(file),
      /^Error: the forests hourly count the terms step, should be step, step_floor, /,
    );
  });

  it('asks for terms that there are, and at once for none of what follows', () => {
    for (const kind of FOREST_KINDS) {
      for (const [verdicts, { term, value, threshold }] of Object.entries(FORESTS[kind])) {
        assert.ok(term.length > 500, `${kind} ${verdicts}`);
        for (const number of [...value, ...threshold]) assert.equal(Number.isNaN(number), false, verdicts);
        const names = new Set(
          Array.from(
            term.filter((n) => n >= 0),
            (n) => FOREST_TERMS[kind][n],
          ),
        );
        assert.equal(names.has(undefined as never), false, verdicts);
        const follows = [...names].some((name) => name.startsWith('next') || name === 'after');
        // No report follows within an hour where a station reports every two or three.
        assert.equal(follows, verdicts === 'settled' && kind !== 'seldom', `${kind} ${verdicts}`);
      }
    }
  });
});
