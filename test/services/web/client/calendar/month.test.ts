import assert from 'node:assert/strict';
import { monthsLater, monthText, readMonth, weeksOf } from '../../../../../services/web/client/calendar/month.ts';
import { beginPreferences } from '../../../../../services/web/client/preferences/preferences.ts';

const HOUR = 3_600_000;

describe('a month of the calendar', () => {
  before(() => beginPreferences({ language: 'en', units: 'metric', zone: 'Europe/Brussels' }, ['en']));
  after(() => beginPreferences({ language: null, units: 'metric', zone: 'UTC' }, ['en']));

  it('has whole weeks from Monday on, whose days are those of the reader, with 23 hours where the clocks change', () => {
    const weeks = weeksOf({ year: 2026, month: 2 });
    assert.deepEqual([weeks.length, weeks.map((days) => days.length)], [6, [7, 7, 7, 7, 7, 7]]);
    assert.equal(new Date(weeks[0][0].from).toISOString(), '2026-02-22T23:00:00.000Z');
    assert.equal(weeks.flat().filter(({ isInMonth }) => isInMonth).length, 31);
    const lengths = weeks.flat().map(({ from, to }) => (to - from) / HOUR);
    assert.deepEqual(
      lengths.filter((hours) => hours !== 24),
      [23],
    );
  });

  it('is read from an address and written into it, across the end of a year', () => {
    assert.equal(monthText(monthsLater({ year: 2026, month: 11 }, 1)), '2027-01');
    assert.equal(monthText(monthsLater({ year: 2026, month: 0 }, -1)), '2025-12');
    assert.deepEqual(readMonth('2026-03'), { year: 2026, month: 2 });
    for (const none of ['2026-13', '2026-3', 'march', null]) assert.equal(readMonth(none), null);
  });
});
