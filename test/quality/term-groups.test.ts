import assert from 'node:assert/strict';
import { HOURLY_TERMS } from '../../detectors/evidence/hourly-terms.ts';
import { DISTANCE_WEIGHTS, PEARSON_WEIGHTS } from '../../detectors/evidence/learnt-weights.ts';
import { CONSTANT_TERM, HOURLY_TERM_GROUPS, TERM_GROUPS } from './term-groups.ts';

describe('the groups of terms that are left out together', () => {
  it('hold every term that is weighed once, but the constant', () => {
    const weighed = new Set([...Object.keys(PEARSON_WEIGHTS.next), ...Object.keys(DISTANCE_WEIGHTS.next)]);
    const grouped = TERM_GROUPS.flatMap(([, terms]) => terms as readonly string[]);
    assert.deepEqual([...grouped, CONSTANT_TERM].sort(), [...weighed].sort());
  });

  it('hold every term of hourly stations', () => {
    assert.deepEqual(new Set(HOURLY_TERM_GROUPS.flatMap(([, terms]) => terms)), new Set(HOURLY_TERMS));
  });
});
