import assert from 'node:assert/strict';
import { episodeMember } from '../../../detectors/episodes/episode-member.ts';
import { someAnomaly } from '../../services/api/some-records.ts';

const SLOT = 600_000;

describe('what the episodes look at of an anomaly', () => {
  const cadence = (history: unknown) => episodeMember(someAnomaly({ evidence: { history } })).cadence / SLOT;

  it('has the cadence of the reports before it, the shorter on a tie', () => {
    assert.equal(cadence([1, 2, 3, 4]), 1);
    assert.equal(cadence([1, null, 2, null, 3, null]), 2);
    assert.equal(cadence([1, null, null, 2, 3, null, null]), 3);
    assert.equal(cadence([1, null, 2, 3]), 1);
  });

  it('takes ten minutes where nothing is known of it, and a long silence for no cadence', () => {
    for (const none of [undefined, null, 'x', [], [null, null], [1, ...Array<null>(35).fill(null)]])
      assert.equal(cadence(none), 1);
  });

  it('speaks of a stuck value from its first report on', () => {
    const stuck = someAnomaly({ check: 'flat_line', score: 9 });
    assert.equal(episodeMember(stuck).since, stuck.time - 9 * SLOT);
    assert.equal(episodeMember(someAnomaly()).since, someAnomaly().time);
  });

  it('knows from the evidence whether the value stayed away', () => {
    const stays = (terms: unknown) => episodeMember(someAnomaly({ evidence: { terms } })).stays;
    assert.equal(stays({ after: 0.4 }), true);
    assert.equal(stays({ after: -0.4 }), false);
    for (const unknown of [{ after: 0 }, { after: 'x' }, {}, null, undefined, 3]) assert.equal(stays(unknown), null);
  });
});
