import assert from 'node:assert/strict';
import { NO_TERMS, newCommonEvidence, newCompared } from '../../../detectors/evidence/evidence-terms.ts';
import { FOREST_TERMS } from '../../../detectors/evidence/learnt-forests.ts';
import { weighEvidence } from '../../../detectors/evidence/weighed-evidence.ts';
import { question, ring, S } from '../spatial/calm-air.ts';
import { WrittenWindows } from '../spatial/written-windows.ts';

/** Two stations that report in every slot, the first with a jump of 6 at S. */
function windows(until: number): WrittenWindows {
  const written = new WrittenWindows();
  for (let slot = S - 6; slot <= until; slot++) {
    written.write(0, 'temp_out', slot, slot < S ? 10 : 16).write(1, 'temp_out', slot, 10);
  }
  return written;
}

/** What evidence of the jump comes to, with a share of the hindsight. */
function weighed(
  hindsight: number,
  around: { hourly?: boolean; seldom?: boolean; until?: number; method?: 'pearson' | 'distance' } = {},
) {
  const { hourly = false, seldom = false, until = S + 6, method = 'pearson' } = around;
  const compared = newCompared();
  const [{ index, km }] = ring(1);
  compared.index[0] = index;
  compared.kilometres[0] = km;
  compared.count = 1;
  const own = {
    following: 0,
    followed: 0,
    nearest: 0,
    left: 1,
    stands_away: 1,
    returned: 0,
    along: 0,
    apart: 1,
    restless: 0,
  };
  const terms = { ...NO_TERMS, ...own };
  const common = { ...newCommonEvidence(terms), hourly, seldom, hindsight, explained: 0.5 };
  const asked = question(windows(until), ring(1), { actual: 16, expected: 10 });
  return weighEvidence(asked, { compared, common, forest: method, last: S + 6 * hindsight });
}

describe('weighed evidence', () => {
  it('is the sum of what its terms add, all of them named, and plain JSON', () => {
    for (const method of ['pearson', 'distance'] as const) {
      for (const hourly of [false, true]) {
        const found = weighed(1, { method, hourly });
        const { logOdds } = found;
        weighed(0, { method, hourly });
        const evidence = found.evidence();
        const sum = Object.values(evidence.adds).reduce((total, add) => total + add, 0);
        assert.ok(Math.abs(sum - logOdds) < 0.05, `${sum} and ${logOdds}`);
        const beside = hourly ? [] : ['explained'];
        assert.deepEqual(Object.keys(evidence.terms), [...FOREST_TERMS[hourly ? 'hourly' : method], ...beside]);
        assert.deepEqual(JSON.parse(JSON.stringify(evidence)), evidence);
      }
    }
  });

  it('lies between the verdict at once and the settled one by the share of the hindsight', () => {
    const [atOnce, half, settled] = [0, 0.5, 1].map((share) => weighed(share).logOdds);
    assert.notEqual(atOnce, settled);
    assert.ok(half > Math.min(atOnce, settled) - 1 && half < Math.max(atOnce, settled) + 1);
  });

  it('is that of the verdict at once where the station has not reported again', () => {
    assert.equal(weighed(1, { until: S }).logOdds, weighed(0, { until: S }).logOdds);
  });

  it('has trees of its own for a step of two hours, until a report follows', () => {
    const [often, seldom] = [{ hourly: true }, { hourly: true, seldom: true }];
    assert.notEqual(weighed(0, { ...seldom, until: S }).logOdds, weighed(0, { ...often, until: S }).logOdds);
    assert.equal(weighed(1, seldom).logOdds, weighed(1, often).logOdds);
  });
});
