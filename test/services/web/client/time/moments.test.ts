import assert from 'node:assert/strict';
import {
  askedMoment,
  clockOf,
  isoOf,
  momentOf,
  readMoment,
  slotAt,
  spanOf,
  zonedMoment,
} from '../../../../../services/web/client/time/moments.ts';
import { readBy } from '../messages/reader.ts';

const TIME = Date.UTC(2026, 10, 3, 4, 5, 6, 789);

describe('times on the pages', () => {
  beforeEach(() => readBy());

  it('are shown in UTC', () => {
    assert.equal(isoOf(TIME), '2026-11-03T04:05:06Z');
    assert.equal(clockOf(TIME), '04:05');
    assert.equal(momentOf(TIME, TIME), '3 Nov 04:05');
    assert.equal(momentOf(TIME, Date.UTC(2027, 0, 1)), '3 Nov 2026 04:05', 'of another year');
    assert.equal(isoOf(slotAt(TIME)), '2026-11-03T04:00:00Z');
  });

  it('are shown in the time zone and the language of the reader', async () => {
    await readBy({ zone: 'Europe/Athens' });
    assert.equal(zonedMoment(TIME, TIME), '3 Nov 06:05 EET');
    assert.equal(zonedMoment(Date.UTC(2026, 6, 3, 23, 5), TIME), '4 Jul 02:05 EEST', 'in summer');
    assert.equal(
      momentOf(Date.UTC(2026, 11, 31, 23), Date.UTC(2027, 0, 1)),
      '1 Jan 01:00',
      'the year is that of the zone',
    );
    await readBy({ language: 'de' });
    assert.equal(zonedMoment(TIME, TIME), '3. Nov. 04:05 UTC');
    await readBy({ language: 'el' });
    assert.equal(spanOf(49 * 3_600_000), '2 ημ.');
  });

  it('are read from addresses, and nothing is made of what is none', () => {
    assert.equal(readMoment(isoOf(slotAt(TIME))), slotAt(TIME));
    for (const text of [null, '', 'soon', '2026-13-01T00:00:00Z']) assert.equal(readMoment(text), null);
    assert.equal(askedMoment(new URLSearchParams()), null);
    assert.equal(askedMoment(new URLSearchParams({ time: isoOf(slotAt(TIME)) })), slotAt(TIME));
    for (const time of ['', 'soon', '2026-13-01T00:00:00Z']) {
      const message = `The time “${time}” in the address cannot be read. It should be like 2026-03-01T12:00:00Z.`;
      assert.throws(() => askedMoment(new URLSearchParams({ time })), { message });
    }
  });

  it('say how long in the largest unit that says it', () => {
    const spans = [0, 40_000, 12 * 60_000, 3 * 3_600_000, 49 * 3_600_000].map(spanOf);
    assert.deepEqual(spans, ['0 s', '40 s', '12 min', '3 h', '2 d']);
  });
});
