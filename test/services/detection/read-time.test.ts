import assert from 'node:assert/strict';
import { readTime } from '../../../services/detection/read-time.ts';

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
});
