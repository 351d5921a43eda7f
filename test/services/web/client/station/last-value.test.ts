import assert from 'node:assert/strict';
import { lastValueWords } from '../../../../../services/web/client/station/last-value.ts';
import { readBy } from '../messages/reader.ts';

const MINUTE = 60_000;
const START = Date.UTC(2026, 10, 22, 12);

/** What stands above a chart of two hours whose reports come every so many minutes and have these temperatures. */
function words(every: number, ...values: (number | null)[]): string {
  const times = values.map((_, k) => START + k * every * MINUTE);
  return lastValueWords({ variable: 'temp_out', times, values, to: START + 120 * MINUTE });
}

describe('what stands above a chart of a station', () => {
  before(() => readBy());

  it('is the newest value', () => {
    const values = Array.from({ length: 12 }, (_, k) => k);
    assert.equal(words(10, ...values), '11.0\u00a0°C');
    assert.equal(words(10, ...values.slice(0, 10)), '9.0\u00a0°C');
  });

  // The value of hours ago of a sensor that sends nothing stood there as if it were the present one.
  it('is the last one with its time where nothing came for more than three reports', () => {
    const values = Array.from({ length: 12 }, (_, k) => (k < 3 ? k : null));
    assert.equal(words(10, ...values), 'last 2.0\u00a0°C, 22 Nov 12:20');
    assert.equal(words(10, 0, 1, 2), 'last 2.0\u00a0°C, 22 Nov 12:20');
  });

  it('is the newest value of a sensor that is read every hour', () => {
    assert.equal(words(60, 1, 2), '2.0\u00a0°C');
    assert.equal(words(10, 1, null, null, null, null, null, 2, null, null, null, null, null), '2.0\u00a0°C');
  });

  it('is no value where none came', () => {
    assert.equal(words(10, null, null), '–');
    assert.equal(words(10), '–');
  });
});
