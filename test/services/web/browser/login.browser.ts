import assert from 'node:assert/strict';
import { findings, LOOKS, OpenPages, PASSWORD } from './open-pages.ts';

describe('logging in on the pages', function () {
  this.timeout(120_000);
  let pages: OpenPages;
  before(async function () {
    pages = await OpenPages.startOrSkip(this, { HALCYON_AUTH: 'required', HALCYON_FEED: '' });
    await pages.user('ada', 'user');
  });
  after(() => pages?.stop());

  it('asks for name and password, says what is wrong, and remembers until the tab is closed', async () => {
    const page = await pages.open('/map', LOOKS.light, false);
    const dialog = page.getByRole('dialog', { name: 'Log in to Halcyon' });
    await dialog.waitFor();
    assert.deepEqual(await findings(page), []);
    await page.getByLabel('Name').fill('ada');
    await page.getByLabel('Password').fill('wrong');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'wrong' }).waitFor();
    await page.getByLabel('Password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('No station has reported yet').waitFor();
    await page.reload();
    await page.getByText('No station has reported yet').waitFor();
    const kept = await page.evaluate<string>('JSON.stringify([localStorage, document.cookie])');
    assert.ok(!kept.includes('ey'), 'no token outlives the tab');
    const refresh = await page.evaluate<string>("sessionStorage.getItem('halcyon-refresh')");
    const renewed = () =>
      fetch(`${pages.system.url}/oauth/realms/halcyon/protocol/openid-connect/token`, {
        method: 'POST',
        body: new URLSearchParams({ grant_type: 'refresh_token', client_id: 'halcyon-web', refresh_token: refresh }),
      });
    await page.getByRole('button', { name: 'Log out' }).click();
    await dialog.waitFor();
    assert.equal((await renewed()).status, 400, 'what somebody copied of the tokens ends with the session');
    assert.equal(await page.evaluate('sessionStorage.length'), 0);
    await page.context().close();
  });

  it('asks the first administrator for a password of their own', async () => {
    const shown = /with the password (\S+)/.exec(
      pages.system.said.find((line) => line.startsWith('First ')) ?? '',
    )?.[1];
    const page = await pages.open('/map', LOOKS.light, false);
    const dialog = page.getByRole('dialog', { name: 'Log in to Halcyon' });
    await page.getByLabel('Name').fill('admin');
    await page.getByLabel('Password', { exact: true }).fill(shown ?? '');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'choose one of your own' }).waitFor();
    assert.deepEqual(await findings(page), []);
    await page.getByLabel('New password').fill('short');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').filter({ hasText: '8 characters' }).waitFor();
    await page.getByLabel('New password').fill('of their own choice');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.context().close();
  });
});
