import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { until } from '../../../until.ts';
import { loggedIn } from './logged-in.ts';
import { findings, LOOKS, OpenPages } from './open-pages.ts';
import { Person } from './person.ts';

const CLOCK = Date.UTC(2026, 2, 1, 13);
const NAMES = ['Alder', 'Beech', 'Cedar', 'Dogwood', 'Elm', 'Fir'];

interface Window {
  readonly station_id: string;
  readonly from: string;
  readonly to: string;
  readonly reason: string;
}

/** Clicks on a station of the map, which is found as a person finds it: by the name under the pointer. */
async function clickOnMap(page: Page, name: string): Promise<void> {
  const box = await page.locator('.plan-map').boundingBox();
  if (box === null) throw new Error('the map is not there');
  for (let x = 0; x < box.width; x += 8) {
    await page.mouse.move(box.x + x, box.y + box.height / 2);
    if ((await page.locator('.leaflet-tooltip').filter({ hasText: name }).count()) === 0) continue;
    await page.mouse.click(box.x + x, box.y + box.height / 2);
    return;
  }
  throw new Error(`${name} is not on the map`);
}

/** Stations of a network, one beside the other. */
const stationsOf = () =>
  NAMES.map((station_name, k) => ({ station_id: `s${k}`, station_name, latitude: 51, longitude: 4 + k / 5 }));

describe('the page of the calendar', function () {
  this.timeout(240_000);
  let pages: OpenPages;
  before(async function () {
    pages = await OpenPages.startOrSkip(this, { HALCYON_FEED: '' }, CLOCK);
    await pages.system.send('POST', '/api/v1/stations?network=north', stationsOf());
    await until('the stations are there', async () => {
      const { stations } = await pages.system.get<{ stations: unknown[] }>('/api/v1/stations?network=north');
      return stations.length === NAMES.length;
    });
    // For the look of the page: no test counts it.
    const painted = { from: '2026-03-20T00:00:00Z', to: '2026-03-21T00:00:00Z', reason: 'paint' };
    await pages.system.send('POST', '/api/v1/silences', { network: 'north', stations: ['s5'], ...painted });
  });
  after(() => pages?.stop());

  const windows = async () =>
    (await pages.system.get<{ maintenance: Window[] }>('/api/v1/maintenance?network=north')).maintenance.filter(
      ({ from, to }) => to > from,
    );

  it('puts five stations into maintenance tomorrow from 9 to 11, in local time', async () => {
    const page = await pages.open('/map/alerts/calendar?network=north', LOOKS.light);
    await page.evaluate(`localStorage.setItem('halcyon-display', JSON.stringify({ zone: 'Europe/Brussels' }))`);
    await page.reload();
    await page.locator('.month').waitFor();
    const person = new Person(page);
    await person.click(page.getByRole('button', { name: 'New entry' }));
    const search = page.getByRole('combobox', { name: 'Stations' });
    await person.click(search);
    for (const name of NAMES.slice(0, 5)) {
      await person.type(name.slice(0, 3));
      await person.press('Enter');
    }
    await page.getByText('5 stations, once: 5 entries. No fault is open there now.').waitFor();
    assert.equal(await page.locator('dialog [name=from]').inputValue(), '2026-03-02T09:00');
    assert.equal(await page.locator('dialog [name=to]').inputValue(), '2026-03-02T11:00');
    await person.fill(page.getByLabel('Why'), 'new screens');
    assert.deepEqual(await findings(page), [], 'the form');
    await person.click(page.getByRole('button', { name: 'Enter', exact: true }));
    await page.getByText('5 entries are entered.').waitFor();
    // The form, the search, a name and a key for each station, the reason, the button.
    assert.equal(person.actions, 14);
    assert.deepEqual(
      (await windows()).map(({ station_id, from, to, reason }) => [station_id, from, to, reason]).sort(),
      ['s0', 's1', 's2', 's3', 's4'].map((id) => [id, '2026-03-02T08:00:00Z', '2026-03-02T10:00:00Z', 'new screens']),
    );
    const entry = page.getByRole('button', { name: '09:00–11:00 Maintenance: 5 stations' });
    await entry.click();
    await page.getByText('Alder, Beech, Cedar, Dogwood, Elm').waitFor();
    assert.deepEqual(await findings(page), [], 'the entry');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await entry.waitFor({ state: 'detached' });
    assert.deepEqual(await windows(), []);
    await page.context().close();
  });

  it('silences stations that are picked on the map each week, and ends one of the times', async () => {
    const page = await pages.open('/map/alerts/calendar?network=north');
    await page.locator('.month').waitFor();
    await page.getByRole('button', { name: 'New entry' }).click();
    await page.locator('.plan-map canvas').first().waitFor();
    await page.locator('dialog [name=kind]').selectOption('silence');
    await page.locator('dialog [name=times]').selectOption('4');
    for (const name of ['Alder', 'Fir']) await clickOnMap(page, name);
    await page.getByText('2 stations, 4 times: 4 entries.').waitFor();
    await page.getByLabel('Why').fill('ice');
    await page.getByRole('button', { name: 'Enter', exact: true }).click();
    await page.getByText('4 entries are entered.').waitFor();
    const entries = page.getByRole('button', { name: '09:00–11:00 Silence: 2 stations' });
    await until('all four are shown', async () => (await entries.count()) === 4);
    await entries.nth(1).click();
    await page.getByText('Alder, Fir').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'End' }).click();
    await until('it is gone', async () => (await entries.count()) === 3);
    await page.getByRole('button', { name: 'A month later' }).click();
    await page.getByRole('heading', { name: 'April 2026' }).waitFor();
    assert.equal(new URL(page.url()).searchParams.get('month'), '2026-04');
    await page.context().close();
  });

  it('says what is missing in a plan', async () => {
    const page = await pages.open('/map/alerts/calendar?network=north&month=2026-09');
    await page.getByText('Nothing is entered for this month.').waitFor();
    await page.getByRole('button', { name: 'New entry' }).click();
    await page.getByLabel('Why').fill('x');
    await page.getByRole('button', { name: 'Enter', exact: true }).click();
    const problem = page.getByRole('dialog').getByRole('alert');
    await problem.filter({ hasText: 'Choose a station at least.' }).waitFor();
    await page.getByRole('combobox', { name: 'Stations' }).fill('elm');
    await page.keyboard.press('Enter');
    await page.locator('dialog [name=to]').fill('2026-03-02T08:00');
    await page.getByRole('button', { name: 'Enter', exact: true }).click();
    await problem.filter({ hasText: 'From should be before To.' }).waitFor();
    await page.context().close();
  });

  async function isSound(page: Page, what: string): Promise<void> {
    assert.deepEqual(await findings(page), [], what);
    assert.equal(await page.evaluate('document.documentElement.scrollWidth > window.innerWidth'), false, what);
    assert.doesNotMatch(await page.evaluate<string>('document.body.innerText'), /undefined|NaN|\[object/, what);
  }

  for (const [look, options] of Object.entries(LOOKS)) {
    it(`has nothing that axe-core finds wrong, ${look}`, async () => {
      for (const locale of ['en-GB', 'de-DE', 'fr-FR', 'el-GR']) {
        const page = await pages.open('/map/alerts/calendar?network=north', { ...options, locale });
        await page.locator('.month .entry').first().waitFor();
        await isSound(page, `${locale} ${look}`);
        await page.locator('.calendar-bar .main').click();
        const isCut = `(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)(document.querySelector('dialog[open]'))`;
        assert.equal(await page.evaluate(isCut), false, `the form ${locale} ${look}`);
        await page.context().close();
      }
    });
  }
});

describe('the page of the calendar, where people log in', function () {
  this.timeout(240_000);
  let pages: OpenPages;
  before(async function () {
    pages = await OpenPages.startOrSkip(this, { HALCYON_AUTH: 'required', HALCYON_FEED: '' });
    await pages.user('bob', 'user');
  });
  after(() => pages?.stop());

  it('offers a user nothing to enter', async () => {
    const page = await loggedIn(pages, 'bob', '/map/alerts/calendar');
    await page.getByRole('heading', { name: 'Calendar' }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'New entry' }).count(), 0);
    await page.context().close();
  });
});
