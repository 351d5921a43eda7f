import assert from 'node:assert/strict';
import { OutwardHosts } from '../../schemas/outward-hosts.ts';

const refusal = (hosts: OutwardHosts, url: string) => hosts.refusal(new URL(url));
const strict = { own: false, near: false, list: 'the list' };

/** Addresses by what they are, in the forms that a URL or a name server may give them. */
const ADDRESSES: readonly (readonly [RegExp | null, readonly string[]])[] = [
  [null, ['8.8.8.8', '172.32.0.1', '2606:4700::1111', '::ffff:8.8.8.8', '64:ff9b::8.8.8.8', '64:ff9b::808:808']],
  [
    /is an address of this machine/,
    [
      '127.0.0.1',
      '127.8.9.10',
      '0.0.0.0',
      '0.1.2.3',
      '::',
      '::1',
      '0:0:0:0:0:0:0:1',
      '::ffff:127.0.0.1',
      '::ffff:7f00:1',
      '::FFFF:7F00:0001',
      '0:0:0:0:0:ffff:127.0.0.1',
      '0000:0000:0000:0000:0000:ffff:7f00:0001',
      '0:0::ffff:7f00:1',
      '64:ff9b::127.0.0.1',
      '0064:ff9b:0:0:0:0:7f00:1',
    ],
  ],
  [
    /is an address of a private network/,
    [
      '10.1.2.3',
      '172.31.0.1',
      '192.168.1.4',
      '100.64.0.9',
      'fd12::1',
      'fec0::1',
      '::ffff:10.0.0.1',
      '0:0:0:0:0:ffff:a00:1',
      '64:ff9b::c0a8:1',
    ],
  ],
  [
    /is never called/,
    [
      '169.254.169.254',
      '::ffff:169.254.169.254',
      '0:0:0:0:0:ffff:a9fe:a9fe',
      '64:ff9b::169.254.169.254',
      'fe80::1',
      'fe80::1%eth0',
      'fd00:ec2::254',
      'fd00:0ec2:0:0:0:0:0:254',
      'fd20:ce::254',
      '100.100.100.200',
      '168.63.129.16',
      '::ffff:100.100.100.200',
      '::127.0.0.1',
      '::7f00:1',
      '::10.0.0.1',
      '::a00:1',
      '2002:7f00:1::',
      '2002:a9fe:a9fe::1',
      '64:ff9b:1::7f00:1',
      '64:ff9b:1:a00:0:100::',
      '2001:0:4136:e378:8000:63bf:3fff:fdd2',
      '2001::1',
      '::ffff:0:127.0.0.1',
      '224.0.0.1',
      '239.255.255.250',
      'ff02::1',
      'ff0e::1234',
      '255.255.255.255',
      '240.0.0.1',
      '192.0.0.192',
      '192.0.2.1',
      '198.18.0.1',
      '203.0.113.7',
      '2001:db8::1',
      '100::1',
      'no address',
    ],
  ],
];

describe('the hosts that may be called where others say which', () => {
  const hosts = new OutwardHosts([], strict);
  const named = new URL('http://inside.example/');
  for (const [expected, addresses] of ADDRESSES)
    for (const address of addresses) {
      it(`${expected === null ? 'include' : 'do not include'} ${address}`, () => {
        const said = [hosts.refusalOf(address, named)];
        const literal = address.includes(':') ? `http://[${address}]/` : `http://${address}/`;
        if (URL.canParse(literal)) said.push(refusal(hosts, literal));
        for (const one of said)
          if (expected === null) assert.equal(one, null);
          else assert.match(String(one), expected);
      });
    }

  it('are this machine and private networks where that is allowed, and never what clouds answer at', () => {
    const open = new OutwardHosts([], { own: true, near: true, list: 'the list' });
    for (const [expected, addresses] of ADDRESSES)
      for (const address of addresses) {
        const never = expected?.source === 'is never called';
        assert.equal(open.refusalOf(address, named) === null, !never, address);
      }
  });

  it('are those that are listed and no others, also near ones; the list is named in what is refused', () => {
    assert.match(String(hosts.refusalOf('10.0.0.1', named)), /list inside\.example in the list/);
    const listed = new OutwardHosts(['inside.example'], strict);
    assert.equal(listed.refusalOf('10.0.0.1', named), null);
    assert.match(String(listed.refusalOf('169.254.169.254', named)), /is never called/);
    assert.match(String(refusal(listed, 'https://8.8.8.8/x')), /8\.8\.8\.8 is not in the list/);
  });

  it('are all others too where the list has a *, but none near', () => {
    const all = new OutwardHosts(['inside.example', '*'], strict);
    assert.equal(all.refusalOf('10.0.0.1', named), null);
    assert.equal(refusal(all, 'https://8.8.8.8/x'), null);
    assert.match(String(all.refusalOf('10.0.0.1', new URL('http://other.example/'))), /private network/);
  });
});
