import assert from 'node:assert/strict';
import fc from 'fast-check';
import { BlockValues } from '../../../detectors/windows/block-values.ts';
import { VARIABLE_SPECIFICATIONS, VARIABLES } from '../../../schemas/variables.ts';

const CELLS = 6;
const LIMITS = VARIABLES.map((variable) => VARIABLE_SPECIFICATIONS[variable]);

/** A value that a window may hold of a variable: whole hundredths, or any 32-bit float within the limits. */
function valueOfVariable(variable: number, finer: boolean): fc.Arbitrary<number> {
  const { low, high } = LIMITS[variable];
  const hundredths = fc.integer({ min: low * 100, max: high * 100 }).map((of) => Math.fround(of / 100) + 0);
  const any = fc.float({ min: low, max: high, noNaN: true }).map((of) => of + 0);
  const values = [hundredths, fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY)];
  return fc.oneof(...values, ...(finer ? [any] : []));
}

const writes = (finer: boolean) =>
  fc.array(
    fc
      .record({ cell: fc.nat(CELLS - 1), variable: fc.nat(VARIABLES.length - 1) })
      .chain(({ cell, variable }) => valueOfVariable(variable, finer).map((value) => ({ cell, variable, value }))),
    { maxLength: 80 },
  );

describe('BlockValues', () => {
  it('gives back every hundredth that is possible as the 32-bit float of it, in 16 bits', () => {
    const values = new BlockValues(1, 1);
    const narrow = values.bytes;
    for (const [variable, { low, high }] of LIMITS.entries()) {
      for (let hundredths = low * 100; hundredths <= high * 100; hundredths++) {
        const value = Math.fround(hundredths / 100) + 0;
        values.hold(0, variable, value);
        if (!Object.is(values.at(0, variable), value)) assert.fail(`${value} became ${values.at(0, variable)}`);
      }
    }
    assert.equal(values.bytes, narrow);
    assert.equal(narrow, 2 * VARIABLES.length);
  });

  for (const finer of [false, true]) {
    it(`holds what an array of 32-bit floats would, ${finer ? 'finer values among them' : 'of hundredths alone'}`, () => {
      fc.assert(
        fc.property(writes(finer), (all) => {
          const values = new BlockValues(1, CELLS);
          const floats = new Float32Array(CELLS * VARIABLES.length).fill(Number.NaN);
          for (const { cell, variable, value } of all) {
            values.hold(cell, variable, value);
            floats[cell * VARIABLES.length + variable] = value;
          }
          for (let cell = 0; cell < CELLS; cell++) {
            for (let variable = 0; variable < VARIABLES.length; variable++) {
              assert.ok(Object.is(values.at(cell, variable), floats[cell * VARIABLES.length + variable]));
            }
          }
        }),
      );
    });
  }

  it('reads a stretch round its ring, without what is missing or impossible, before and after a finer value', () => {
    const values = new BlockValues(2, 4);
    const ofTheSecond = [Number.NaN, 3, Number.POSITIVE_INFINITY, 5];
    for (const [cell, value] of ofTheSecond.entries()) values.hold(4 + cell, 0, value);
    const read = (step: number, count: number) => {
      const into = new Float64Array(count + 2).fill(-1);
      values.read(6, 0, step, into, 1, 1 + count);
      return [...into];
    };
    const expected = [-1, Number.NaN, 5, Number.NaN, 3, -1];
    assert.deepEqual([read(1, 4), read(3, 2)], [expected, [-1, Number.NaN, 3, -1]]);
    const narrow = values.bytes;
    values.hold(0, 3, Math.fround(1013.2501));
    assert.equal(values.bytes, 2 * narrow);
    assert.deepEqual([read(1, 4), read(3, 2)], [expected, [-1, Number.NaN, 3, -1]]);
  });
});
