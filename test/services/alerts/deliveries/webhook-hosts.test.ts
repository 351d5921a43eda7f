import assert from 'node:assert/strict';
import { unlistedWebhooks, WebhookHosts } from '../../../../services/alerts/deliveries/webhook-hosts.ts';

const refusal = (hosts: WebhookHosts, url: string) => hosts.refusal(new URL(url));

describe('the hosts that webhooks may call', () => {
  it('are any but this machine and what clouds answer at', () => {
    const hosts = new WebhookHosts([], { own: false, near: true });
    for (const url of [
      'https://example.org/a',
      'http://10.0.0.7',
      'http://192.168.1.4:8080/',
      'http://[2606:4700::1111]/',
    ])
      assert.equal(refusal(hosts, url), null, url);
    for (const url of [
      'http://127.0.0.1/',
      'http://127.8.9.10:80/',
      'http://0.0.0.0/',
      'http://[::1]/',
      'http://[::]/',
      'http://[::ffff:127.0.0.1]/',
      'http://2130706433/',
      'http://0x7f.1/',
      'http://169.254.169.254/latest/meta-data/',
      'http://[::ffff:169.254.169.254]/',
      'http://[64:ff9b::169.254.169.254]/',
      'http://[fe80::1]/',
      'http://[fd00:ec2::254]/',
      'http://100.100.100.200/',
    ])
      assert.match(String(refusal(hosts, url)), /machine/, url);
  });

  it('are told from what a name stands for as well', () => {
    const hosts = new WebhookHosts([], { own: false, near: true });
    const url = new URL('http://rebound.example.org/');
    assert.equal(hosts.refusal(url), null);
    assert.equal(hosts.refusalOf('8.8.8.8', url), null);
    assert.match(String(hosts.refusalOf('127.0.0.1', url)), /list rebound\.example\.org in HALCYON_WEBHOOK_HOSTS/);
    assert.match(String(hosts.refusalOf('::ffff:7f00:1', url)), /this machine/);
    assert.match(String(hosts.refusalOf('169.254.169.254', url)), /is never called/);
  });

  it('have this machine among them where nobody else reaches it, but never what clouds answer at', () => {
    const hosts = new WebhookHosts([], { own: true, near: true });
    assert.equal(refusal(hosts, 'http://127.0.0.1:9/'), null);
    assert.match(String(refusal(hosts, 'http://169.254.169.254/')), /is never called/);
  });

  it('are those that are listed and no others', () => {
    const hosts = new WebhookHosts(['hooks.example.org', '*.corp.example', '127.0.0.1'], { own: false, near: true });
    for (const url of [
      'https://hooks.example.org/',
      'https://HOOKS.example.org./x',
      'https://a.b.corp.example/',
      'http://127.0.0.1/',
    ])
      assert.equal(refusal(hosts, url), null, url);
    for (const url of [
      'https://example.org/',
      'https://corp.example/',
      'https://evilcorp.example/',
      'http://127.0.0.2/',
    ])
      assert.match(String(refusal(hosts, url)), /is not in HALCYON_WEBHOOK_HOSTS/, url);
    assert.equal(
      hosts.refusalOf('127.0.0.1', new URL('https://hooks.example.org/')),
      null,
      'a name that is listed may be here',
    );
    assert.match(String(hosts.refusalOf('169.254.0.9', new URL('https://hooks.example.org/'))), /is never called/);
  });

  it('are near by only where nobody logs in, and this machine only where nobody else reaches it', () => {
    const [here, everywhere] = ['127.0.0.1', '0.0.0.0'];
    for (const [auth, host, own, near] of [
      ['off', here, true, true],
      ['off', everywhere, false, true],
      ['required', here, false, false],
      ['required', everywhere, false, false],
    ] as const)
      assert.deepEqual(unlistedWebhooks({ auth, host, publicUrl: '' }), { own, near }, `${auth} ${host}`);
  });
});
