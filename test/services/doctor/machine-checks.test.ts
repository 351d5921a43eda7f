import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { makeCertificates, opensslMissing } from '../../../deploy/servers/certificates.ts';
import { freePort } from '../../../deploy/servers/server-process.ts';
import { readConfiguration } from '../../../schemas/configuration.ts';
import { dataFolder } from '../../../services/doctor/checks/data-folder.ts';
import { listening } from '../../../services/doctor/checks/listening.ts';
import { isBefore, nodeVersion } from '../../../services/doctor/checks/node-version.ts';
import { runningSystem } from '../../../services/doctor/checks/running-system.ts';
import { settings } from '../../../services/doctor/checks/settings.ts';
import { tlsFiles } from '../../../services/doctor/checks/tls-files.ts';
import { clockFinding } from '../../../services/doctor/installation/clock-finding.ts';
import { secretsOf, withoutSecrets } from '../../../services/doctor/secrets.ts';
import { asOrdinaryUser } from '../../as-ordinary-user.ts';
import { foundBy, lineOf } from './installation-of.ts';

const DAY_MS = 86_400_000;

describe('what the doctor finds of a machine', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'halcyon-doctor-'));
  });
  afterEach(() => {
    chmodSync(folder, 0o700);
    rmSync(folder, { recursive: true, force: true });
  });

  it('is the version of Node.js', async () => {
    assert.deepEqual(await foundBy(nodeVersion, {}), [`ok Node.js: version ${process.versions.node}`]);
    assert.equal(isBefore('20.9.1', '20.19'), true);
    assert.equal(isBefore('20.19.0', '20.19'), false);
    assert.equal(isBefore('18.20.4', '20.19'), true);
    assert.equal(isBefore('22.1.0', '20.19'), false);
  });

  it('is a name that no setting has, with the one that may be meant', async () => {
    assert.deepEqual(await foundBy(settings, { HALCYON_FEDD: 'demo', KAFKA_BROKER: 'a:1', PATH: '/bin', PORTS: '1' }), [
      'warning settings: HALCYON_FEDD is given, and no setting has this name; HALCYON_FEED may be meant',
      'warning settings: KAFKA_BROKER is given, which Halcyon does not read; KAFKA_BROKERS may be meant',
    ]);
    assert.deepEqual(await foundBy(settings, { HALCYON_COMPLETELY_ELSE: '1' }), [
      'warning settings: HALCYON_COMPLETELY_ELSE is given, and no setting has this name; docs/configuration.md has all there are',
    ]);
    const [line] = await foundBy(settings, { HALCYON_FEED: 'demo', PORT: '9000' });
    assert.match(line, /^ok settings: 2 of \d+ given/);
  });

  // It warned of both, while the other commands did not.
  it('is no name without a value, and none that Kubernetes gives beside a service', async () => {
    const address = 'tcp://10.0.0.7:9092';
    const links = {
      HALCYON_PORT: address,
      HALCYON_HOS: address,
      HALCYON_SERVICE_HOST: '10.0.0.7',
      KAFKA_BROKER: address,
    };
    const [line, ...others] = await foundBy(settings, { ...links, HALCYON_LATENES: '', S3_ENDPOIN: '' });
    assert.match(line, /^ok settings: 0 of \d+ given/);
    assert.deepEqual(others, []);
  });

  it('is a data folder that is missing, no folder, or open to others', async () => {
    const [missing] = await foundBy(dataFolder, { HALCYON_DATA: relative(process.cwd(), join(folder, 'a')) });
    assert.equal(missing, `ok data folder: nothing is there yet: the first start makes ${join(folder, 'a')}`);
    const [mistyped] = await foundBy(dataFolder, { HALCYON_DATA: join(folder, 'a', 'b', 'c') });
    const makes = `the first start makes ${join(folder, 'a', 'b', 'c')}, of whose path only ${folder} is there`;
    assert.equal(mistyped, `ok data folder: nothing is there yet: ${makes}`);
    writeFileSync(join(folder, 'file'), '');
    const [file] = await foundBy(dataFolder, { HALCYON_DATA: join(folder, 'file') });
    assert.equal(file, `wrong data folder: ${join(folder, 'file')} is not a folder; name a folder by HALCYON_DATA`);
    rmSync(join(folder, 'file'));
    chmodSync(folder, 0o755);
    const [open, room] = await foundBy(dataFolder, { HALCYON_DATA: folder });
    assert.match(
      open,
      /^warning data folder: .*no process holds it, may be entered by others \(mode 755\); chmod 700 /,
    );
    assert.match(room, /^(ok|warning|wrong) free space: \d+\.\d GiB free at /);
    chmodSync(folder, 0o700);
    assert.equal(
      (await foundBy(dataFolder, { HALCYON_DATA: folder }))[0],
      `ok data folder: ${folder}, no process holds it`,
    );
  });

  it('is a folder of other things, whose mode it leaves to them', async () => {
    for (const name of ['hosts', 'passwd', 'profile', 'shells']) writeFileSync(join(folder, name), '');
    chmodSync(folder, 0o755);
    const [foreign] = await foundBy(dataFolder, { HALCYON_DATA: folder });
    const holds = 'holds hosts, passwd, profile and 1 more, and nothing of Halcyon';
    assert.equal(foreign, `warning data folder: ${folder} ${holds}; name a folder of its own by HALCYON_DATA`);
    writeFileSync(join(folder, 'identity.key'), '');
    assert.match((await foundBy(dataFolder, { HALCYON_DATA: folder }))[0], /may be entered by others/);
  });

  for (const mode of [0o555, 0o500]) {
    it(`is a data folder that this user may not write, of mode ${mode.toString(8)}`, async () => {
      const other = join(folder, `other-${mode.toString(8)}`);
      mkdirSync(other);
      chmodSync(other, mode);
      chmodSync(folder, 0o755);
      const found = await asOrdinaryUser(() => foundBy(dataFolder, { HALCYON_DATA: other }));
      assert.match(found[0], /^wrong data folder: .*cannot be written: .*; let this user write it/);
    });
  }

  // It said that the system was ready, and told its parts.
  it('is no running system where one of another data folder answers', async () => {
    const checks = { time_series: { ok: true, detail: 'answers' } };
    const server = createHttpServer((_request, response) => response.end(JSON.stringify({ checks })));
    const port = await freePort();
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    try {
      const environment = { PORT: String(port), HALCYON_HOST: '127.0.0.1', HALCYON_DATA: folder };
      const other = `another system answers at http://127.0.0.1:${port}`;
      assert.deepEqual(await foundBy(runningSystem, environment), [
        `ok running system: none runs on the data folder ${folder}; ${other}`,
      ]);
      const onServers = { ...environment, CLICKHOUSE_URL: 'http://127.0.0.1:9/halcyon' };
      assert.deepEqual(await foundBy(runningSystem, onServers), ['ok running system: ready: time_series']);
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
  });

  it('is a port that another program has', async () => {
    const server = createHttpServer((_request, response) => response.end('something else'));
    const port = await freePort();
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    const environment = { PORT: String(port), HALCYON_HOST: '127.0.0.1' };
    assert.deepEqual(await foundBy(listening, environment), [
      `wrong listening: nothing can listen on 127.0.0.1:${port} (EADDRINUSE); end the program that listens there, or choose another PORT`,
    ]);
    server
      .removeAllListeners('request')
      .on('request', (_request, response) => response.end('process_uptime_seconds 1'));
    const serves = `a process of Halcyon serves at 127.0.0.1:${port}`;
    const onServer = { ...environment, CLICKHOUSE_URL: 'http://127.0.0.1:9' };
    assert.deepEqual(await foundBy(listening, onServer), [`ok listening: ${serves}`]);
    assert.deepEqual(await foundBy(listening, { ...environment, HALCYON_DATA: folder }), [
      `warning listening: ${serves}, and none on the data folder ${folder}; choose another PORT, or name its folder by HALCYON_DATA`,
    ]);
    await new Promise((resolve) => server.close(resolve));
    assert.deepEqual(await foundBy(listening, environment), [`ok listening: 127.0.0.1:${port} is free`]);
    const [elsewhere] = await foundBy(listening, { ...environment, HALCYON_HOST: '192.0.2.1' });
    assert.match(elsewhere, /^wrong listening: .*EADDRNOTAVAIL\); HALCYON_HOST should be an address of this machine$/);
    const open = await foundBy(listening, { ...environment, HALCYON_HOST: '0.0.0.0' });
    assert.match(open[1], /^warning listening: HALCYON_HOST is '0.0.0.0': without access control anybody/);
  });

  it('is a certificate that has ended, ends soon, is of another name or none', async function () {
    if (opensslMissing() !== null) return this.skip();
    const { serverBundle } = await makeCertificates(folder, 'client');
    const environment = { HALCYON_TLS_CERT: serverBundle, HALCYON_TLS_KEY: serverBundle };
    const made = Date.now();
    const later = (days: number) => () => made + days * DAY_MS;
    assert.match(
      (await foundBy(tlsFiles, environment, later(0)))[0],
      /^ok certificate: HALCYON_TLS_CERT is good until \d{4}-/,
    );
    assert.match(
      (await foundBy(tlsFiles, environment, later(20)))[0],
      /^warning .*, 9 days from now; put a newer one at/,
    );
    assert.match((await foundBy(tlsFiles, environment, later(31)))[0], /^wrong certificate: HALCYON_TLS_CERT ended on/);
    assert.match((await foundBy(tlsFiles, environment, later(-2)))[0], /^wrong .* begins on .* only; see that this/);
    const named = (url: string) => foundBy(tlsFiles, { ...environment, HALCYON_PUBLIC_URL: url }, later(0));
    assert.match(
      (await named('https://weather.example.org'))[0],
      /^wrong .* is not of weather.example.org: .*localhost/,
    );
    assert.match((await named('https://127.0.0.1'))[0], /^ok /);
    assert.deepEqual(await foundBy(tlsFiles, {}), []);
    const half = await foundBy(tlsFiles, { HALCYON_TLS_CERT: serverBundle });
    assert.match(half[0], /^wrong certificate: HALCYON_TLS_CERT is given without HALCYON_TLS_KEY/);
    writeFileSync(join(folder, 'none.pem'), 'nothing');
    const [none] = await foundBy(tlsFiles, { HALCYON_KAFKA_CA: join(folder, 'none.pem') });
    assert.match(none, /^wrong .* is no certificate that can be read: .*; HALCYON_KAFKA_CA should name/);
  });

  it('is a clock that goes otherwise', () => {
    assert.match(lineOf(clockFinding('catalogue', 1000, 900, 1100)), /^ok /);
    assert.match(lineOf(clockFinding('catalogue', 61_000, 900, 1000)), /^warning catalogue: .* 60 s ahead of this/);
    assert.match(lineOf(clockFinding('catalogue', 1000, 31_000, 32_000)), /^warning catalogue: .* 30 s behind this/);
  });

  it('has no secret in it', async () => {
    writeFileSync(join(folder, 'password'), 'of-the-broker\n');
    const secrets = await secretsOf(
      readConfiguration({
        POSTGRES_URL: 'postgres://ada:p%40ssw0rd@db/halcyon',
        HALCYON_FEED: 'geojson:https://u:feed-pass@example.org/x',
        AWS_SECRET_ACCESS_KEY: 'of-the-files',
        HALCYON_TOKEN: 'of-the-services',
        HALCYON_KAFKA_PASSWORD_FILE: join(folder, 'password'),
      }),
    );
    const text = 'p@ssw0rd p%40ssw0rd feed-pass of-the-files of-the-services of-the-broker ada';
    const { detail, remedy } = withoutSecrets({ gravity: 'ok', what: 'x', detail: text, remedy: text }, secrets);
    assert.equal(detail, '... ... ... ... ... ... ada');
    assert.equal(remedy, detail);
  });
});
