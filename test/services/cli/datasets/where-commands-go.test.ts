import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { OAuthError } from '../../../../services/access/oauth-error.ts';
import type { TokenVerifier } from '../../../../services/access/token-verifier.ts';
import { createApplication } from '../../../../services/api/application.ts';
import { listen } from '../../../../services/http/listening/listening.ts';
import { listenLocally, servicesSocket } from '../../../../services/local/services-socket.ts';
import { FakeParts } from '../../api/fake-parts.ts';
import { RunningApplication } from '../../api/running-application.ts';
import { ONE_ROW } from '../../datasets/dataset-fixture.ts';
import { withService } from './played-service.ts';
import { linesOf, RunningDatasets } from './running-datasets.ts';

/** Nobody listens there. */
const NOWHERE = 'http://127.0.0.1:1';

const NOT_A_READER = 'error: this needs one of the roles admin, user, uploader, curator\n';

/** Takes tokens that are the name of a role; others have expired. */
const ROLES_AS_TOKENS: TokenVerifier = {
  issuer: 'https://issuer.example.org',
  verify: async (token, audience) => {
    if (!/^[a-z]+$/.test(token)) throw new OAuthError('invalid_token', 'the token has expired');
    const claims = { iss: 'i', sub: token, aud: [audience], exp: 1, iat: 0, jti: 'j', azp: 'a', scope: '' };
    return { ...claims, typ: 'Bearer', realm_access: { roles: [token] }, resource_access: {} };
  },
  check: async () => 'good',
  close: () => undefined,
};

describe('where commands on datasets go', () => {
  const datasets = new RunningDatasets();
  const known = randomUUID();
  const guarded = new RunningApplication(new FakeParts({ HALCYON_AUTH: 'required' }));

  before(async () => {
    await datasets.start(ONE_ROW);
    await datasets.fixture.stage(known, { 'a.csv': 'x\n1\n' });
    guarded.parts.access = { verifier: ROLES_AS_TOKENS, rolePrefix: '' };
    guarded.parts.datasets = datasets.running.parts.datasets;
    guarded.parts.patternStore = datasets.running.parts.patternStore;
    await guarded.start();
  });
  after(async () => {
    await guarded.stop();
    await datasets.stop();
  });

  const shows = (environment: Record<string, string>, ...options: string[]) =>
    datasets.halcyonWith(
      { environment: { HALCYON_DATA: datasets.dataFolder, ...environment } },
      ...['show', known, ...options],
    );

  it('is --url before everything else', async () => {
    const { url } = datasets.running.listening;
    linesOf(await shows({ HALCYON_PUBLIC_URL: NOWHERE }, '--url', url));
    linesOf(await shows({ HALCYON_PUBLIC_URL: NOWHERE }, '--url', `${url}/`));
  });

  it('is HALCYON_PUBLIC_URL, else HALCYON_HOST and PORT, where no system runs on the data folder', async () => {
    const { url, port } = datasets.running.listening;
    linesOf(await shows({ HALCYON_PUBLIC_URL: url, PORT: '1' }));
    for (const host of ['127.0.0.1', '0.0.0.0', 'localhost']) {
      linesOf(await shows({ HALCYON_HOST: host, PORT: String(port) }));
    }
  });

  it('is the socket of the system that runs on the data folder, which asks for no token', async () => {
    const application = createApplication(guarded.parts.parts(), 'local');
    const close = await listenLocally(application, await servicesSocket(datasets.dataFolder));
    try {
      const environment = { HALCYON_PUBLIC_URL: NOWHERE };
      linesOf(await shows(environment));
      const path = datasets.file('local.csv', 'x\n2\n');
      const io = { environment: { HALCYON_DATA: datasets.dataFolder } };
      const [line] = linesOf(await datasets.halcyonWith(io, 'upload', path));
      const [id] = line.split('  ');
      linesOf(await datasets.halcyonWith(io, 'register', id, '--name', 'local'));
      linesOf(await datasets.halcyonWith(io, 'load', id));
      assert.equal((await datasets.halcyonWith(io, 'query', 'SELECT 3 AS s FROM {{arg1}}', id)).out, 's\n3\n');
      const refused = await datasets.halcyonWith(io, 'purge', id);
      assert.deepEqual([refused.code, refused.out], [1, '']);
      assert.match(refused.err, /is Loaded; mark it as deleted first/);
      assert.deepEqual(linesOf(await datasets.halcyonWith(io, 'delete', id)), [`${id}  Deleted`]);
      const again = await datasets.halcyonWith(io, 'delete', id);
      assert.deepEqual([again.code, again.out], [1, ''], again.err);
      assert.deepEqual(linesOf(await datasets.halcyonWith(io, 'purge', id)), ['removed: local.csv  4 B']);
      assert.match(
        (await datasets.halcyonWith(io, 'purge', id)).out,
        /^nothing is left to remove: its files were removed at /,
      );
      assert.equal((await shows(environment, '--url', NOWHERE)).code, 2, '--url is asked all the same');
    } finally {
      await close();
    }
    assert.equal((await shows({ HALCYON_PUBLIC_URL: NOWHERE })).code, 2, 'it has ended');
  });

  // The token was left out there: the dataset was that of the account, and refused to the user with the token.
  it('acts on that socket as whom a token is for', async () => {
    const application = createApplication(guarded.parts.parts(), 'local');
    const close = await listenLocally(application, await servicesSocket(datasets.dataFolder));
    try {
      const io = (token: string) => ({ environment: { HALCYON_DATA: datasets.dataFolder, HALCYON_TOKEN: token } });
      const id = randomUUID();
      const path = datasets.file('hers.csv', 'x\n2\n');
      linesOf(await datasets.halcyonWith(io('uploader'), 'upload', path, '--dataset', id));
      linesOf(await datasets.halcyonWith(io('uploader'), 'register', id, '--name', 'hers'));
      const at = ['--url', guarded.listening.url];
      linesOf(await datasets.halcyonWith(io('uploader'), 'load', id, ...at));
      assert.equal((await datasets.halcyonWith(io('feed'), 'show', id)).err, NOT_A_READER);
      const expired = await datasets.halcyonWith(io('expired-1'), 'show', id);
      assert.match(expired.err, /HALCYON_TOKEN should be a token that is good there now/);
      const local = guarded.parts.recorded.filter(({ from }) => from === 'local');
      const about = local.filter((event) => event.about?.id === id).map(({ action, who }) => [action, who?.id]);
      assert.deepEqual(about, [
        ['dataset.upload', 'uploader'],
        ['dataset.register', 'uploader'],
      ]);
    } finally {
      await close();
    }
  });

  it('says what to do where nothing answers', async () => {
    const none = await shows({ HALCYON_PUBLIC_URL: NOWHERE });
    assert.deepEqual(none, {
      code: 2,
      out: '',
      err: `error: nothing answers at ${NOWHERE} (ECONNREFUSED): no system runs on ${datasets.dataFolder} either; start one (halcyon run), or name one by --url\n`,
    });
    const other = await shows({}, '--url', NOWHERE);
    assert.match(
      other.err,
      /nothing answers at http:\/\/127\.0\.0\.1:1 \(ECONNREFUSED\): see that --url names the running/,
    );
    const unknown = await shows({}, '--url', 'http://halcyon.invalid');
    assert.match(unknown.err, /^error: nothing answers at http:\/\/halcyon\.invalid \(E\w+\)/);
  });

  it('is shown the token, whose refusal is told with what would help', async () => {
    const at = ['--url', guarded.listening.url];
    const without = await shows({}, ...at);
    const needed = 'error: this needs an access token for the service dmm; set HALCYON_TOKEN to one\n';
    assert.deepEqual(without, { code: 1, out: '', err: needed });
    const expired = await shows({ HALCYON_TOKEN: 'expired-1' }, ...at);
    const again = 'error: the token has expired; HALCYON_TOKEN should be a token that is good there now\n';
    assert.deepEqual(expired, { code: 1, out: '', err: again });
    const role = await shows({ HALCYON_TOKEN: 'feed' }, ...at);
    assert.deepEqual(role, { code: 1, out: '', err: NOT_A_READER });
    linesOf(await shows({ HALCYON_TOKEN: 'user' }, ...at));
    const broken = await shows({ HALCYON_TOKEN: 'a secret\n' }, ...at);
    assert.equal(broken.code, 3);
    assert.match(broken.err, /^error: HALCYON_TOKEN should be an access token, without blanks or line ends\n$/);
  });

  it('registers for an uploader, and says which state that has led to', async () => {
    const id = randomUUID();
    const as = (token: string) => ({ environment: { HALCYON_DATA: datasets.dataFolder, HALCYON_TOKEN: token } });
    const path = datasets.file('owned.csv', 'x\n2\n');
    const at = ['--url', guarded.listening.url];
    linesOf(await datasets.halcyonWith(as('uploader'), 'upload', path, '--dataset', id, ...at));
    const registered = await datasets.halcyonWith(as('uploader'), 'register', id, '--name', 'mine', ...at);
    assert.deepEqual(registered, { code: 0, out: `${id}  Staged\n`, err: '' });
  });

  describe('and what else answers there', () => {
    const answering: [what: string, answer: RequestListener, code: number, says: RegExp][] = [
      [
        'a redirect, which is not followed',
        (_request, response) => response.writeHead(302, { Location: 'https://elsewhere.example/' }).end(),
        2,
        /answers 302 and points to https:\/\/elsewhere\.example\/, as no dataset service does; --url should be/,
      ],
      ['a page', (_request, response) => response.end('<html></html>'), 2, /answers 200, as no dataset service does/],
      ['no such path', (_request, response) => response.writeHead(404).end('nope'), 2, /answers 404, as no dataset/],
      [
        'other JSON',
        (_request, response) => response.end('{"dataset": 1}'),
        2,
        /answers 200, as no dataset service does/,
      ],
      [
        'a gateway',
        (_request, response) => response.writeHead(502).end('bad gateway'),
        2,
        /answers 502, as no dataset/,
      ],
      [
        'a lost connection',
        (request) => request.socket.destroy(),
        2,
        /^error: the connection to \S+ broke off \(ECONNRESET\)/,
      ],
      [
        'half an answer',
        (_request, response) => {
          response.writeHead(200, { 'Content-Length': '100' }).write('{', () => response.destroy());
        },
        2,
        /^error: the connection to \S+ broke off \(ECONNRESET\)/,
      ],
      [
        'a fault of the service',
        refusing(500, { detail: { code: 500, error: 'Internal server error; the log holds its cause under 1' } }),
        1,
        /^error: Internal server error; the log holds its cause under 1\n$/,
      ],
      [
        'a service that is not able to',
        refusing(503, { detail: { code: 503, error: 'the storage does not answer' } }),
        2,
        /^error: the storage does not answer\n$/,
      ],
      [
        'several problems with values',
        refusing(422, {
          detail: [
            { loc: ['query', 'limit'], msg: 'Input should be a number', type: 'int' },
            { loc: ['body', 'file_name'], msg: 'file_name should not be empty', type: 'value_error' },
          ],
        }),
        3,
        /^error: limit: Input should be a number\nerror: file_name should not be empty\n$/,
      ],
      [
        'text that would move the cursor',
        refusing(409, { detail: { code: 409, error: 'a\u001b[2Jb\nc' } }),
        1,
        /^error: a\uFFFD\[2Jb c\n$/,
      ],
    ];
    for (const [what, answer, code, says] of answering) {
      it(`is told: ${what}`, async () => {
        await withService(answer, async (url) => {
          const ended = await shows({}, '--url', url);
          assert.deepEqual([ended.code, ended.out], [code, ''], ended.err);
          assert.match(ended.err, says);
        });
      });
    }
  });

  it('gets the token and the path below the one that --url has', async () => {
    const seen: string[] = [];
    const answer: RequestListener = (request, response) => {
      seen.push(`${request.url} ${request.headers.authorization}`);
      response.writeHead(404).end();
    };
    await withService(answer, (url) => shows({ HALCYON_TOKEN: 'abc' }, '--url', `${url}/halcyon`));
    assert.deepEqual(seen, [`/halcyon/dmm/api/v1/dataset/${known} Bearer abc`]);
  });

  it('is asked over IPv6, and by https where the settings say so', async () => {
    const elsewhere = await listen(createApplication(datasets.running.parts.parts()), { host: '::1', port: 0 }).catch(
      () => null,
    );
    if (elsewhere !== null) {
      linesOf(await shows({ HALCYON_HOST: '::1', PORT: String(elsewhere.port) }));
      await elsewhere.close();
    }
    const secured = { HALCYON_TLS_CERT: join(datasets.folder, 'cert.pem'), HALCYON_HOST: '::1', PORT: '1' };
    assert.match((await shows(secured)).err, /^error: nothing answers at https:\/\/\[::1\]:1 /);
  });
});

function refusing(status: number, body: object): RequestListener {
  return (_request, response) => {
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  };
}
