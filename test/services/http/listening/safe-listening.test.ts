import assert from 'node:assert/strict';
import { readConfiguration } from '../../../../schemas/configuration.ts';
import { isAddress, isLoopbackName, readHost } from '../../../../services/http/listening/loopback-names.ts';
import { assertSafeListening } from '../../../../services/http/listening/safe-listening.ts';

function check(environment: Record<string, string>, insecure = false): void {
  assertSafeListening(readConfiguration(environment), { insecure });
}

describe('assertSafeListening', () => {
  it('lets loopback pass, by any of its names', () => {
    check({});
    for (const host of ['localhost', '::1', '127.0.0.2']) check({ HALCYON_HOST: host });
    check({ HALCYON_PUBLIC_URL: 'http://localhost:8080' });
    check({ HALCYON_PUBLIC_URL: 'http://[::1]:8080/' });
  });

  it('refuses any other address without --insecure, and names the setting', () => {
    for (const host of ['0.0.0.0', '::', '192.168.1.5', 'example.org', '127.0.0.1.example.org', 'localhost.']) {
      const message = /HALCYON_HOST is '.*--insecure/;
      assert.throws(() => check({ HALCYON_HOST: host }), { code: 'invalid_configuration', message }, host);
      check({ HALCYON_HOST: host }, true);
    }
    const publicUrl = { HALCYON_PUBLIC_URL: 'https://halcyon.example' };
    assert.throws(() => check(publicUrl), { code: 'invalid_configuration', message: /HALCYON_PUBLIC_URL is/ });
    check(publicUrl, true);
  });

  it('lets a service with access control listen anywhere', () => {
    check({ HALCYON_AUTH: 'required', HALCYON_HOST: '0.0.0.0' });
    check({ HALCYON_AUTH: 'required', HALCYON_PUBLIC_URL: 'https://halcyon.example' });
  });
});

describe('names of loopback', () => {
  it('are told from names that look like them', () => {
    for (const name of ['localhost', 'LocalHost', '127.0.0.1', '127.255.255.254', '::1', '[::1]']) {
      assert.ok(isLoopbackName(name), name);
    }
    for (const name of [
      '',
      'local',
      '127.0.0.1.nip.io',
      '0.0.0.0',
      '::',
      '128.0.0.1',
      '127.1.evil',
      'localhost.evil',
    ]) {
      assert.ok(!isLoopbackName(name), name);
    }
    assert.ok(isAddress('10.0.0.1') && isAddress('[fe80::1]') && !isAddress('ten'));
  });

  it('are read from a Host header and nothing else', () => {
    assert.deepEqual(readHost('LOCALHOST:80'), { name: 'localhost', host: 'localhost' });
    assert.deepEqual(readHost('[::1]:8080'), { name: '[::1]', host: '[::1]:8080' });
    for (const header of ['', 'a b', 'a/b', 'a@b', 'a:b', 'a:1:2', 'http://a', '[::1', 'a,b', 'é', 'a%2eb']) {
      assert.equal(readHost(header), null, header);
    }
  });
});
