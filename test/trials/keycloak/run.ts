// A real Keycloak as the issuer of tokens, set up as docs/identity.md says: password, exchange, code flow and logout in a browser,
// a newer key, a restart under traffic; then its realm is imported into Halcyon's own.
//   npm run test:keycloak
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { keycloakMissing } from '../../../deploy/servers/server-jars.ts';
import { packageFile } from '../../../schemas/package-root.ts';
import { COMMAND, HalcyonProcess } from '../../resilience/halcyon-process.ts';
import { systemBrowser } from '../../services/web/browser/system-browser.ts';
import { KeycloakServer } from './keycloak-server.ts';
import { ADA, followRecipe, REALM, rotateKey, SERVICE } from './recipe.ts';

const missing = keycloakMissing();
if (missing !== null) {
  console.log(`not tried: ${missing}`);
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), 'halcyon-trials-'));
const began = performance.now();
const keycloak = await KeycloakServer.in(folder);
let problems = 0;

function check(title: string, isSo: boolean, found = ''): void {
  if (!isSo) problems++;
  console.log(`${isSo ? 'good' : 'PROBLEM'}: ${title}${isSo ? '' : ` (${found})`}`);
}

async function status(url: string, token: string | undefined): Promise<number> {
  return (await fetch(`${url}/api/v1/stations`, { headers: { authorization: `Bearer ${token}` } })).status;
}

const byPassword = { grant_type: 'password', client_id: 'portal', ...ADA };

await keycloak.start();
console.log(`Keycloak answers after ${((performance.now() - began) / 1000).toFixed(0)} s`);
const issuer = `${keycloak.url}/realms/${REALM}`;
const system = await HalcyonProcess.on({
  environment: { HALCYON_DATA: join(folder, 'data'), HALCYON_AUTH: 'required', HALCYON_AUTH_ISSUER: issuer },
});
try {
  await followRecipe(keycloak, system.url);
  await system.start();
  await trialOfIssuer();
} finally {
  await system.stop();
  await keycloak.stop();
}
await trialOfImport();
rmSync(folder, { recursive: true, force: true });
console.log(`${problems} problems, ${((performance.now() - began) / 1000).toFixed(0)} s`);
process.exit(problems > 0 ? 1 : 0);

async function trialOfIssuer(): Promise<void> {
  const { access_token: token, ...answer } = await keycloak.token(REALM, byPassword);
  check('a token by password is taken', (await status(system.url, token)) === 200, JSON.stringify(answer));
  check('none is 401', (await status(system.url, 'none')) === 401);
  const exchanged = await keycloak.token(REALM, {
    grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
    client_id: SERVICE.id,
    client_secret: SERVICE.secret,
    subject_token: token ?? '',
    subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
    requested_token_type: 'urn:ietf:params:oauth:token-type:access_token',
  });
  check(
    'an exchanged token is taken',
    (await status(system.url, exchanged['access_token'])) === 200,
    JSON.stringify(exchanged),
  );
  await trialOfPages();
  await rotateKey(keycloak);
  const { access_token: newer } = await keycloak.token(REALM, byPassword);
  const kid = (of: string | undefined) =>
    (JSON.parse(Buffer.from(of?.split('.')[0] ?? '', 'base64url').toString('utf8')) as { kid: string }).kid;
  check('another key signs', kid(newer) !== kid(token));
  await sleep(6_000);
  check('a token of the newer key is taken', (await status(system.url, newer)) === 200);
  check('so is one of the key before', (await status(system.url, token)) === 200);
  await keycloak.kill();
  const answered = new Map<number, number>();
  for (let k = 0; k < 50; k++) {
    const code = await status(system.url, newer);
    answered.set(code, (answered.get(code) ?? 0) + 1);
    await sleep(50);
  }
  check('requests go on while it is away', answered.get(200) === 50, JSON.stringify([...answered]));
  const { checks } = (await (await fetch(`${system.url}/readyz`)).json()) as {
    checks: Record<string, { detail: string }>;
  };
  check(
    'that is told',
    /does not answer, its keys/.test(checks['access_control']?.detail ?? ''),
    JSON.stringify(checks),
  );
  await keycloak.start();
  const { access_token: again } = await keycloak.token(REALM, byPassword);
  check('logins go on when it is back', (await status(system.url, again)) === 200);
}

async function trialOfPages(): Promise<void> {
  const browser = await systemBrowser();
  if (browser === null) {
    console.log('not tried: the pages, as no Chromium is on this machine');
    return;
  }
  const page = await browser.newPage();
  const logIn = async () => {
    await page.locator('#username').fill(ADA.username);
    await page.locator('#password').fill(ADA.password);
    await page.locator('#kc-login').click();
  };
  await page.goto(`${system.url}/map`);
  await logIn();
  await page.getByRole('button', { name: 'Log out' }).click();
  // Not asked: it leads back to the pages, and these to the login.
  await page
    .locator('#username')
    .waitFor({ timeout: 30_000 })
    .catch(() => undefined);
  const isAtLogin = await page.locator('#username').isVisible();
  check('the pages log in, and log out without being asked', isAtLogin, page.url());
  await browser.close();
}

async function trialOfImport(): Promise<void> {
  const file = join(folder, 'realm.json');
  await keycloak.exportRealm(REALM, file);
  const environment = { HALCYON_DATA: join(folder, 'own'), HALCYON_AUTH: 'required' };
  const own = await HalcyonProcess.on({ environment });
  await own.start();
  try {
    const words = ['identity', 'realm', 'import', file];
    const env = { ...process.env, ...environment };
    const said = execFileSync(process.execPath, [packageFile(...COMMAND), ...words], { env, encoding: 'utf8' });
    console.log(said.trim());
    const form = new URLSearchParams({ ...byPassword, scope: 'detect' });
    const endpoint = `${own.url}/oauth/realms/halcyon/protocol/openid-connect/token`;
    const answer = (await (await fetch(endpoint, { method: 'POST', body: form })).json()) as Record<string, string>;
    const code = await status(own.url, answer['access_token']);
    check(
      'an imported user logs in by the old password, and is let in',
      code === 200,
      `${code} ${JSON.stringify(answer)}`,
    );
  } finally {
    await own.stop();
  }
}
