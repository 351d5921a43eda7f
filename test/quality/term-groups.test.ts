import assert from 'node:assert/strict';
import { FOREST_TERMS } from '../../detectors/evidence/learnt-forests.ts';
import { HOURLY_TERM_GROUPS, TERM_GROUPS } from './term-groups.ts';

describe('the groups of terms that are left out together', () => {
  it('hold every term that is weighed', () => {
    const weighed = new Set([...FOREST_TERMS.pearson, ...FOREST_TERMS.distance]);
    assert.deepEqual(new Set(TERM_GROUPS.flatMap(([, terms]) => terms as readonly string[])), weighed);
  });

  it('hold every term of hourly stations', () => {
    assert.deepEqual(new Set(HOURLY_TERM_GROUPS.flatMap(([, terms]) => terms)), new Set(FOREST_TERMS.hourly));
  });
});
