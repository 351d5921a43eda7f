import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { findings, LOOKS, OpenPages, PASSWORD } from './open-pages.ts';

describe('the page of the audit log', function () {
  this.timeout(120_000);
  let pages: OpenPages;
  before(async function () {
    pages = await OpenPages.startOrSkip(this, { HALCYON_AUTH: 'required', HALCYON_FEED: '' });
    await pages.user('ada', 'admin');
    await pages.user('bob', 'user');
  });
  after(() => pages?.stop());

  async function loggedIn(
    name: string,
    address: string,
    look: Parameters<OpenPages['open']>[1] = LOOKS.light,
  ): Promise<Page> {
    const page = await pages.open(address, look, false);
    await page.getByLabel('Name').fill(name);
    await page.getByLabel('Password').fill('wrong');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'wrong' }).waitFor();
    await page.getByLabel('Password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Log in to Halcyon' }).waitFor({ state: 'detached' });
    return page;
  }

  it('shows administrators who did what, by filters that are kept in the address', async () => {
    const page = await loggedIn('ada', '/map');
    await page.getByRole('link', { name: 'Audit' }).click();
    await page.getByRole('heading', { name: 'Audit' }).waitFor();
    await page.getByRole('row').filter({ hasText: 'user.add' }).first().waitFor();
    assert.deepEqual(await findings(page), []);
    await page.getByLabel('Result').selectOption('refused');
    await page.getByRole('row').filter({ hasText: 'user.add' }).first().waitFor({ state: 'detached' });
    const row = page.getByRole('row').filter({ hasText: 'wrong_password' }).first();
    assert.match(
      (await row.textContent()) ?? '',
      /ada[\s\S]*halcyon-web[\s\S]*127\.0\.0\.1[\s\S]*login[\s\S]*realm halcyon/,
    );
    assert.match(page.url(), /\/map\/audit\?result=refused$/);
    await page.reload();
    assert.equal(await page.getByLabel('Result').inputValue(), 'refused');
    await page.context().close();
  });

  for (const look of ['dark', 'phone'] as const) {
    it(`can be read as ${look}`, async () => {
      const page = await loggedIn('ada', '/map/audit', LOOKS[look]);
      await page.getByRole('row').filter({ hasText: 'user.add' }).first().waitFor();
      assert.deepEqual(await findings(page), []);
      const isWider = await page.evaluate<boolean>('document.documentElement.scrollWidth > window.innerWidth');
      assert.equal(isWider, false);
      await page.context().close();
    });
  }

  // The result stood there as "done" in every language, and so did the choices of the filter.
  it('speaks of results in the language of the reader', async () => {
    const page = await pages.open('/map/audit', { ...LOOKS.light, locale: 'de-DE' }, false);
    await page.getByLabel('Name').fill('ada');
    await page.getByLabel('Passwort').fill(PASSWORD);
    await page.keyboard.press('Enter');
    const row = page.getByRole('row').filter({ hasText: 'user.add' }).first();
    await row.waitFor();
    assert.match((await row.textContent()) ?? '', /ausgeführt/);
    assert.deepEqual(
      await page
        .locator('[name=result] option')
        .allTextContents()
        .then((all) => all.slice(1)),
      ['ausgeführt', 'verweigert', 'gescheitert'],
    );
    await page.context().close();
  });

  it('is neither led to nor shown to others', async () => {
    const page = await loggedIn('bob', '/map');
    await page.getByRole('link', { name: 'Alerts' }).waitFor();
    assert.equal(await page.getByRole('link', { name: 'Audit' }).count(), 0);
    await page.goto(`${pages.system.url}/map/audit`);
    await page.getByText('this needs one of the roles admin').waitFor();
    await page.context().close();
  });
});
