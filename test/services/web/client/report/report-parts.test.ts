import assert from 'node:assert/strict';
import { assertReadable, Period } from '../../../../../services/duty/report/period.ts';
import { mostDaysOf, partsOf } from '../../../../../services/web/client/report/report-parts.ts';

const MARCH = { from: '2026-03-01', to: '2026-03-31' };

/** What the service says of a report on March. */
function refusal(stations: number): string {
  const period = new Period(Date.UTC(2026, 2, 1), Date.UTC(2026, 3, 1) - 1000);
  try {
    assertReadable(period, stations);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

describe('the parts of a report on a large network', () => {
  it('are as long as the service says', () => {
    assert.deepEqual([3_000, 10_000, 60_000, 100_000, 100_001].map(refusal).map(mostDaysOf), [null, 10, 1, 1, null]);
    assert.match(refusal(100_001), /at most 100000 stations .* has 100001: HALCYON_MONTHLY_REPORT sends/);
  });

  it('are the whole period, each day once, none longer than the others by more than a day', () => {
    assert.deepEqual(partsOf(MARCH, 10), [
      { from: '2026-03-01', to: '2026-03-08' },
      { from: '2026-03-09', to: '2026-03-16' },
      { from: '2026-03-17', to: '2026-03-24' },
      { from: '2026-03-25', to: '2026-03-31' },
    ]);
    for (let most = 1; most <= 31; most++) {
      const parts = partsOf(MARCH, most);
      const days = parts.map(({ from, to }) => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1);
      assert.equal(
        days.reduce((sum, one) => sum + one, 0),
        31,
      );
      assert.ok(Math.max(...days) <= most && Math.max(...days) - Math.min(...days) <= 1, `${most}: ${days}`);
      assert.deepEqual([parts[0].from, parts.at(-1)?.to], [MARCH.from, MARCH.to]);
      for (const [k, { from }] of parts.slice(1).entries())
        assert.equal(Date.parse(from) - Date.parse(parts[k].to), 86_400_000);
    }
  });
});
