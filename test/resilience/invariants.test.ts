import assert from 'node:assert/strict';
import { compare, isClean } from './invariants.ts';

const item = (key: string, content = 'x') => ({ key, content });

describe('invariants of the runs', () => {
  it('find nothing where all is there once', () => {
    assert.ok(isClean(compare([item('a'), item('b')], [item('b'), item('a')])));
  });

  it('find what is lost, doubled, foreign and different', () => {
    const found = compare([item('a'), item('b'), item('c')], [item('a'), item('a'), item('b', 'y'), item('d')]);
    assert.deepEqual(found, { lost: ['c'], doubled: ['a'], foreign: ['d'], different: ['b: y instead of x'] });
    assert.ok(!isClean(found));
  });
});
