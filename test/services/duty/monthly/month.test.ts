import assert from 'node:assert/strict';
import { monthName, monthOf, toldMonth } from '../../../../services/duty/monthly/month.ts';

describe('a month that is told of', () => {
  it('is the last one of UTC, from six hours to seven days after its end', () => {
    const told = (...date: [number, number, number, number, number?]) => toldMonth(Date.UTC(...date));
    const february = { begin: Date.UTC(2026, 1), end: Date.UTC(2026, 2) };
    assert.equal(told(2026, 2, 1, 5, 59), null);
    assert.deepEqual(told(2026, 2, 1, 6), february);
    assert.deepEqual(told(2026, 2, 8, 0), february);
    assert.equal(told(2026, 2, 8, 0, 1), null);
    assert.deepEqual(told(2026, 0, 3, 0), { begin: Date.UTC(2025, 11), end: Date.UTC(2026, 0) });
  });

  it('has a name, and its own length', () => {
    assert.equal(monthName({ begin: Date.UTC(2024, 1) }), 'February 2024');
    const { begin, end } = monthOf(Date.UTC(2024, 1, 29, 23, 59));
    assert.equal((end - begin) / 86_400_000, 29);
  });
});
