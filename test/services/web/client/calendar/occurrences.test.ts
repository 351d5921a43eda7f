import assert from 'node:assert/strict';
import { tomorrowAt, weekly } from '../../../../../services/web/client/calendar/occurrences.ts';
import { beginPreferences } from '../../../../../services/web/client/preferences/preferences.ts';

describe('times that are repeated each week', () => {
  before(() => beginPreferences({ language: 'en', units: 'metric', zone: 'Europe/Brussels' }, ['en']));
  after(() => beginPreferences({ language: null, units: 'metric', zone: 'UTC' }, ['en']));

  it('are at the same times of the clock, also where the clocks change between two', () => {
    assert.deepEqual(weekly('2026-03-24T09:00', '2026-03-24T11:00', 2), [
      { from: '2026-03-24T08:00:00Z', to: '2026-03-24T10:00:00Z' },
      { from: '2026-03-31T07:00:00Z', to: '2026-03-31T09:00:00Z' },
    ]);
  });

  it('are none where they do not begin before they end, or one is missing', () => {
    assert.equal(weekly('2026-03-24T09:00', '2026-03-24T09:00', 1), null);
    assert.equal(weekly('', '2026-03-24T09:00', 1), null);
  });

  it('are tomorrow at first, on the clock of the reader', () => {
    // 23:30 UTC is the next day in Brussels.
    assert.equal(tomorrowAt(9, Date.UTC(2026, 2, 1, 23, 30)), '2026-03-03T09:00');
  });
});
