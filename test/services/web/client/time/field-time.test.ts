import assert from 'node:assert/strict';
import { fieldMoment, fieldText } from '../../../../../services/web/client/time/field-time.ts';
import { readMoment } from '../../../../../services/web/client/time/moments.ts';

describe('time fields of forms', () => {
  it('are in UTC, there and back', () => {
    assert.equal(fieldMoment('2026-03-01T12:30'), '2026-03-01T12:30:00Z');
    assert.equal(fieldText(readMoment('2026-03-01T12:30:00Z')), '2026-03-01T12:30');
  });

  it('are none where they are empty, and no time is made up', () => {
    assert.equal(fieldMoment(''), null);
    assert.equal(fieldText(null), '');
    for (const text of [':00Z', '12', 'March 2026']) assert.equal(readMoment(text), null, text);
  });
});
