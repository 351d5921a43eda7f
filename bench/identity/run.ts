// npm run bench:identity: tokens a second on this machine, on PGlite and on a PostgreSQL server, with the load beside it,
// and what the bare signature costs in the same run.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateKeyPair, SignJWT } from 'jose';
import { IssuerKeys } from '../../services/access/issuer-keys.ts';
import { verifyAccessToken } from '../../services/access/verify-access-token.ts';
import { hashPassword, matchesScrypt } from '../../services/identity/passwords/scrypt-password.ts';
import { postgresMissing, temporaryPostgres } from '../../test/servers/postgres.ts';
import { IdentityProcess, SECRET } from '../../test/trials/identity/identity-process.ts';

const CLIENTS = 16;
const SECONDS = 10;
const ACCESS_TOKEN = 'urn:ietf:params:oauth:token-type:access_token';

/** Calls a second of something that some callers do again and again, and the median time of one [ms]. */
async function rate(work: () => Promise<unknown>, callers = CLIENTS): Promise<{ perSecond: number; ms: number }> {
  const times: number[] = [];
  const began = performance.now();
  const end = began + SECONDS * 1000;
  const caller = async () => {
    while (performance.now() < end) {
      const from = performance.now();
      await work();
      times.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  const perSecond = (times.length * 1000) / (performance.now() - began);
  return { perSecond, ms: times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN };
}

function show(name: string, { perSecond, ms }: { perSecond: number; ms: number }, note = ''): void {
  const shown = perSecond >= 100 ? Math.round(perSecond).toLocaleString('en') : perSecond.toFixed(1);
  console.log(`${name.padEnd(44)} ${shown.padStart(9)}/s   median ${ms.toFixed(2).padStart(8)} ms  ${note}`);
}

async function measure(title: string, algorithm: string, settings: Record<string, string>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'halcyon-bench-identity-'));
  const environment = { HALCYON_SIGNING_ALGORITHM: algorithm, ...settings };
  const identity = await IdentityProcess.start(folder, environment);
  const good = async (asked: ReturnType<IdentityProcess['token']>) => {
    const { status, body } = await asked;
    if (status !== 200 || body.access_token === undefined) throw new Error(`${status} ${JSON.stringify(body)}`);
    return body.access_token;
  };
  try {
    const own = () => good(identity.token({ grant_type: 'client_credentials' }, `svc:${SECRET}`));
    show(`${title}, ${algorithm}: client credentials`, await rate(own));
    const subject = await good(identity.login('ada'));
    const exchange = {
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token: subject,
      subject_token_type: ACCESS_TOKEN,
      requested_token_type: ACCESS_TOKEN,
      scope: 'aps',
    };
    show(`${title}, ${algorithm}: exchange`, await rate(() => good(identity.token(exchange, `svc:${SECRET}`))));
    show(`${title}, ${algorithm}: password`, await rate(() => good(identity.login('ada'))), 'bounded by scrypt');
    const issuer = `${identity.process.url}/oauth/realms/halcyon`;
    const keys = new IssuerKeys(issuer, []);
    const token = await own();
    const expected = { issuer, audience: 'aps', algorithms: [algorithm], keys: keys.find };
    const verify = () => verifyAccessToken(token, { ...expected, now: Date.now() });
    show(`${title}, ${algorithm}: verification in a service`, await rate(verify));
  } finally {
    await identity.process.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const password = await hashPassword('a password');
show('bare scrypt, two at once', await rate(() => matchesScrypt('a password', password), 2));
for (const algorithm of ['RS256', 'ES256', 'EdDSA']) {
  const { privateKey } = await generateKeyPair(algorithm);
  const claims = { iss: 'http://localhost', sub: 'ada', aud: 'dmm', jti: 'x', typ: 'Bearer', azp: 'web', scope: 'dmm' };
  const sign = () =>
    new SignJWT(claims).setProtectedHeader({ alg: algorithm }).setExpirationTime('5m').sign(privateKey);
  show(`bare signature, ${algorithm}`, await rate(sign));
}
for (const algorithm of ['RS256', 'ES256', 'EdDSA']) await measure('PGlite', algorithm, {});
const missing = postgresMissing();
if (missing !== null) {
  console.log(`PostgreSQL: ${missing}`);
} else {
  const server = await temporaryPostgres();
  try {
    await measure('PostgreSQL', 'RS256', { POSTGRES_URL: server.url() });
  } finally {
    await server.stop();
  }
}
