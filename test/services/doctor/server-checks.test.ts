import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTimeSeries, type TimeSeriesServer } from '../../../deploy/servers/time-series-server.ts';
import { catalogue } from '../../../services/doctor/checks/catalogue.ts';
import { feeds } from '../../../services/doctor/checks/feeds.ts';
import { fileStorage } from '../../../services/doctor/checks/file-storage.ts';
import { identity } from '../../../services/doctor/checks/identity.ts';
import { mailServer } from '../../../services/doctor/checks/mail-server.ts';
import { store } from '../../../services/doctor/checks/store.ts';
import { openCatalogue } from '../../../services/stores/opening/open-catalogue.ts';
import { openTimeSeries } from '../../../services/stores/opening/open-time-series.ts';
import { lockFolder } from '../../../services/stores/postgres/folder-lock.ts';
import { mosquittoMissing, startMosquitto } from '../../servers/mosquitto.ts';
import { type PostgresServer, postgresMissing, temporaryPostgres } from '../../servers/postgres.ts';
import { MailServer } from '../alerts/mail-server.ts';
import { folderWithCatalogue } from '../stores/made-folders.ts';
import { foundBy, NOW } from './installation-of.ts';

const AWAY = '127.0.0.1:9';

describe('what the doctor finds of servers', () => {
  let folder: string;
  let web: Server;
  let answer = { status: 200, body: '{}' };
  let url: string;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'halcyon-doctor-'));
    web = createServer((_request, response) => response.writeHead(answer.status).end(answer.body));
    await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
  });
  after(async () => {
    await new Promise((resolve) => web.close(resolve));
    rmSync(folder, { recursive: true, force: true });
  });

  describe('for the time series', () => {
    let server: TimeSeriesServer;
    before(async () => {
      server = await startTimeSeries(join(folder, 'server'), 'geheim');
    });
    after(() => server.stop());

    it('is none, one that does not answer, refuses us, has other tables, or another clock', async () => {
      assert.deepEqual(await foundBy(store, { HALCYON_DATA: join(folder, 'none') }), [
        'ok time series: embedded, not made yet; the first start makes it',
      ]);
      const at = (address: string, now?: () => number) => foundBy(store, { CLICKHOUSE_URL: address }, now);
      assert.match((await at(`http://${AWAY}`))[0], /^wrong .* at 127.0.0.1:9 does not answer.; start the server, or/);
      const wrongPassword = await at(server.url({ password: 'falsch' }));
      assert.match(wrongPassword[0], /^wrong time series: .*(refuses|password)/i);
      assert.match((await at(server.url({ database: 'empty' })))[0], /^wrong .* has no database 'empty'/);
      await (await openTimeSeries({ clickhouseUrl: server.url(), dataFolder: '' })).close();
      const [good, clock] = await at(server.url(), Date.now);
      assert.match(good, /^ok time series: .* ClickHouse \d+\.\d+.*, its tables are those of this version$/);
      assert.equal(clock, "ok time series: the server's clock goes as ours");
      assert.match(
        (await at(server.url(), () => NOW - 3_600_000))[1],
        /^warning .* is \d+ s ahead of this machine's; have/,
      );
    });
  });

  it('is an embedded catalogue that another process holds', async () => {
    const data = await folderWithCatalogue();
    const at = () => foundBy(catalogue, { HALCYON_DATA: data });
    const unlock = await lockFolder(join(data, 'catalogue.lock'), 'The catalogue', 0);
    assert.match((await at())[0], /^warning catalogue: .* is held by another process.*; do it again once that process/);
    await unlock();
    assert.match((await at())[0], /^ok catalogue: PGlite \S+.*, its tables are those of this version$/);
    rmSync(data, { recursive: true, force: true });
  });

  describe('for the catalogue', () => {
    let server: PostgresServer;
    before(async function () {
      if (postgresMissing() !== null) return this.skip();
      server = await temporaryPostgres();
    });
    after(() => server?.stop());

    it('is one that does not answer, refuses us, has no tables yet, or those of another version', async () => {
      const at = (address: string) => foundBy(catalogue, { POSTGRES_URL: address, HALCYON_DATA: folder }, Date.now);
      assert.match(
        (await at(`postgres://u:pw@${AWAY}/x`))[0],
        /^wrong .*does not answer.; start the server, or correct/,
      );
      const falseOne = new URL(server.url());
      falseOne.password = 'falsch';
      assert.match((await at(falseOne.href))[0], /^wrong catalogue: .* refuses this user, password or database/);
      assert.match((await at(server.url()))[0], /^ok catalogue: PostgreSQL \S+.*, without tables yet/);
      const opened = await openCatalogue({ postgresUrl: server.url(), dataFolder: folder });
      const [tables, clock] = await at(server.url());
      assert.match(tables, /^ok catalogue: PostgreSQL .*, its tables are those of this version$/);
      assert.match(clock, /^ok /);
      await opened.query('DELETE FROM migrations WHERE number = 2');
      assert.match((await at(server.url()))[0], /1 steps? of its tables/);
      await opened.query("INSERT INTO migrations (number, name, digest) VALUES (9999, 'x', 'x')");
      assert.match(
        (await at(server.url()))[0],
        /^wrong catalogue: The catalogue was made by a newer version of Halcyon/,
      );
      await opened.close();
    });
  });

  it('is a feed that is none, does not answer, or answers an error', async () => {
    const of = (feed: string) => foundBy(feeds, { HALCYON_FEED: feed });
    assert.deepEqual(await of('demo'), []);
    assert.match((await of('nothing'))[0], /^wrong feed: HALCYON_FEED names 'nothing', should be a list/);
    assert.match((await of(`geojson:${url}/x#network=n`))[0], /^ok feed: .* answers$/);
    answer = { status: 404, body: '' };
    assert.match((await of(`geojson:${url}/x`))[0], /^warning feed: .* answers 404; see that HALCYON_FEED has/);
    assert.match((await of('geojson:http://127.0.0.1:1999/x'))[0], /^warning .* does not answer \(ECONNREFUSED\)/);
    assert.match((await of(`geojson:${join(folder, 'no.json')}`))[0], /^wrong feed: .*cannot be read/);
  });

  it('is a broker that is away, refuses us, or serves us beside the feed', async function () {
    const of = (feed: string) => foundBy(feeds, { HALCYON_FEED: feed });
    assert.match(
      (await of('mqtt:mqtt://127.0.0.1:9'))[0],
      /^warning feed: the broker at mqtt:.*:9 gives .*ECONNREFUSED/,
    );
    assert.match(
      (await of('wis2:mqtt://127.0.0.1:9'))[0],
      /^warning feed: the broker at mqtt:\/\/127\.0\.0\.1:9 gives/,
    );
    if (mosquittoMissing() !== null) this.skip();
    const broker = await startMosquitto();
    try {
      const place = `the broker at mqtt://127.0.0.1:${broker.port}`;
      await broker.retain('stations/n/a/observations', '{}');
      assert.deepEqual(await of(`mqtt:${broker.url()}`), [`ok feed: ${place} gives its topics`]);
      assert.deepEqual(await of(`mqtt:${broker.url()}#version=3.1.1`), [`ok feed: ${place} gives its topics`]);
      const [refused] = await of(`mqtt:${broker.url('wrong')}`);
      assert.match(refused, /gives nothing: it refuses the user or the password; see that it runs/);
      assert.doesNotMatch(refused, /wrong|geheim/);
    } finally {
      await broker.remove();
    }
  });

  it('is a mail server that is away', async () => {
    const mail = await new MailServer().start();
    assert.match(
      (await foundBy(mailServer, { HALCYON_SMTP_URL: mail.url }))[0],
      /^ok mail server: 127.0.0.1:\d+ takes/,
    );
    const { url: place } = mail;
    await mail.stop();
    const [line] = await foundBy(mailServer, { HALCYON_SMTP_URL: place.replace('//', '//u:geheim@') });
    assert.match(line, /^wrong mail server: 127.0.0.1:\d+ does not take mail from us: .*ECONNREFUSED/);
    assert.doesNotMatch(line, /geheim/);
    assert.deepEqual(await foundBy(mailServer, {}), []);
  });

  it('is a store of files that is away', async () => {
    const keys = { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'geheim' };
    const [line] = await foundBy(fileStorage, { S3_ENDPOINT: `http://${AWAY}`, ...keys });
    assert.match(line, /^wrong files of datasets: S3 at http:\/\/127.0.0.1:9: .* does not answer.*ECONNREFUSED/);
    answer = { status: 403, body: '' };
    const [refused] = await foundBy(fileStorage, { S3_ENDPOINT: url, ...keys });
    assert.match(refused, /^wrong files of datasets: .*AWS_ACCESS_KEY_ID/);
    answer = { status: 404, body: '' };
    assert.match(
      (await foundBy(fileStorage, { S3_ENDPOINT: url, ...keys }))[0],
      /^ok .* makes its buckets scratchpad, /,
    );
    assert.deepEqual(await foundBy(fileStorage, {}), []);
  });

  it('is an issuer that is another, and a key file that is none or open to others', async () => {
    const issuer = `${url}/realms/x`;
    const trusted = { HALCYON_AUTH: 'required', HALCYON_AUTH_ISSUER: issuer };
    answer = { status: 200, body: JSON.stringify({ issuer: `${url}/other`, jwks_uri: `${url}/keys` }) };
    assert.match(
      (await foundBy(identity, trusted))[0],
      /^wrong access control: .* cannot be used: .*; HALCYON_AUTH_ISSUER/,
    );
    answer = { status: 200, body: JSON.stringify({ issuer, jwks_uri: `${url}/keys`, keys: [{ kty: 'RSA' }] }) };
    assert.match((await foundBy(identity, trusted))[0], /^ok access control: /);
    const path = join(folder, 'identity.key');
    writeFileSync(path, 'short\n', { mode: 0o600 });
    const own = () => foundBy(identity, { HALCYON_AUTH: 'required', HALCYON_KEY_FILE: path });
    assert.match((await own())[1], /^wrong key file: .* holds no key; it should hold 32 bytes in base64/);
    writeFileSync(path, Buffer.alloc(32, 7).toString('base64'));
    assert.equal((await own())[1], `ok key file: ${path}`);
    chmodSync(path, 0o644);
    assert.equal((await own())[1], `warning key file: ${path} may be read by others (mode 644); chmod 600 ${path}`);
    assert.match(
      (await foundBy(identity, { HALCYON_KEY_FILE: join(folder, 'x') }))[1],
      /^ok key file: .* not there yet/,
    );
  });
});
