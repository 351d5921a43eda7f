import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { until } from '../../../until.ts';
import { ForeignIssuer, TOKEN_S } from './foreign-issuer.ts';
import { LOOKS, OpenPages } from './open-pages.ts';

describe('logging in at an issuer elsewhere', function () {
  this.timeout(180_000);
  let pages: OpenPages;
  let issuer: ForeignIssuer;
  let ticking: ReturnType<typeof setInterval>;
  before(async function () {
    issuer = await ForeignIssuer.listen();
    pages = await OpenPages.startOrSkip(
      this,
      { HALCYON_AUTH: 'required', HALCYON_AUTH_ISSUER: issuer.issuer, HALCYON_FEED: '' },
      Date.now(),
    );
    issuer.serve(pages.system.url);
    // The issuer goes by the time of the machine.
    ticking = setInterval(() => {
      pages.system.clock = Date.now();
    }, 200);
  });
  after(async () => {
    clearInterval(ticking);
    await pages?.stop();
    await issuer?.stop();
  });

  const empty = (page: Page) => page.getByText('No station has reported yet').waitFor();

  /** Logs in on the issuer's own pages, and agrees to what the pages ask for. */
  async function logIn(page: Page): Promise<void> {
    await page.waitForURL((url) => url.origin === issuer.issuer);
    await page.locator('input[name=login]').fill('ada');
    await page.locator('input[name=password]').fill('whatever it is there');
    await page.locator('button[type=submit]').click();
    await page.getByRole('button', { name: 'Continue' }).click();
  }

  it('leads there, back to the address that was asked for, and through a reload', async () => {
    const page = await pages.open('/map/anomalies?class=device_failure', LOOKS.light, false);
    await logIn(page);
    await page.getByRole('heading', { name: 'Anomalies' }).waitFor();
    assert.equal(new URL(page.url()).search, '?class=device_failure');
    assert.ok(!page.url().includes('code='), 'the code is not left in the address');
    assert.deepEqual(issuer.grants.splice(0), ['authorization_code']);
    await page.reload();
    await page.getByRole('heading', { name: 'Anomalies' }).waitFor();
    assert.deepEqual(issuer.grants.splice(0), ['refresh_token'], 'nobody is asked again');
    const kept = await page.evaluate<string>('JSON.stringify([localStorage, document.cookie])');
    assert.ok(!kept.includes('ey'), 'no token outlives the tab');
    await page.context().close();
  });

  it('says to administrators too that people are managed there, and lists nobody', async () => {
    issuer.roles = ['admin'];
    const page = await pages.open('/map/people', LOOKS.light, false);
    await logIn(page);
    const section = page.locator('section', { has: page.getByRole('heading', { name: 'Users and clients' }) });
    assert.match((await section.textContent()) ?? '', /another issuer\..* managed there: http:\/\/127\.0\.0\.1:\d+$/);
    assert.equal(await section.getByRole('link').getAttribute('href'), issuer.issuer);
    assert.equal(await page.getByRole('button', { name: /^New (user|client)$/ }).count(), 0);
    assert.ok(!((await page.locator('main').textContent()) ?? '').includes('Add users'));
    issuer.roles = ['user'];
    issuer.grants.length = 0;
    await page.context().close();
  });

  it('renews the token before it ends, and the stream goes on with the new one', async () => {
    const page = await pages.open('/map', LOOKS.light, false);
    const streams: number[] = [];
    page.on('response', (response) => {
      if (response.url().includes('/api/v1/stream')) streams.push(response.status());
    });
    await logIn(page);
    await empty(page);
    await page.waitForTimeout(1000 * TOKEN_S);
    await page.getByRole('link', { name: 'Networks' }).click();
    await page.getByRole('heading', { name: 'Networks' }).waitFor();
    assert.ok(issuer.grants.splice(0).includes('refresh_token'));
    assert.equal(new URL(page.url()).origin, pages.system.url, 'nobody is asked again');
    assert.ok(streams.every((status) => status === 200));
    await page.context().close();
  });

  it('takes nothing from an answer that it has not asked for', async () => {
    const page = await pages.open('/map', LOOKS.light, false);
    await logIn(page);
    await empty(page);
    issuer.grants.length = 0;
    // As a link would that a stranger has sent, with a code of their own.
    await page.evaluate(
      `sessionStorage.setItem('halcyon-login', JSON.stringify({ verifier: 'v'.repeat(43), state: 'asked', address: '/map' }))`,
    );
    await page.goto(`${pages.system.url}/map/login?code=of-a-stranger&state=other`);
    await page.getByRole('alert').filter({ hasText: 'was not begun here' }).waitFor();
    assert.deepEqual(issuer.grants, []);
    assert.ok(!page.url().includes('of-a-stranger'), 'a reload does not try it again');
    await page.goto(`${pages.system.url}/map/login?error=access_denied&error_description=nobody+agreed&state=other`);
    await page.getByRole('alert').waitFor();
    await page.context().close();
  });

  it('logs out there too: the next visit asks again', async () => {
    const page = await pages.open('/map', LOOKS.light, false);
    await logIn(page);
    await empty(page);
    // Also after a reload it is known whose session is to end: an issuer may then end it without asking.
    await page.reload();
    await empty(page);
    const leaving = page.waitForRequest((request) => request.url().includes('id_token_hint='));
    await page.getByRole('button', { name: 'Log out' }).click();
    assert.equal(issuer.revoked, 1, 'its refresh token is taken back first');
    const [, claims = ''] = (new URL((await leaving).url()).searchParams.get('id_token_hint') ?? '').split('.');
    const { iss, aud } = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) as Record<string, unknown>;
    assert.deepEqual([iss, aud], [issuer.issuer, 'halcyon-web']);
    await page.waitForURL((url) => url.origin === issuer.issuer);
    await page.getByRole('button', { name: 'Yes, sign me out' }).click();
    await until('the login form is shown', () => page.locator('input[name=login]').isVisible());
    assert.equal(await page.evaluate('sessionStorage.length'), 0);
    await page.context().close();
  });
});
