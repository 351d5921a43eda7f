import assert from 'node:assert/strict';
import { HalcyonError } from '../../../../schemas/errors.ts';
import {
  isNetworkAddress,
  networkAddress,
  readNetworkAddress,
} from '../../../../services/datasets/networks/network-address.ts';
import { ODD } from '../../stores/records.ts';

const FROM = Date.UTC(2026, 10, 20);
const TO = Date.UTC(2026, 10, 21);
const NOW = Date.UTC(2026, 10, 22);
const TIMES = 'from=2026-11-20T00:00:00Z&to=2026-11-21T00:00:00Z';

/** Addresses that are read, with what they name. */
const READ = [
  ['observations', `halcyon://north/observations?${TIMES}`, {}],
  ['anomalies', `halcyon://north/anomalies?${TIMES}`, { table: 'anomalies' }],
  ['ends in the other order', 'halcyon://north/observations?to=2026-11-21T00:00:00Z&from=2026-11-20T00:00:00Z', {}],
  ['a scheme in capitals', `HALCYON://north/observations?${TIMES}`, {}],
  [
    'a network that is percent-encoded',
    `halcyon://N%C3%A4h%20%26%20fern/observations?${TIMES}`,
    { network: 'Näh & fern' },
  ],
  [
    'times with a zone',
    'halcyon://north/observations?from=2026-11-20T02:00:00+02:00&to=2026-11-21T00:00:00%2B00:00',
    {},
  ],
  ['Unix times', `halcyon://north/observations?from=${FROM / 1000}&to=${TO / 1000}`, {}],
  ['a time with a blank', 'halcyon://north/observations?from=2026-11-20%2000:00:00&to=2026-11-21 00:00:00', {}],
  ['until now', 'halcyon://north/observations?from=2026-11-20T00:00:00Z&to=NOW', { to: NOW }],
  ['a moment', 'halcyon://north/observations?from=2026-11-20T00:00:00Z&to=2026-11-20T00:00:00Z', { to: FROM }],
  [
    'more than a store can hold',
    'halcyon://north/observations?from=1492-01-01T00:00:00Z&to=9999-12-31T00:00:00Z',
    { from: Date.UTC(1900, 0, 1), to: Date.UTC(2299, 0, 1) - 1 },
  ],
] as const;

/** Addresses that are refused, with what is said of them. */
const REFUSED = [
  ['nothing behind the scheme', 'halcyon:', /it should be halcyon:\/\/<network>\/observations\?from=/],
  ['no network', `halcyon:///observations?${TIMES}`, /it should be halcyon:\/\/<network>/],
  ['another table', `halcyon://north/stations?${TIMES}`, /it should be halcyon:\/\/<network>/],
  ['a longer path', `halcyon://north/observations/a?${TIMES}`, /it should be halcyon:\/\/<network>/],
  ['a broken percent-encoding', `halcyon://n%E4/observations?${TIMES}`, /it should be halcyon:\/\/<network>/],
  ['no times', 'halcyon://north/observations', /from is missing; it should be halcyon:/],
  ['no end', 'halcyon://north/observations?from=2026-11-20T00:00:00Z', /to is missing; it should be halcyon:/],
  ['an end twice', `halcyon://north/observations?${TIMES}&to=NOW`, /'to=NOW' is not understood.* once each/],
  ['an unknown parameter', `halcyon://north/observations?${TIMES}&station=a`, /'station=a' is not understood/],
  ['a broken value', 'halcyon://north/observations?from=%&to=NOW', /'from=%' is not understood/],
  ['no time', 'halcyon://north/observations?from=yesterday&to=NOW', /from is 'yesterday', should be NOW, YYYY-MM-DD/],
  [
    'no day',
    'halcyon://north/observations?from=NOW&to=2026-02-30T00:00:00Z',
    /to is '2026-02-30T00:00:00Z', should be NOW/,
  ],
  [
    'an end before the beginning',
    'halcyon://north/observations?from=2026-11-21T00:00:00Z&to=2026-11-20T00:00:00Z',
    /it ends before it begins; from should be no later than to/,
  ],
] as const;

describe('addresses of networks', () => {
  for (const [name, address, changes] of READ) {
    it(`are read: ${name}`, () => {
      const expected = { network: 'north', table: 'observations', from: FROM, to: TO, ...changes };
      assert.deepEqual(readNetworkAddress(address, NOW), expected);
      assert.ok(isNetworkAddress(address));
    });
  }

  for (const [name, address, words] of REFUSED) {
    it(`are refused: ${name}`, () => {
      assert.throws(
        () => readNetworkAddress(address, NOW),
        (error) => error instanceof HalcyonError && error.code === 'query_failed' && words.test(error.message),
      );
      assert.ok(isNetworkAddress(address), 'it is still ours, so that this refusal is what is answered');
    });
  }

  for (const network of ['north', 'Nähe & Ferne?#%', ODD.replaceAll('/', '')]) {
    it(`that are written are read as they were: ${JSON.stringify(network)}`, () => {
      const stretch = { from: FROM + 1, to: TO + 999 };
      const address = networkAddress(network, 'anomalies', stretch);
      assert.deepEqual(readNetworkAddress(address, NOW), { network, table: 'anomalies', ...stretch });
    });
  }

  it('are none of other kinds', () => {
    for (const other of [
      's3://dataset/a/b.csv',
      'https://halcyon:80/',
      'x halcyon://n/observations',
      '',
      7,
      null,
      undefined,
    ]) {
      assert.equal(isNetworkAddress(other), false, String(other));
    }
  });
});
