import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { until } from '../../../until.ts';
import { held } from './held-answers.ts';
import { loggedIn } from './logged-in.ts';
import { findings, LOOKS, OpenPages } from './open-pages.ts';
import { Person } from './person.ts';

describe('the page of patterns', function () {
  this.timeout(240_000);
  let pages: OpenPages;
  before(async function () {
    pages = await OpenPages.startOrSkip(this, { HALCYON_AUTH: 'required', HALCYON_FEED: '' });
    await pages.user('una', 'uploader');
    await pages.user('bob', 'user');
    await pages.user('cara', 'curator');
  });
  after(() => pages?.stop());

  async function isSound(page: Page, what: string): Promise<void> {
    assert.deepEqual(await findings(page), [], what);
    assert.equal(await page.evaluate('document.documentElement.scrollWidth > window.innerWidth'), false, what);
    assert.doesNotMatch(await page.evaluate<string>('document.body.innerText'), /undefined|NaN|\[object/, what);
  }

  const valid = (page: Page) => page.getByText('The pattern is valid.').waitFor();
  const picture = (page: Page, nodes: number, edges: number) =>
    page.getByRole('img', { name: `${nodes} nodes, ${edges} edges` }).waitFor();

  it('draws a pattern, and stores it for a task in 7 actions', async () => {
    const page = await loggedIn(pages, 'una', '/map/patterns');
    const person = new Person(page);
    await page.getByText('There is no pattern here.').waitFor();
    await page.getByRole('button', { name: 'New task' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Heat');
    await dialog.getByLabel('What is asked for').fill('Which nights were warm?');
    await dialog.getByRole('button', { name: 'Save' }).click();
    const taskRow = page.locator('tr[data-task]').filter({ hasText: 'Which nights were warm?' });
    await taskRow.waitFor();
    const task = (await taskRow.getAttribute('data-task')) ?? '';

    await person.click(page.getByRole('button', { name: 'New pattern' }));
    await valid(page);
    await picture(page, 4, 3);
    await person.fill(page.getByLabel('Name of node 1'), 'Warm nights');
    await person.fill(page.getByLabel('Name of node 2'), 'Nightly minimum');
    await person.fill(page.getByLabel('Name of node 3'), 'Observations of July');
    await person.fill(page.getByLabel('Name of node 4'), 'Nights above 20 degrees');
    await until('the picture has the name', async () =>
      ((await page.locator('.pattern-picture').textContent()) ?? '').includes('Nightly minimum'),
    );
    await person.fill(page.getByLabel('Task that it accomplishes (id, may be left out)'), task);
    await person.click(page.getByRole('button', { name: 'Store' }));
    await page.getByText('It is stored.').waitFor();
    assert.equal(person.actions, 7);
    await page.getByRole('link', { name: 'Warm nights' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: '1 pattern: Heat' }).click();
    const linked = page.getByRole('region', { name: 'Tasks' }).getByRole('link');
    await linked.waitFor();
    await linked.click();
    await page.getByRole('region', { name: 'Pattern', exact: true }).waitFor();
    await valid(page);
    assert.equal(await page.getByLabel('Name of node 2').inputValue(), 'Nightly minimum');
    await page.context().close();
  });

  it('says what is wrong beside the node and the edge that it is of, and in the picture', async () => {
    const page = await loggedIn(pages, 'bob', '/map/patterns');
    const person = new Person(page);
    await person.click(page.getByRole('button', { name: 'New pattern' }));
    await valid(page);
    await person.click(page.getByRole('button', { name: 'Add a node' }));
    const nodeRow = page.locator('.pattern-rows').first().locator('li').nth(4);
    await nodeRow.getByText(/^node '.*' is not connected to the Analytical_Pattern node$/).waitFor();
    await page.getByText('1 problem in the pattern').waitFor();
    assert.equal(await page.locator('.pattern-picture .node.wrong').count(), 1);
    await person.click(page.getByRole('button', { name: 'Add an edge' }));
    // From the root to the new node: no operator reads it.
    const edgeRow = page.locator('.pattern-rows').last().locator('li').nth(3);
    await edgeRow.getByText(/is labelled 'input', which connects an operator and what it reads/).waitFor();
    assert.equal(await page.locator('.pattern-picture .edge.wrong').count(), 1);
    assert.equal(await nodeRow.locator('.problem').isVisible(), false);
    person.actions += 1;
    await page.getByLabel('Edge 4 from').selectOption({ index: 1 });
    await valid(page);
    assert.equal(await page.locator('.pattern-picture .wrong').count(), 0);
    assert.equal(person.actions, 4);
    await page.context().close();
  });

  it('takes a pattern as text, and keeps what it does not know', async () => {
    const page = await loggedIn(pages, 'una', '/map/patterns');
    await page.getByRole('button', { name: 'New pattern' }).click();
    await page.getByText('As JSON').click();
    const text = page.getByLabel('Pattern in PG-JSON');
    await text.fill('{"nodes": [{"id": 1}]}');
    await page.getByRole('button', { name: 'Take this text' }).click();
    await page.getByRole('alert').filter({ hasText: 'The text should have nodes' }).waitFor();
    const given = {
      nodes: [{ id: 'winds', labels: ['Analytical_Pattern'], properties: { Process: 'none' }, extra: [1] }],
      edges: [],
    };
    await text.fill(JSON.stringify(given));
    await page.getByRole('button', { name: 'Take this text' }).click();
    await valid(page);
    await page.getByLabel('Name of node 1').fill('Winds');
    await page.getByRole('button', { name: 'Store' }).click();
    await page.getByText('It is stored.').waitFor();
    await page.getByRole('link', { name: 'Winds' }).click();
    await page.getByText('As JSON').click();
    const stored = JSON.parse(await page.getByLabel('Pattern in PG-JSON').inputValue()) as unknown;
    assert.deepEqual(stored, {
      nodes: [{ ...given.nodes[0], properties: { Process: 'none', name: 'Winds' } }],
      edges: [],
    });
    await page.context().close();
  });

  it('keeps the newer list when an older answer comes after it', async () => {
    const page = await loggedIn(pages, 'una', '/map/networks');
    const first = '**/api/v1/aps?page=1&pageSize=25';
    const answer = await held(page, first);
    const asked = page.waitForRequest(first);
    await page.goto(`${pages.system.url}/map/patterns`);
    await asked;
    await page.getByLabel('Words in the pattern').fill('no pattern is called like this');
    await page.getByRole('button', { name: 'Find' }).click();
    await page.getByText('There is no pattern here.').waitFor();
    const answered = page.waitForResponse(first);
    answer();
    await (await answered).finished();
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
    assert.equal(await page.getByRole('link', { name: 'Winds' }).count(), 0);
    await page.context().close();
  });

  it('lists a pattern without a name as such, beside its id', async () => {
    const page = await loggedIn(pages, 'una', '/map/patterns');
    await page.getByRole('button', { name: 'New pattern' }).click();
    await page.getByText('As JSON').click();
    await page
      .getByLabel('Pattern in PG-JSON')
      .fill('{"nodes": [{"id": "gusts", "labels": ["Analytical_Pattern"]}], "edges": []}');
    await page.getByRole('button', { name: 'Take this text' }).click();
    await valid(page);
    await page.getByRole('button', { name: 'Store' }).click();
    const row = page.getByRole('row').filter({ hasText: 'gusts' });
    await row.getByRole('link', { name: 'Unnamed pattern' }).waitFor();
    assert.equal(await row.getByText('gusts').count(), 1);
    await page.context().close();
  });

  it('finds, copies and deletes a pattern', async () => {
    const page = await loggedIn(pages, 'cara', '/map/patterns');
    const person = new Person(page);
    await page.getByRole('link', { name: 'Winds' }).waitFor();
    await person.fill(page.getByLabel('Words in the pattern'), 'nightly');
    await person.press('Enter');
    await page.getByRole('link', { name: 'Winds' }).waitFor({ state: 'detached' });
    await person.click(page.getByRole('link', { name: 'Warm nights' }));
    await person.click(page.getByRole('button', { name: 'Copy as a new one' }));
    await valid(page);
    await person.click(page.getByRole('button', { name: 'Store' }));
    await until('both are listed', async () => (await page.getByRole('link', { name: 'Warm nights' }).count()) === 2);
    await page.getByRole('link', { name: 'Warm nights' }).first().click();
    await person.click(page.getByRole('button', { name: 'Delete' }));
    await person.click(page.getByRole('dialog').getByRole('button', { name: 'Delete' }));
    await until('one is left', async () => (await page.getByRole('link', { name: 'Warm nights' }).count()) === 1);
    assert.equal(person.actions, 7);
    await page.context().close();
  });

  it('offers nobody what their role may not do', async () => {
    const page = await loggedIn(pages, 'bob', '/map/patterns');
    await page.getByRole('link', { name: 'Winds' }).click();
    await valid(page);
    for (const name of ['Store', 'Delete', 'New task']) {
      assert.equal(await page.getByRole('button', { name }).count(), 0, name);
    }
    await page.context().close();
  });

  for (const [look, options] of Object.entries(LOOKS)) {
    it(`has nothing that axe-core finds wrong, ${look}`, async () => {
      const page = await loggedIn(pages, 'cara', '/map/patterns', options);
      await page.getByRole('link', { name: 'Warm nights' }).click();
      await valid(page);
      await isSound(page, look);
      await page.getByRole('button', { name: 'Add a node' }).click();
      await page.getByText('1 problem in the pattern').waitFor();
      await isSound(page, `${look}, wrong`);
      const pictures = process.env['HALCYON_PICTURES'];
      if (pictures !== undefined) await page.screenshot({ path: `${pictures}/patterns-${look}.png`, fullPage: true });
      await page.context().close();
    });
  }
});
