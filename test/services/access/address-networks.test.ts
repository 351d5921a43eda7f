import assert from 'node:assert/strict';
import { networksOf } from '../../../services/access/address-networks.ts';

const CASES: readonly (readonly [address: string, networks: readonly string[]])[] = [
  ['192.0.2.77', ['192.0.0.0/16', '192.0.2.0/24', '192.0.2.77/32']],
  ['::ffff:192.0.2.77', ['192.0.0.0/16', '192.0.2.0/24', '192.0.2.77/32']],
  ['2001:db8:1:2:3:4:5:6', ['2001:db8::/32', '2001:db8:1::/48', '2001:db8:1:2::/64']],
  ['2001:db8:1:2::9', ['2001:db8::/32', '2001:db8:1::/48', '2001:db8:1:2::/64']],
  ['', ['', '', '']],
  ['no address', ['no address', 'no address', 'no address']],
];

describe('networks of an address', () => {
  for (const [address, networks] of CASES) {
    it(`are those of its provider, its site and its own: ${address || 'none'}`, () => {
      assert.deepEqual(networksOf(address), networks);
    });
  }
});
