import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readElementFile } from '../../../schemas/elements/element-file.ts';

const RIGHT = {
  name: 'leaf_wet',
  standard_name: 'leaf_wetness',
  title: 'leaf wetness',
  unit: '%',
  kind: 'bounded',
  relation: 'difference',
  low: 0,
  high: 100,
  resolution: 1,
  floor: 10,
};

interface BadFile {
  readonly what: string;
  readonly text?: string;
  readonly change?: Readonly<Record<string, unknown>>;
  readonly says: readonly string[];
}

const BAD_FILES = JSON.parse(
  readFileSync(new URL('./bad-element-files.json', import.meta.url), 'utf8'),
) as readonly BadFile[];

const fileOf = (...elements: readonly object[]) => JSON.stringify({ elements });

describe('a file of elements', () => {
  it('gives its elements, with what follows from the rest where it is left out', () => {
    const { elements, problems } = readElementFile(fileOf(RIGHT));
    assert.deepEqual(problems, []);
    const [{ behavesAs, quantity, climate, standardName, bounds }] = elements;
    assert.deepEqual(
      { behavesAs, quantity, climate, standardName, bounds },
      {
        behavesAs: 'out_hum',
        quantity: 'leaf wetness',
        climate: { low: 0, high: 100 },
        standardName: 'leaf_wetness',
        bounds: [],
      },
    );
  });

  it('is refused where two elements have one name', () => {
    assert.deepEqual(readElementFile(fileOf(RIGHT, RIGHT)).problems, [
      "elements[1].name is 'leaf_wet', which something before it is called",
    ]);
  });

  for (const { what, text, change, says } of BAD_FILES) {
    it(`is refused with ${what}`, () => {
      const { elements, problems } = readElementFile(text ?? fileOf({ ...RIGHT, ...change }));
      assert.deepEqual(elements, []);
      // What the engine says of wrong JSON differs between its versions.
      assert.deepEqual(
        problems.map((problem, k) => (text === undefined ? problem : problem.slice(0, says[k]?.length))),
        says,
      );
    });
  }
});
