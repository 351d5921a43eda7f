import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { HalcyonError } from '../../../../schemas/errors.ts';
import { assertReadable, Period } from '../../../../services/duty/report/period.ts';
import { temporaryFolder } from '../../../integration/data-folders.ts';
import { until } from '../../../until.ts';
import { findings, LOOKS, OpenPages } from './open-pages.ts';
import { Person } from './person.ts';

const CLOCK = Date.UTC(2026, 2, 3);
const HOUR = 3_600_000;
const SLOT = 600_000;

describe('the page of the report', function () {
  this.timeout(240_000);
  let pages: OpenPages;
  before(async function () {
    pages = await OpenPages.startOrSkip(this, { HALCYON_FEED: '' }, CLOCK);
    // Two days; the second station stops half way, and its thermometer reads what none can.
    const reports = (station_id: string, hours: number, temp_out: number) =>
      Array.from({ length: hours * 6 }, (_, k) => ({
        ...{
          station_id,
          station_name: `Station ${station_id.toUpperCase()}`,
          latitude: 51,
          longitude: 4,
          model: 'BX2',
        },
        ...{ manufacturer: station_id === 'a' ? 'Boreal' : 'Cirrus', bar: 1013 },
        time: new Date(CLOCK - 48 * HOUR + k * SLOT).toISOString(),
        temp_out,
      }));
    // In the order of their times: what is older than the rest comes too late to be judged.
    const observations = [...reports('a', 48, 10), ...reports('b', 24, 99)].sort((a, b) => (a.time < b.time ? -1 : 1));
    await pages.system.send('POST', '/api/v1/observations?network=north', observations);
    await until('everything is judged', async () => {
      const { values } = await pages.system.get<{ values: { received: number; not_judged: { not_yet?: number } } }>(
        '/api/v1/coverage?network=north&from=2026-03-01T00:00:00Z',
      );
      return values.received === 2 * observations.length && (values.not_judged.not_yet ?? 0) === 0;
    });
  });
  after(() => pages?.stop());

  async function isSound(page: Page, what: string): Promise<void> {
    assert.deepEqual(await findings(page), [], what);
    assert.equal(await page.evaluate('document.documentElement.scrollWidth > window.innerWidth'), false, what);
    assert.doesNotMatch(await page.evaluate<string>('document.body.innerText'), /undefined|NaN|\[object/, what);
  }

  it('says which day of its address is none, and another page which time', async () => {
    for (const [path, said] of [
      ['/map/report?network=north&from=2026-13-01', 'The day “2026-13-01” in the address cannot be read.'],
      ['/map/live?network=north&time=yesterday', 'The time “yesterday” in the address cannot be read.'],
      [
        '/map?network=north&time=9999-99-99T00:00:00Z',
        'The time “9999-99-99T00:00:00Z” in the address cannot be read.',
      ],
    ]) {
      const page = await pages.open(path);
      await page.getByRole('alert').getByText(said).waitFor();
      await page.context().close();
    }
  });

  it('says in one action how good the network was this month', async () => {
    const page = await pages.open('/map/live?network=north');
    const person = new Person(page);
    await person.click(page.getByRole('link', { name: 'Report' }));
    await page.getByRole('heading', { name: 'Report of north' }).waitFor();
    const worst = page.locator('.report-worst li');
    await worst.filter({ hasText: /^Station B lost \d/ }).waitFor();
    assert.match((await worst.first().textContent()) ?? '', /did not come, .* are wrong\. Most of it: Temperature\./);
    const row = (name: string) => page.locator('.heat tbody tr').filter({ hasText: name });
    assert.match(
      (await row('Station B').locator('td').last().getAttribute('title')) ?? '',
      /^Station B, 2 Mar: 0\.0%$/,
    );
    assert.match((await row('Station A').locator('td').last().getAttribute('title')) ?? '', /^Station A, 2 Mar: 100/);
    const made = page.getByRole('table', { name: 'By manufacturer' }).getByRole('row');
    assert.match((await made.filter({ hasText: 'Cirrus' }).textContent()) ?? '', /^Cirrus/);
    assert.equal(person.actions, 1);
    await page.context().close();
  });

  it('is of the days that are chosen, which its address keeps, and saves the sensors as CSV', async () => {
    const page = await pages.open('/map/report?network=north');
    await page.getByRole('heading', { name: 'Report of north' }).waitFor();
    const person = new Person(page);
    await person.fill(page.getByLabel('From (day of UTC)'), '2026-03-01');
    await person.fill(page.getByLabel('To (day of UTC)'), '2026-03-01');
    await person.click(page.getByRole('button', { name: 'Show', exact: true }));
    await page.locator('.heat thead').getByText('1', { exact: true }).waitFor();
    await until('one day is shown', async () => (await page.locator('.heat thead .day').count()) === 1);
    assert.equal(new URL(page.url()).search, '?network=north&from=2026-03-01&to=2026-03-01');
    const saving = page.waitForEvent('download');
    await person.click(page.getByRole('button', { name: 'Download as CSV' }));
    const saved = await saving;
    assert.equal(saved.suggestedFilename(), 'north_2026-03-01_2026-03-01.csv');
    const file = join(temporaryFolder(), 'report.csv');
    await saved.saveAs(file);
    const [head, ...rows] = readFileSync(file, 'utf8').trim().split(/\r?\n/);
    assert.match(head, /^station_id,.*hours_failed/);
    assert.deepEqual(rows.map((line) => line.split(',')[4]).sort(), ['bar', 'bar', 'temp_out', 'temp_out']);
    assert.equal(person.actions, 4);
    await page.getByLabel('To (day of UTC)').fill('2026-02-27');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.getByRole('alert').filter({ hasText: 'From should not be after To.' }).waitFor();
    await page.context().close();
  });

  it('says that nothing came where nothing did, and leads to the newest data', async () => {
    const page = await pages.open('/map/report?network=north&from=2026-01-01&to=2026-01-02');
    await page.getByText('Nothing came from this network in this time.').waitFor();
    await page.getByRole('button', { name: 'To the newest data' }).click();
    await page.locator('.report-worst').waitFor();
    await page.context().close();
  });

  it('shows a period in parts that is too long for the size of the network, as the mail of a month links to', async () => {
    const page = await pages.open('/map/networks');
    const asked: string[] = [];
    // As the service refuses a report on more stations than are here.
    await page.route('**/api/v1/report?*', async (route) => {
      const query = new URL(route.request().url()).searchParams;
      const [from, to] = ['from', 'to'].map((name) => Date.parse(query.get(name) ?? ''));
      asked.push(`${query.get('from')?.slice(0, 10)} ${query.get('to')?.slice(0, 10)}`);
      try {
        assertReadable(new Period(from, to), 10_000);
      } catch (error) {
        const { message, problems } = error as HalcyonError;
        return route.fulfill({ status: 422, json: { detail: problems.length > 0 ? problems : message } });
      }
      return route.continue();
    });
    await page.goto(`${pages.system.url}/map/report?network=north&from=2026-02-01&to=2026-02-28`);
    const parts = page.getByRole('region', { name: 'Parts of the period' });
    await parts.getByRole('button', { name: /^20 Feb 2026/ }).waitFor();
    await page.getByText('Nothing came from this network in this time.').waitFor();
    assert.deepEqual(asked, ['2026-02-01 2026-02-28', '2026-02-01 2026-02-10']);
    assert.equal(new URL(page.url()).search, '?network=north&from=2026-02-01&to=2026-02-28');
    const person = new Person(page);
    await person.click(parts.getByRole('button').last());
    await until('the last part is asked for', () => asked.at(-1) === '2026-02-20 2026-02-28');
    assert.equal(await parts.getByRole('button', { pressed: true }).textContent(), '20 Feb 2026 to 28 Feb 2026 UTC');
    assert.deepEqual(await findings(page), []);
    await person.click(page.getByRole('button', { name: 'To the newest data' }));
    await page.locator('.report-worst').waitFor();
    assert.equal(await parts.count(), 0);
    await page.context().close();
  });

  it('prints without its bar and its form', async () => {
    const page = await pages.open('/map/report?network=north', LOOKS.dark);
    await page.locator('.report-worst').waitFor();
    await page.emulateMedia({ media: 'print' });
    assert.equal(await page.locator('.bar').isVisible(), false);
    assert.equal(await page.getByRole('button', { name: 'Print' }).isVisible(), false);
    assert.equal(await page.locator('.heat').isVisible(), true);
    assert.equal(await page.evaluate('getComputedStyle(document.querySelector("main")).overflow'), 'visible');
    // As wide as paper of A4 between its margins.
    await page.setViewportSize({ width: 718, height: 1000 });
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 718);
    const cutOff = `[...document.querySelectorAll('.table')].filter((one) => one.scrollWidth > one.clientWidth).length`;
    assert.equal(await page.evaluate(cutOff), 0, 'tables are cut off');
    await page.context().close();
  });

  for (const [look, options] of Object.entries(LOOKS)) {
    it(`has nothing that axe-core finds wrong, ${look}`, async () => {
      for (const locale of ['en-GB', 'de-DE', 'fr-FR', 'el-GR']) {
        const page = await pages.open('/map/report?network=north', { ...options, locale });
        await page.locator('.report-worst').waitFor();
        await isSound(page, `${locale} ${look}`);
        await page.context().close();
      }
    });
  }
});
