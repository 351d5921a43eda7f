import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { temporaryFolder } from '../../../integration/data-folders.ts';
import { until } from '../../../until.ts';
import { loggedIn } from './logged-in.ts';
import { findings, LOOKS, OpenPages } from './open-pages.ts';
import { Person } from './person.ts';

const TABLE = `day,station,temp_c\n${Array.from({ length: 500 }, (_, k) => `2026-05-${String((k % 30) + 1).padStart(2, '0')},S${k % 7},${10 + (k % 13)}`).join('\n')}\n`;

describe('the page of datasets', function () {
  this.timeout(240_000);
  let pages: OpenPages;
  let file = '';
  before(async function () {
    pages = await OpenPages.startOrSkip(this, { HALCYON_AUTH: 'required', HALCYON_FEED: '' });
    await pages.user('una', 'uploader');
    await pages.user('vic', 'uploader');
    await pages.user('bob', 'user');
    file = join(temporaryFolder(), 'temperatures.csv');
    writeFileSync(file, TABLE);
  });
  after(() => pages?.stop());

  async function isSound(page: Page, what: string): Promise<void> {
    assert.deepEqual(await findings(page), [], what);
    assert.equal(await page.evaluate('document.documentElement.scrollWidth > window.innerWidth'), false, what);
    assert.doesNotMatch(await page.evaluate<string>('document.body.innerText'), /undefined|NaN|\[object/, what);
  }

  const rowOf = (page: Page, name: string) =>
    page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) });
  const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

  it('makes a dataset of a file in 4 actions, with its progress', async () => {
    const page = await loggedIn(pages, 'una', '/map/datasets');
    await page.getByText('There is no dataset here.').waitFor();
    // Slowly enough to be seen.
    let isHeld = true;
    await page.route('**/dmm/api/v1/dataset/register', async (route) => {
      await until('it was looked at', async () => !isHeld);
      await route.continue();
    });
    const person = new Person(page);
    await person.click(page.getByRole('button', { name: 'New dataset' }));
    const dialog = page.getByRole('dialog');
    await person.fill(dialog.getByLabel('Name'), 'May temperatures');
    person.actions += 1;
    await dialog.getByLabel('Files').setInputFiles(file);
    await person.click(dialog.getByRole('button', { name: 'Upload' }));
    await dialog.getByText('It is being registered …').waitFor();
    assert.equal(await dialog.getByRole('progressbar').getAttribute('value').then(Number), 1);
    isHeld = false;
    await card(page, 'May temperatures').getByText('loaded', { exact: true }).waitFor();
    await rowOf(page, 'May temperatures').filter({ hasText: 'temperatures.csv' }).waitFor();
    assert.equal(person.actions, 4);
    assert.match(new URL(page.url()).search, /^\?dataset=[\da-f-]{36}$/);
    await page.context().close();
  });

  it('profiles its columns in 2 actions', async () => {
    const page = await loggedIn(pages, 'una', '/map/datasets');
    const person = new Person(page);
    await person.click(page.getByRole('link', { name: 'May temperatures' }));
    await person.click(page.getByRole('button', { name: 'Profile: temperatures.csv' }));
    const found = page.getByRole('region', { name: 'Profile of temperatures.csv' });
    await found.getByRole('row').nth(3).waitFor();
    const cells = await found.getByRole('row').nth(3).getByRole('cell').allTextContents();
    assert.deepEqual([cells[0], cells[1], cells[2], cells[5], cells[6]], ['temp_c', 'BIGINT', '500', '10', '22']);
    assert.match(cells[8], /^\d\.\d{6}$/, 'seven digits of a standard deviation');
    assert.equal(person.actions, 2);
    await page.context().close();
  });

  it('runs a query of it in 4 actions, shows its table and saves the whole of it', async () => {
    const page = await loggedIn(pages, 'una', '/map/datasets');
    const person = new Person(page);
    await person.click(page.getByRole('link', { name: 'May temperatures' }));
    await person.click(page.getByRole('button', { name: 'Query: temperatures.csv' }));
    await person.fill(page.getByLabel('Statement'), 'SELECT * FROM {{arg1}} ORDER BY day, station');
    await person.click(page.getByRole('button', { name: 'Run' }));
    await page.getByText('These are the first 200 rows.').waitFor();
    assert.equal(person.actions, 4);
    const table = page.getByRole('region', { name: 'Query of May temperatures' }).getByRole('table');
    assert.equal(await table.getByRole('row').count(), 201);
    const saving = page.waitForEvent('download');
    await person.click(page.getByRole('button', { name: 'Download the whole result' }));
    const saved = join(temporaryFolder(), 'output.csv');
    await (await saving).saveAs(saved);
    assert.equal(readFileSync(saved, 'utf8').trim().split('\n').length, 501);
    // The result is a dataset of its own.
    await page.getByRole('link', { name: 'Query of May temperatures' }).click();
    await card(page, 'Query of May temperatures').getByText('SELECT * FROM {{arg1}} ORDER BY day, station').waitFor();
    await page.context().close();
  });

  it('says in the words of the service what is wrong with a query', async () => {
    const page = await loggedIn(pages, 'una', '/map/datasets');
    await page.getByRole('link', { name: 'May temperatures', exact: true }).click();
    await page.getByRole('button', { name: 'Query: temperatures.csv' }).click();
    await page.getByLabel('Statement').fill("SELECT * FROM read_csv('/etc/passwd'), {{arg1}}");
    await page.getByRole('button', { name: 'Run' }).click();
    await page
      .getByRole('alert')
      .filter({ hasText: /read_csv|\/etc\/passwd/ })
      .waitFor();
    await page.context().close();
  });

  it('saves a file of a dataset', async () => {
    const page = await loggedIn(pages, 'bob', '/map/datasets');
    await page.getByRole('link', { name: 'May temperatures', exact: true }).click();
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download: temperatures.csv' }).click();
    const saved = join(temporaryFolder(), 'saved.csv');
    await (await saving).saveAs(saved);
    assert.equal(readFileSync(saved, 'utf8'), TABLE);
    await page.context().close();
  });

  it('offers nobody what their role may not do', async () => {
    const page = await loggedIn(pages, 'bob', '/map/datasets');
    await page.getByRole('link', { name: 'May temperatures', exact: true }).click();
    await card(page, 'May temperatures').waitFor();
    for (const name of [/New dataset/, /^Query/, /^Profile/]) {
      assert.equal(await page.getByRole('button', { name }).count(), 0, String(name));
    }
    await page.context().close();
  });

  it('changes a dataset and deletes it, for those alone who may', async () => {
    const page = await loggedIn(pages, 'una', '/map/datasets');
    await page.getByRole('link', { name: 'Query of May temperatures' }).click();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('May by station');
    await dialog.getByLabel('Description').fill('Sorted.');
    await isSound(page, 'the form');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await card(page, 'May by station').getByText('Sorted.').waitFor();
    const { search } = new URL(page.url());
    const other = await loggedIn(pages, 'vic', `/map/datasets${search}`);
    await card(other, 'May by station').waitFor();
    assert.equal(await other.getByRole('button', { name: /^(Edit|Delete dataset)$/ }).count(), 0);
    await other.context().close();
    await page.getByRole('button', { name: 'Delete dataset' }).click();
    await dialog.getByText('It is marked as deleted').waitFor();
    await isSound(page, 'the question');
    await dialog.getByRole('button', { name: 'Delete dataset' }).click();
    await dialog.waitFor({ state: 'detached' });
    await rowOf(page, 'May by station').waitFor({ state: 'detached' });
    await page.context().close();
  });

  for (const [look, options] of Object.entries(LOOKS)) {
    it(`has nothing that axe-core finds wrong, ${look}`, async () => {
      const page = await loggedIn(pages, 'una', '/map/datasets', options);
      await page.getByRole('link', { name: 'May temperatures', exact: true }).click();
      await page.getByRole('button', { name: 'Query: temperatures.csv' }).click();
      await page.getByRole('button', { name: 'Run' }).click();
      await page.getByRole('button', { name: 'Download the whole result' }).waitFor();
      await isSound(page, look);
      const pictures = process.env['HALCYON_PICTURES'];
      if (pictures !== undefined) await page.screenshot({ path: `${pictures}/datasets-${look}.png`, fullPage: true });
      await page.getByRole('button', { name: 'New dataset' }).click();
      await isSound(page, `${look}, upload`);
      if (pictures !== undefined) await page.screenshot({ path: `${pictures}/datasets-upload-${look}.png` });
      await page.context().close();
    });
  }
});
