import assert from 'node:assert/strict';
import { KeptRelations } from '../../../services/duty/kept-relations.ts';

/** A content without faults, as it comes anew with each read. */
const content = (next: number) => JSON.stringify([{ next, sensors: [], clocks: [], named: [], told: [] }]);

describe('what was usual before faults of days, kept', () => {
  // Each look at a network read all of it again, a sixth of a second for a thousand open faults.
  it('is read once for each content', () => {
    const kept = new KeptRelations();
    const first = kept.of(content(6));
    assert.equal(kept.of(content(6)), first);
    assert.notEqual(kept.of(content(12)), first);
    assert.equal(kept.of(content(6)), first);
  });

  it('is of the contents asked for last, up to so many characters', () => {
    const kept = new KeptRelations(2 * content(10).length);
    const [first, second] = [kept.of(content(10)), kept.of(content(11))];
    assert.equal(kept.of(content(10)), first);
    kept.of(content(12));
    assert.equal(kept.of(content(10)), first);
    assert.notEqual(kept.of(content(11)), second);
  });
});
