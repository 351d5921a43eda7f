import assert from 'node:assert/strict';
import { outageTimes } from '../../../../../services/web/client/now/outage-times.ts';
import { readBy } from '../messages/reader.ts';

const NOW = Date.UTC(2026, 10, 30, 7, 52);
const ASKED = Date.UTC(2026, 10, 29, 7, 50);

describe('when an outage was', () => {
  before(() => readBy());

  it('is from its start, and until its end where it is over', () => {
    const start = '2026-11-30T03:00:00Z';
    assert.equal(outageTimes({ start, end: null }, ASKED, NOW), '30 Nov 03:00');
    assert.equal(outageTimes({ start, end: '2026-11-30T04:00:00Z' }, ASKED, NOW), '30 Nov 03:00 – 30 Nov 04:00');
  });

  // Before, an outage of two days was said to have begun a day ago.
  it('is from before the day that was asked for where it starts with that', () => {
    const start = '2026-11-29T07:50:00Z';
    assert.equal(outageTimes({ start, end: null }, ASKED, NOW), 'begun before 29 Nov 07:50');
    const end = '2026-11-29T09:00:00Z';
    assert.equal(outageTimes({ start, end }, ASKED, NOW), 'begun before 29 Nov 07:50 – 29 Nov 09:00');
  });
});
