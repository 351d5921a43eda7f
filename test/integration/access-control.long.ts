import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { get } from 'node:https';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { makeCertificates, opensslMissing } from '../../deploy/servers/certificates.ts';
import { freePort } from '../../deploy/servers/server-process.ts';
import { clientBearer, TOKEN_PATH } from '../servers/client-bearer.ts';
import { postgresMissing, temporaryPostgres } from '../servers/postgres.ts';
import { until } from '../until.ts';
import { calmReports, calmStations, timeAt } from './calm-network.ts';
import { freshDataFolder, temporaryFolder } from './data-folders.ts';
import { type Done, RunningSystem } from './running-system.ts';

/** Logs in by the client for terminals; resolves with the access token, or the error where it is refused. */
async function login(url: string, username: string, password: string, chosen?: string): Promise<string> {
  const another = chosen === undefined ? {} : { new_password: chosen };
  const form = { grant_type: 'password', client_id: 'halcyon-cli', username, password, ...another, scope: 'detect' };
  const response = await fetch(url + TOKEN_PATH, { method: 'POST', body: new URLSearchParams(form) });
  const body = (await response.json()) as Record<string, string>;
  return body['access_token'] ?? body['error'] ?? '';
}

async function statusOf(url: string, token: string | null): Promise<number> {
  const headers = token === null ? {} : { Authorization: `Bearer ${token}` };
  const response = await fetch(`${url}/api/v1/stations`, { headers });
  await response.text();
  return response.status;
}

/** The lines in which a system has named its first administrator. */
function named({ said }: RunningSystem): string[] {
  return said.filter((line) => line.startsWith('First administrator'));
}

function succeeded(done: Done): string {
  assert.deepEqual([done.code, done.err], [0, '']);
  return done.out;
}

describe('a system with access control', () => {
  const files = temporaryFolder();
  const passwordFile = join(files, 'password');
  let system: RunningSystem;
  let admin = '';

  before(async () => {
    writeFileSync(passwordFile, 'a good password\n');
    writeFileSync(join(files, 'stations.json'), JSON.stringify(calmStations(2)));
    system = new RunningSystem(await freshDataFolder(), timeAt(40), { HALCYON_AUTH: 'required' });
    await system.start();
  });
  after(async () => {
    await system.stop();
    assert.deepEqual(system.failures, []);
  });

  it('names its first administrator before it says that it is ready', async () => {
    const port = await freePort();
    const fresh = new RunningSystem(await freshDataFolder(), Date.now(), {
      HALCYON_AUTH: 'required',
      PORT: String(port),
    });
    let started = false;
    const starting = fresh.start().finally(() => {
      started = true;
    });
    let saidByThen: boolean | null = null;
    while (saidByThen === null && !started) {
      const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
      if (answer?.ok === true) saidByThen = named(fresh).length > 0;
      else await turn();
    }
    await starting;
    await fresh.stop();
    assert.notEqual(saidByThen, false);
  });

  it('names nobody where it cannot start as its port is taken, and at the next start it does', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const port = String((other.address() as AddressInfo).port);
    const folder = await freshDataFolder();
    const fresh = new RunningSystem(folder, Date.now(), { HALCYON_AUTH: 'required', PORT: port });
    try {
      await assert.rejects(fresh.start(), { code: 'invalid_configuration', message: /is taken by another program/ });
    } finally {
      other.close();
    }
    assert.deepEqual(named(fresh), []);
    await fresh.start();
    await fresh.stop();
    assert.equal(named(fresh).length, 1);
  });

  it('makes an administrator at its first start and shows the password once', async () => {
    const [line, ...others] = named(system);
    assert.deepEqual(others, []);
    const shown = /^First administrator: user 'admin' with the password (\S{24})$/.exec(line ?? '')?.[1] ?? '';
    assert.equal(await login(system.url, 'admin', shown), 'invalid_grant', 'what the log says lets nobody in');
    admin = 'of their own choice';
    assert.equal(await statusOf(system.url, await login(system.url, 'admin', shown, admin)), 200);
    assert.equal(await login(system.url, 'admin', shown, 'another once more'), 'invalid_grant');
    await system.stop();
    system.said.length = 0;
    await system.start();
    assert.deepEqual(
      system.said.filter((one) => one.includes('administrator')),
      [],
    );
    assert.equal(await statusOf(system.url, await login(system.url, 'admin', admin)), 200, 'keys and users are kept');
  });

  it('lets in nobody without a token, and says so in its state', async () => {
    assert.equal(await statusOf(system.url, null), 401);
    const { checks } = await system.get<{ checks: Record<string, { ok: boolean }> }>('/readyz');
    assert.equal(checks['access_control']?.ok, true);
  });

  it('keeps its key file and its socket from others', () => {
    for (const name of ['identity.key', 'services.sock']) {
      assert.equal(statSync(join(system.folder, name)).mode & 0o077, 0, name);
    }
  });

  it('takes the commands of whoever owns its folder while it runs', async () => {
    const added = await system.halcyon(
      'identity',
      'user',
      'add',
      'grace',
      '--role',
      'user',
      '--password-file',
      passwordFile,
    );
    assert.equal(succeeded(added), 'user grace added to the realm halcyon, roles: user\n');
    const token = await login(system.url, 'grace', 'a good password');
    assert.equal(await statusOf(system.url, token), 200);
    const twice = await system.halcyon('identity', 'user', 'add', 'grace', '--password-file', passwordFile);
    assert.deepEqual([twice.code, twice.err], [3, "error: there is a user 'grace' already; user list shows them\n"]);
    succeeded(await system.halcyon('identity', 'user', 'disable', 'grace'));
    assert.equal(await login(system.url, 'grace', 'a good password'), 'invalid_grant');
    await until('the token is refused', async () => (await statusOf(system.url, token)) === 401, 5_000);
    const imported = await system.halcyon('station', 'import', join(files, 'stations.json'), '--network', 'north');
    assert.match(succeeded(imported), /^2 stations registered in the running system/);
  });

  it('takes pushes by a feed’s token alone', async () => {
    const secretFile = join(files, 'secret');
    const secret = 'the secret of a gateway, which nobody guesses';
    writeFileSync(secretFile, secret);
    const options = ['--secret-file', secretFile, '--scope', 'detect', '--role', 'feed'];
    succeeded(await system.halcyon('identity', 'client', 'add', 'gateway', ...options));
    const bearer = await clientBearer(system.url, 'gateway', secret, 'detect');
    const push = (headers: Record<string, string>) =>
      fetch(`${system.url}/api/v1/observations?network=north`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify(calmReports(2, 0, 3)),
      });
    assert.equal((await push({})).status, 401);
    assert.equal((await push({ Authorization: bearer })).status, 200);
    assert.equal(await statusOf(system.url, bearer.replace('Bearer ', '')), 403, 'a feed may not read');
  });

  it('takes the same commands while it does not run', async () => {
    await system.stop();
    succeeded(await system.halcyon('identity', 'user', 'enable', 'grace'));
    assert.match(succeeded(await system.halcyon('identity', 'user', 'list')), /^grace +user /m);
    assert.match(succeeded(await system.halcyon('identity', 'keys', 'rotate')), /^key \S{43} made/);
    await system.start();
    assert.equal(await statusOf(system.url, await login(system.url, 'grace', 'a good password')), 200);
  });

  it('says what is wrong with a command', async () => {
    const cases: [readonly string[], string][] = [
      [
        ['identity'],
        'halcyon identity lacks a command, should be followed by one of user, client, keys, realm; halcyon identity --help shows what they do',
      ],
      [
        ['identity', 'user'],
        'halcyon identity user lacks a command, should be followed by one of add, list, disable, enable, password, roles; halcyon identity user --help shows what they do',
      ],
      [
        ['identity', 'user', 'add', 'x'],
        'the password is missing: give --password-file FILE, --password-file - for standard input, or a terminal to ask at',
      ],
      [
        ['identity', 'user', 'add', 'x', '--password-file', '/nowhere'],
        "--password-file cannot be read: ENOENT: no such file or directory, open '/nowhere'",
      ],
      [['identity', 'user', 'disable', 'nobody'], "there is no user 'nobody' in the realm halcyon"],
      [
        ['identity', 'realm', 'import', passwordFile],
        `${passwordFile} should be a realm export of Keycloak, which is JSON`,
      ],
    ];
    for (const [argv, words] of cases) {
      const { code, err } = await system.halcyon(...argv);
      assert.equal(code, 3, argv.join(' '));
      assert.equal(err, `error: ${words}\n`);
    }
  });
});

describe('a system that is told wrong', () => {
  it('does not start with the keys of another key file', async () => {
    const folder = await freshDataFolder();
    const first = await new RunningSystem(folder, timeAt(0)).start();
    await first.stop();
    writeFileSync(join(folder, 'identity.key'), `${Buffer.alloc(32, 7).toString('base64')}\n`);
    await assert.rejects(new RunningSystem(folder, timeAt(0)).start(), /were made with another HALCYON_KEY_FILE/);
  });

  it('does not start with half of what https needs, or with what is no certificate', async () => {
    const folder = await freshDataFolder();
    const start = (environment: Record<string, string>) => new RunningSystem(folder, timeAt(0), environment).start();
    await assert.rejects(start({ HALCYON_TLS_CERT: '/x' }), /HALCYON_TLS_CERT is given without HALCYON_TLS_KEY/);
    const file = join(temporaryFolder(), 'no.pem');
    writeFileSync(file, 'no certificate');
    await assert.rejects(
      start({ HALCYON_TLS_CERT: file, HALCYON_TLS_KEY: file }),
      /should be a certificate and its key/,
    );
    await assert.rejects(start({ HALCYON_TLS_CERT: '/x', HALCYON_TLS_KEY: '/y' }), /HALCYON_TLS_CERT cannot be read/);
  });
});

const noOpenssl = opensslMissing();

describe(`a system with a certificate${noOpenssl === null ? '' : ` (${noOpenssl})`}`, () => {
  it('serves https alone, and its issuer is there', async function () {
    if (noOpenssl !== null) return this.skip();
    const { authority, serverBundle } = await makeCertificates(temporaryFolder(), 'halcyon');
    const environment = { HALCYON_TLS_CERT: serverBundle, HALCYON_TLS_KEY: serverBundle };
    const system = await new RunningSystem(await freshDataFolder(), timeAt(0), environment).start();
    try {
      assert.match(system.url, /^https:/);
      const place = `${system.url}/oauth/realms/halcyon/.well-known/openid-configuration`;
      const text = await new Promise<string>((resolve, reject) => {
        const asked = get(place, { ca: readFileSync(authority) }, (response) => {
          let body = '';
          response.on('data', (piece: Buffer) => {
            body += piece.toString('utf8');
          });
          response.on('end', () => resolve(body));
        });
        asked.on('error', reject);
      });
      assert.equal((JSON.parse(text) as { issuer: string }).issuer, `${system.url}/oauth/realms/halcyon`);
      await assert.rejects(fetch(system.url.replace('https', 'http')));
    } finally {
      await system.stop();
    }
  });
});

const noPostgres = postgresMissing();

describe(`identity and detection in processes of their own${noPostgres === null ? '' : ` (${noPostgres})`}`, () => {
  it('take the same tokens, and refuse the same', async function () {
    if (noPostgres !== null) return this.skip();
    const server = await temporaryPostgres();
    const shared = {
      POSTGRES_URL: server.url(),
      HALCYON_AUTH: 'required',
      HALCYON_PUBLIC_URL: 'https://halcyon.example.org',
      HALCYON_KEY_FILE: join(temporaryFolder(), 'identity.key'),
    };
    const identity = new RunningSystem(await freshDataFolder(), Date.now(), shared, 'identity');
    const detection = new RunningSystem(await freshDataFolder(), Date.now(), shared, 'detection');
    try {
      await identity.start();
      await detection.start();
      const [own, other] = [identity.listening, detection.listening];
      const line = identity.said.find((one) => one.startsWith('First administrator')) ?? '';
      const token = await login(own, 'admin', line.split(' ').at(-1) ?? '', 'of their own choice');
      assert.equal(await statusOf(other, token), 200);
      assert.equal(await statusOf(other, null), 401);
      assert.match((await identity.halcyon('identity', 'keys', 'rotate')).out, /^key/);
      succeeded(await detection.halcyon('identity', 'user', 'disable', 'admin'));
      await until('the token is refused', async () => (await statusOf(other, token)) === 401, 5_000);
    } finally {
      await identity.stop();
      await detection.stop();
      await server.stop();
    }
  });
});
