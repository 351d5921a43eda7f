import assert from 'node:assert/strict';
import { fieldMoment, fieldText } from '../../../../../services/web/client/time/field-time.ts';
import { isoOf, readMoment } from '../../../../../services/web/client/time/moments.ts';
import { readBy } from '../messages/reader.ts';

describe('time fields of forms', () => {
  beforeEach(() => readBy());

  it('are in UTC, there and back', () => {
    assert.equal(fieldMoment('2026-03-01T12:30'), '2026-03-01T12:30:00Z');
    assert.equal(fieldText(readMoment('2026-03-01T12:30:00Z')), '2026-03-01T12:30');
  });

  it('are on the clock of the time zone that is chosen, also where it changes', async () => {
    await readBy({ zone: 'Europe/Brussels' });
    assert.equal(fieldMoment('2026-03-01T12:30'), '2026-03-01T11:30:00Z');
    assert.equal(fieldText(Date.UTC(2026, 2, 1, 11, 30)), '2026-03-01T12:30');
    assert.equal(fieldMoment('2026-10-25T02:30'), '2026-10-25T00:30:00Z', 'the first of two');
    assert.equal(fieldMoment('2026-03-29T02:30'), '2026-03-29T01:30:00Z', 'skipped: as much later');
    for (let time = Date.UTC(2026, 0, 1); time < Date.UTC(2027, 0, 1); time += 7 * 3_600_000) {
      const back = readMoment(fieldMoment(fieldText(time)));
      assert.ok(back === time || back === time - 3_600_000, isoOf(time));
    }
  });

  it('are none where they are empty, and no time is made up', () => {
    assert.equal(fieldMoment(''), null);
    assert.equal(fieldText(null), '');
    for (const text of [':00Z', '12', 'March 2026']) assert.equal(readMoment(text), null, text);
  });
});
