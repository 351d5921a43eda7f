import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { loggedIn } from './logged-in.ts';
import { findings, LOOKS, OpenPages } from './open-pages.ts';

const OWN_PASSWORD = 'a password of their own';

/** Counts what somebody does on a page: each click, and each field that is filled. */
class Hand {
  actions = 0;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async press(name: string | RegExp): Promise<void> {
    this.actions += 1;
    const open = this.#page.locator('dialog[open]');
    const place = (await open.count()) > 0 ? open : this.#page.locator('main');
    await place.getByRole('button', { name, exact: true }).click();
  }

  async fill(label: string, text: string): Promise<void> {
    this.actions += 1;
    await this.#page.getByLabel(label, { exact: true }).fill(text);
  }

  /** Ticks where a role holds, or takes it away. */
  async tick(role: string, place: string): Promise<void> {
    this.actions += 1;
    const fields = this.#page.getByRole('group', { name: new RegExp(`^Role ${role}:`) });
    await fields.getByLabel(place, { exact: true }).click();
  }
}

describe('the page People, for administrators', function () {
  this.timeout(300_000);
  let pages: OpenPages;
  before(async function () {
    pages = await OpenPages.startOrSkip(this, { HALCYON_AUTH: 'required', HALCYON_FEED: '' });
    await pages.user('ada', 'admin');
    await pages.user('bob', 'user');
    const added = await pages.system.halcyon(
      'identity',
      'client',
      'add',
      'pusher',
      '--scope',
      'detect',
      '--role',
      'curator',
    );
    assert.equal(added.code, 0, added.err);
    await pushStation(/once: (\S+)/.exec(added.out)?.[1] ?? '');
  });
  after(() => pages?.stop());

  /** An access token by a grant; null where it is refused. */
  async function tokenBy(form: Readonly<Record<string, string>>): Promise<string | null> {
    const url = `${pages.system.url}/oauth/realms/halcyon/protocol/openid-connect/token`;
    const answer = await fetch(url, { method: 'POST', body: new URLSearchParams({ scope: 'detect', ...form }) });
    return answer.ok ? ((await answer.json()) as { access_token: string }).access_token : null;
  }

  const clientToken = (client_id: string, client_secret: string) =>
    tokenBy({ grant_type: 'client_credentials', client_id, client_secret });

  const userToken = (username: string, password: string, more: Readonly<Record<string, string>> = {}) =>
    tokenBy({ grant_type: 'password', client_id: 'halcyon-web', username, password, ...more });

  /** A network is there once it has a station. */
  async function pushStation(secret: string): Promise<void> {
    const token = await clientToken('pusher', secret);
    const answer = await fetch(`${pages.system.url}/api/v1/stations?network=north`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: '[{"station_id":"a","latitude":51,"longitude":4}]',
    });
    assert.equal(answer.status, 200, await answer.text());
  }

  /** What a dialog shows this once. */
  async function shownOnce(page: Page): Promise<string> {
    const shown = page.locator('dialog[open] pre');
    await shown.waitFor();
    return (await shown.textContent()) ?? '';
  }

  const rowOf = (page: Page, name: string) =>
    page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) });

  it('add a user in 6 actions, with roles in one network, and show the password once', async () => {
    const page = await loggedIn(pages, 'ada', '/map/people');
    const hand = new Hand(page);
    await rowOf(page, 'bob').waitFor();
    await hand.press('New user');
    await hand.fill('User name', 'grace');
    await hand.tick('user', 'everywhere');
    await hand.tick('curator', 'north');
    assert.deepEqual(await findings(page), []);
    await hand.press('Save');
    const password = await shownOnce(page);
    assert.deepEqual(await findings(page), []);
    await hand.press('I have it');
    assert.equal(hand.actions, 6);
    await rowOf(page, 'grace').filter({ hasText: 'curator@north, user' }).filter({ hasText: 'must change' }).waitFor();
    assert.equal(await page.getByText(password).count(), 0);
    assert.equal(await userToken('grace', password), null);
    assert.ok(await userToken('grace', password, { new_password: OWN_PASSWORD }));
    await page.context().close();
  });

  it('change roles, renew a password, keep out, let in and delete', async () => {
    const page = await loggedIn(pages, 'ada', '/map/people');
    const hand = new Hand(page);
    const row = rowOf(page, 'grace');
    await row.filter({ hasText: 'may log in' }).waitFor();
    await hand.press('Change: grace');
    await hand.tick('curator', 'north');
    await hand.press('Save');
    await row.filter({ hasText: /–user/ }).waitFor();
    assert.equal(hand.actions, 3);
    await hand.press('New password: grace');
    await hand.press('New password');
    assert.ok(await userToken('grace', await shownOnce(page), { new_password: OWN_PASSWORD }));
    await hand.press('I have it');
    assert.equal(hand.actions, 6);
    await hand.press('Keep out: grace');
    await hand.press('Keep out');
    await row.filter({ hasText: 'kept out' }).waitFor();
    assert.equal(await userToken('grace', OWN_PASSWORD), null);
    await hand.press('Let in: grace');
    await hand.press('Let in');
    await row.filter({ hasText: 'may log in' }).waitFor();
    await hand.press('Delete: grace');
    await hand.press('Delete');
    await row.waitFor({ state: 'detached' });
    assert.equal(hand.actions, 12);
    await page.context().close();
  });

  it('refuse what the service refuses, in its words, and offer nobody to lock themselves out', async () => {
    const page = await loggedIn(pages, 'ada', '/map/people');
    const hand = new Hand(page);
    await rowOf(page, 'ada').waitFor();
    assert.equal(await page.getByRole('button', { name: /^(Keep out|Delete): ada$/ }).count(), 0);
    // The first administrator, who was made with the system, has not logged in yet: they are one all the same.
    await hand.press('Delete: admin');
    await hand.press('Delete');
    await rowOf(page, 'admin').waitFor({ state: 'detached' });
    await hand.press('Change: ada');
    await hand.tick('admin', 'everywhere');
    await hand.press('Save');
    const problem = page.getByRole('dialog').getByRole('alert');
    await problem.filter({ hasText: 'ada is the last administrator of every network' }).waitFor();
    await hand.press('Cancel');
    await page.context().close();
  });

  it('add a client in 6 actions, show its secret once, and leave those that the services need', async () => {
    const page = await loggedIn(pages, 'ada', '/map/people');
    const hand = new Hand(page);
    await rowOf(page, 'halcyon-web').filter({ hasText: 'needed by the services' }).waitFor();
    assert.equal(await page.getByRole('button', { name: /: halcyon-/ }).count(), 0);
    await hand.press('New client');
    await hand.fill('Client id', 'harbour');
    await hand.tick('feed', 'north');
    await hand.press('Save');
    const secret = await shownOnce(page);
    assert.equal(await page.locator('dialog[open]').getByText('harbour').count(), 1, 'it says whose it is once');
    await hand.press(/^Copy$/);
    await hand.press('I have it');
    assert.equal(hand.actions, 6);
    assert.ok(await clientToken('harbour', secret));
    await rowOf(page, 'harbour').filter({ hasText: 'feed@north' }).waitFor();
    await hand.press('New secret: harbour');
    await hand.press('New secret');
    const renewed = await shownOnce(page);
    await hand.press('I have it');
    assert.equal(await clientToken('harbour', secret), null);
    assert.ok(await clientToken('harbour', renewed));
    await page.context().close();
  });

  it('are not there for others', async () => {
    const page = await loggedIn(pages, 'bob', '/map/people');
    await page.getByText('bob').waitFor();
    for (const name of ['Users', 'Clients']) assert.equal(await page.getByRole('heading', { name }).count(), 0, name);
    await page.context().close();
  });

  for (const [look, options] of Object.entries(LOOKS)) {
    it(`have nothing that axe-core finds wrong, ${look}`, async () => {
      const page = await loggedIn(pages, 'ada', '/map/people', options);
      await rowOf(page, 'halcyon-web').waitFor();
      assert.deepEqual(await findings(page), []);
      const isWider = await page.evaluate<boolean>('document.documentElement.scrollWidth > window.innerWidth');
      assert.equal(isWider, false);
      const pictures = process.env['HALCYON_PICTURES'];
      if (pictures !== undefined) await page.screenshot({ path: `${pictures}/people-${look}.png`, fullPage: true });
      await page.context().close();
    });
  }
});
