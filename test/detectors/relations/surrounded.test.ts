import assert from 'node:assert/strict';
import { isSurrounded } from '../../../detectors/relations/surrounded.ts';

const HERE = { latitude: 51, longitude: 4 };
const at = (north: number, east: number) => ({ latitude: 51 + north, longitude: 4 + east });

describe('the neighbours that tell a clock from weather on its way', () => {
  it('stand on all sides, two of them near', () => {
    const around = [at(0.2, 0), at(-0.1, 0.3), at(-0.1, -0.3)];
    assert.equal(isSurrounded(HERE, around, [22, 24, 24]), true);
    assert.equal(isSurrounded(HERE, around, [22, 34, 34]), false);
  });

  it('are not all on one side', () => {
    assert.equal(isSurrounded(HERE, [at(0.2, 0.1), at(0.2, -0.1), at(0.1, 0.2)], [23, 23, 18]), false);
  });

  it('are not all on one side in the far north, where degrees of longitude are short', () => {
    const alta = { latitude: 70, longitude: 23 };
    const northOf = [0.7, -0.7].map((east) => ({ latitude: 70.07, longitude: 23 + east }));
    assert.equal(isSurrounded(alta, northOf, [28, 28]), false);
  });

  it('are two next to it, on whatever side', () => {
    assert.equal(isSurrounded(HERE, [at(0.05, 0), at(0.06, 0.01)], [6, 7]), true);
  });

  it('are more than one, also across the line where dates change', () => {
    assert.equal(isSurrounded(HERE, [], []), false);
    assert.equal(isSurrounded(HERE, [at(0.2, 0)], [22]), false);
    const fiji = { latitude: -17, longitude: 179.95 };
    const islands = [
      { latitude: -17, longitude: -179.85 },
      { latitude: -16.85, longitude: 179.8 },
      { latitude: -17.2, longitude: 179.8 },
    ];
    assert.equal(isSurrounded(fiji, islands, [21, 23, 27]), true);
  });
});
