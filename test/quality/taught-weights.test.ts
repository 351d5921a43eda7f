import assert from 'node:assert/strict';
import type { Samples } from './recorded-evidence.ts';
import { addNetwork, taughtWeights } from './taught-weights.ts';

/** Failures are large and nothing follows, weather is followed. */
function samples(): Samples {
  const observed = Array.from({ length: 40 }, (_, k) => ({
    terms: { unexplained: 1, size: k % 2 === 0 ? 3 : 1, following: k % 2 === 0 ? 0.1 : 0.9 },
    failure: k % 2 === 0,
    weight: 1,
  }));
  return new Map(['atOnce', 'settled'].map((verdicts) => [`pearson|next|${verdicts}`, observed]));
}

describe('weights that evidence teaches', () => {
  const network: Samples = new Map();
  addNetwork(samples(), network);

  it('have the signs that the terms have by their meaning', () => {
    const weights = taughtWeights(network, 'pearson', 'next', 3);
    assert.ok(weights !== null);
    assert.ok(weights['size'][0] > 0 && weights['following'][1] < 0);
    assert.deepEqual(weights['explained'], [-2, -2]);
  });

  it('are 0 for a term that is left out, and the others make up for it', () => {
    const [all, part] = [undefined, new Set(['size'])].map((leftOut) =>
      taughtWeights(network, 'pearson', 'next', 3, leftOut),
    );
    assert.ok(all !== null && part !== null);
    assert.deepEqual(part['size'], [0, 0]);
    assert.ok(part['following'][0] < all['following'][0]);
  });

  it('are not learnt from settled verdicts alone', () => {
    const settled = new Map([...network].filter(([place]) => place.endsWith('settled')));
    assert.throws(() => taughtWeights(settled, 'pearson', 'next', 3), /samples are all of verdicts settled/);
  });

  it('are none for a question that no sample is about', () => {
    assert.equal(taughtWeights(network, 'distance', 'next', 3), null);
  });
});
