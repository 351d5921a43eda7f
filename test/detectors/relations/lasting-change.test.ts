import assert from 'node:assert/strict';
import { agreement } from '../../../detectors/relations/lasting-change.ts';

/** Neighbours of so much weight each, against which a sensor is so far off. */
const neighbours = (...each: readonly [weight: number, off: number][]) =>
  each.map(([weight, off]) => ({ weight, off }));
const agreementOf = (related: ReturnType<typeof neighbours>, size: number) =>
  agreement(related, ({ off }) => off, size);

describe('what neighbours say of a lasting change', () => {
  it('is so where three quarters of them say it, by half of it at least', () => {
    assert.deepEqual(agreementOf(neighbours([1, 3], [1, 2], [1, 4], [1, 0]), 3), { asked: 4, agreeing: 3 });
    assert.equal(agreementOf(neighbours([1, 3], [1, 2], [1, 1], [1, 0]), 3), null);
    assert.equal(agreementOf(neighbours([1, -3], [1, -3], [1, -3]), 3), null);
  });

  it('is nothing where the one that stands to it most closely does not say it', () => {
    // Eleven far ones had clouds by night, the station and the one beside it had none before.
    const far = Array.from({ length: 11 }, (): [number, number] => [1, 3.5]);
    assert.deepEqual(agreementOf(neighbours(...far), 3.5), { asked: 11, agreeing: 11 });
    assert.equal(agreementOf(neighbours([5.5, 0.2], ...far), 3.5), null);
  });

  it('is asked of those only that tell', () => {
    assert.deepEqual(agreementOf(neighbours([9, Number.NaN], [1, 3]), 3), { asked: 1, agreeing: 1 });
    assert.equal(agreementOf([], 3), null);
    assert.equal(agreementOf(neighbours([1, Number.NaN]), 3), null);
  });

  // A barometer had drifted by 1.5 hPa for a week: three of eleven neighbours were set anew meanwhile, and it was not told.
  it('does not ask neighbours that have changed themselves, but for their weight', () => {
    const agreeing = Array.from({ length: 8 }, (): [number, number] => [4, 1.4]);
    assert.deepEqual(agreementOf(neighbours(...agreeing, [3.8, -3.6], [0.9, -3]), 1.4), { asked: 8, agreeing: 8 });
    assert.deepEqual(agreementOf(neighbours(...agreeing, [3, -3.6], [3, -3], [3, -2]), 1.4), { asked: 8, agreeing: 8 });
    assert.equal(agreementOf(neighbours(...agreeing, [4, -3.6], [4, -3], [4, -2]), 1.4), null, 'of too much weight');
    assert.equal(agreementOf(neighbours(...agreeing, [3, -1.3], [3, -1.3], [3, 0.6]), 1.4), null, 'changed by less');
  });
});
