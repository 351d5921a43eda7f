import assert from 'node:assert/strict';
import { sparkline } from '../../../services/cli/terminal/sparkline.ts';

describe('a sparkline', () => {
  const points = (...values: number[]) => values.map((value, at) => [at, value] as const);

  it('runs from the lowest block to the highest', () => {
    assert.equal(sparkline(points(0, 1, 2, 3, 4, 5, 6, 7), 8), '▁▂▃▄▅▆▇█');
    assert.equal(sparkline(points(7, 0), 2), '█▁');
    assert.equal(sparkline(points(1e300, -1e300), 2), '█▁');
  });

  it('takes the mean of each share of the time, and leaves a blank where there is no value', () => {
    assert.equal(sparkline(points(0, 0, 4, 10), 2), '▁█');
    assert.equal(
      sparkline(
        [
          [0, 1],
          [9, 2],
        ],
        4,
      ),
      '▁  █',
    );
  });

  it('is flat where nothing changes, and nothing for fewer than two values', () => {
    assert.equal(sparkline(points(5, 5, 5), 3), '▁▁▁');
    assert.equal(sparkline(points(5), 3), '');
    assert.equal(sparkline([], 3), '');
  });
});
