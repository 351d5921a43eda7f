import assert from 'node:assert/strict';
import { OutwardHosts } from '../../schemas/outward-hosts.ts';

const refusal = (hosts: OutwardHosts, url: string) => hosts.refusal(new URL(url));
const strict = { own: false, near: false, list: 'the list' };

describe('the hosts that may be called where others say which', () => {
  it('are neither this machine nor a private network, unless they are listed', () => {
    const hosts = new OutwardHosts([], strict);
    assert.equal(refusal(hosts, 'https://203.0.113.7/x'), null);
    for (const address of ['10.1.2.3', '172.31.0.1', '192.168.1.4', '100.64.0.9', '[fd12::1]', '[::ffff:10.0.0.1]'])
      assert.match(
        String(refusal(hosts, `http://${address}/`)),
        /is an address of a private network; list .* in the list/,
      );
    assert.match(
      String(refusal(hosts, 'http://127.0.0.1/')),
      /is an address of this machine; list 127\.0\.0\.1 in the/,
    );
    assert.match(String(hosts.refusalOf('10.0.0.1', new URL('http://inside.example/'))), /list inside\.example in/);
    const listed = new OutwardHosts(['inside.example'], strict);
    assert.equal(listed.refusalOf('10.0.0.1', new URL('http://inside.example/')), null);
    assert.match(String(refusal(listed, 'https://203.0.113.7/x')), /203\.0\.113\.7 is not in the list/);
  });
});
