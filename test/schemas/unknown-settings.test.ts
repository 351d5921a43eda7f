import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { SETTINGS } from '../../schemas/configuration.ts';
import { packageFile } from '../../schemas/package-root.ts';
import { unknownSettings } from '../../schemas/unknown-settings.ts';

describe('settings that there are not', () => {
  it('are names that begin as settings do, with the one that may be meant', () => {
    const given = { HALCYON_LATENES: '3h', HALCYON_PORT: '9000', HALCYON_FOO_OF_OTHERS: '1', HALCION_AUTH: 'required' };
    assert.deepEqual(unknownSettings(given), [
      { name: 'HALCYON_LATENES', remedy: 'HALCYON_LATENESS may be meant' },
      { name: 'HALCYON_PORT', remedy: 'PORT may be meant' },
      { name: 'HALCYON_FOO_OF_OTHERS', remedy: 'docs/configuration.md has all there are' },
    ]);
  });

  it('are of short names meant by fewer letters: half of them may differ', () => {
    const remedies = unknownSettings({ HALCYON_FEE: '1', HALCYON_XU: '1', HALCYON_QUX: '1' }).map(
      ({ remedy }) => remedy,
    );
    const none = 'docs/configuration.md has all there are';
    assert.deepEqual(remedies, ['HALCYON_FEED may be meant', none, none]);
  });

  it('are no settings, and nothing that has an empty value', () => {
    const given = Object.values(SETTINGS).map(({ name }) => [name, 'x'] as const);
    assert.deepEqual(unknownSettings({ ...Object.fromEntries(given), HALCYON_LATENES: '' }), []);
  });

  it('are not what Kubernetes and links of Docker give beside a service of this name', () => {
    const address = 'tcp://10.0.0.7:8080';
    const given = {
      HALCYON_SERVICE_HOST: '10.0.0.7',
      HALCYON_SERVICE_PORT_HTTP: '8080',
      HALCYON_PORT: address,
      HALCYON_WEB_PORT_8080_TCP: address,
      HALCYON_WEB_PORT_8080_TCP_ADDR: '10.0.0.7',
    };
    assert.deepEqual(unknownSettings(given), []);
  });

  it('are none that the files of the deployment, the benchmarks, the trials and the quality run name', () => {
    const names = ['deploy', 'bench', 'test/quality', 'test/resilience', 'test/trials', 'test/services/web/browser']
      .flatMap((folder) => readdirSync(packageFile(folder), { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .flatMap(
        (entry) => readFileSync(`${entry.parentPath}/${entry.name}`, 'utf8').match(/\bHALCYON_\w*[A-Z]\b/g) ?? [],
      );
    assert.ok(names.includes('HALCYON_PEERS_STREAM'));
    assert.deepEqual(unknownSettings(Object.fromEntries(names.map((name) => [name, 'x']))), []);
  });
});
