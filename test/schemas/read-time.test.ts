import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readTime, TIME_PATTERN } from '../../schemas/read-time.ts';

const NOW = Date.UTC(2026, 0, 2, 3, 4, 5);
const GOOD: readonly (readonly [unknown, string])[] = [
  ['NOW', '2026-01-02T03:04:05.000Z'],
  ['now', '2026-01-02T03:04:05.000Z'],
  ['2022-09-15 23:50:00', '2022-09-15T23:50:00.000Z'],
  ['2022-09-15T23:50:00', '2022-09-15T23:50:00.000Z'],
  ['2022-09-15T23:50:00Z', '2022-09-15T23:50:00.000Z'],
  ['2022-09-15T23:50', '2022-09-15T23:50:00.000Z'],
  ['2022-09-15 23:50:00+02:00', '2022-09-15T21:50:00.000Z'],
  ['2022-09-15T23:50:00-0330', '2022-09-16T03:20:00.000Z'],
  ['2022-09-15T23:50:00.250Z', '2022-09-15T23:50:00.250Z'],
  ['2022-09-15T23:50:00.123456Z', '2022-09-15T23:50:00.123Z'],
  ['2024-02-29 00:00:00', '2024-02-29T00:00:00.000Z'],
  ['1663285800', '2022-09-15T23:50:00.000Z'],
  ['1663285800.5', '2022-09-15T23:50:00.500Z'],
  [1663285800, '2022-09-15T23:50:00.000Z'],
  [' 2022-09-15 23:50:00 ', '2022-09-15T23:50:00.000Z'],
  [new Date(Date.UTC(2022, 8, 15)), '2022-09-15T00:00:00.000Z'],
];
const BAD: readonly unknown[] = [
  '',
  'yesterday',
  '2022-09-15',
  '15.09.2022 23:50',
  '2022-02-30 00:00:00',
  '2023-02-29 00:00:00',
  '2022-13-01 00:00:00',
  '2022-09-15 24:00:00',
  '2022-09-15 23:60:00',
  '2022-09-15 23:50:61',
  '0049-01-01 00:00:00',
  '2022-09-15T23:50:00+25:00',
  '2022-09-15T23:50:00 CEST',
  '-5',
  '1e9',
  '99999999999999999',
  -1,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  true,
  {},
  [],
  new Date(Number.NaN),
];

describe('reading a time', () => {
  for (const [given, expected] of GOOD) {
    it(`reads ${JSON.stringify(given)} as ${expected}`, () => {
      const time = readTime(given, NOW);
      assert.ok(time !== undefined);
      assert.equal(new Date(time).toISOString(), expected);
    });
  }
  for (const given of BAD) {
    it(`refuses ${typeof given} ${String(JSON.stringify(given))}`, () => {
      assert.equal(readTime(given, NOW), undefined);
    });
  }

  it('has a pattern for documents, whose texts are all times', () => {
    fc.assert(fc.property(fc.stringMatching(new RegExp(TIME_PATTERN)), (text) => readTime(text, NOW) !== undefined));
  });

  it('has a pattern that knows every day that there is, and no other', () => {
    const pattern = new RegExp(TIME_PATTERN);
    const two = (value: number) => String(value).padStart(2, '0');
    const day = fc.tuple(fc.integer({ min: 1900, max: 2298 }), fc.nat(13), fc.nat(32), fc.nat(24), fc.nat(60));
    fc.assert(
      fc.property(day, ([year, month, dayOfMonth, hour, minute]) => {
        const text = `${year}-${two(month)}-${two(dayOfMonth)}T${two(hour)}:${two(minute)}:00Z`;
        assert.equal(pattern.test(text), readTime(text, NOW) !== undefined, text);
      }),
      { numRuns: 2_000 },
    );
    for (const year of [1900, 1904, 2000, 2024, 2100, 2200, 2296]) {
      const text = `${year}-02-29 00:00`;
      assert.equal(pattern.test(text), readTime(text, NOW) !== undefined, text);
    }
  });
});
