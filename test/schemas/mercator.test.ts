import assert from 'node:assert/strict';
import { mercator } from '../../schemas/mercator.ts';

describe('Web Mercator', () => {
  it('has the origin in the middle, and the world in a square', () => {
    assert.deepEqual(mercator(0, 0), [128, 128]);
    const [x, y] = mercator(90, 180);
    assert.ok(x === 256 && Math.abs(y) < 1e-6, `${x} ${y}`);
  });

  it('puts places where the formula of slippy maps has them', () => {
    for (const [latitude, longitude] of [
      [51.05, 3.73],
      [-33.87, 151.21],
      [64.15, -21.94],
    ]) {
      const [x, y] = mercator(latitude, longitude);
      const radians = (latitude * Math.PI) / 180;
      assert.ok(Math.abs(x / 256 - (longitude + 180) / 360) < 1e-12);
      assert.ok(Math.abs(y / 256 - (1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2) < 1e-12);
    }
  });
});
