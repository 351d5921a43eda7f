import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { NowAnswer } from '../../../../schemas/http/answers/now-answer.ts';
import { isoOf } from '../../../../schemas/time.ts';
import { temporaryFolder } from '../../../integration/data-folders.ts';
import { until } from '../../../until.ts';
import { held } from './held-answers.ts';
import { loggedIn } from './logged-in.ts';
import { findings, LOOKS, OpenPages } from './open-pages.ts';
import { Person } from './person.ts';

const CLOCK = Date.UTC(2026, 2, 1, 13);
const HOUR = 3_600_000;

const LONG_NAME = 'mountain_weather_stations_of_the_university';

/** In a page: names of the bar that lie outside of it, or behind the tools beside it. */
const HIDDEN_NAMES = `(() => {
  const bar = document.querySelector('#pages').getBoundingClientRect();
  const tools = document.querySelector('#tools').getBoundingClientRect();
  return [...document.querySelectorAll('#pages a')]
    .filter((link) => {
      const { left, right, top, bottom } = link.getBoundingClientRect();
      return left < bar.left || right > bar.right + 0.5 || (right > tools.left && top < tools.bottom && bottom > tools.top);
    })
    .map((link) => link.textContent)
    .join();
})()`;

describe('the pages of everyday jobs', function () {
  this.timeout(240_000);
  let pages: OpenPages;
  before(async function () {
    pages = await OpenPages.startOrSkip(this, { HALCYON_FEED: '' }, CLOCK);
    const observations = Array.from({ length: 12 }, (_, k) =>
      ['a', 'b'].map((station_id) => ({
        station_id,
        station_name: `Station ${station_id.toUpperCase()}`,
        time: new Date(CLOCK - HOUR - k * 600_000).toISOString(),
        temp_out: 10 + k / 10,
        wind_speed: 36,
        latitude: 51,
        longitude: station_id === 'a' ? 4 : 4.1,
      })),
    ).flat();
    await pages.system.send('POST', '/api/v1/observations?network=north', observations);
    await until('the stations are there', async () => {
      const { stations } = await pages.system.get<{ stations: unknown[] }>('/api/v1/stations?network=north');
      return stations.length === 2;
    });
  });
  after(() => pages?.stop());

  /** Axe finds nothing, nothing is cut off, and nothing is unsaid. */
  async function isSound(page: Page, what: string): Promise<void> {
    assert.deepEqual(await findings(page), [], what);
    const isWider = await page.evaluate<boolean>('document.documentElement.scrollWidth > window.innerWidth');
    assert.equal(isWider, false, what);
    assert.doesNotMatch(await page.evaluate<string>('document.body.innerText'), /undefined|NaN|\[object/, what);
  }

  it('download the data of a station with their flags, and give the same request as curl and Python', async () => {
    const page = await pages.open('/map/data?network=north');
    await page.getByLabel('Stations, by name or id, several with commas').fill('station a');
    await page.getByLabel('From (UTC)').fill('2026-03-01T00:00');
    await page.getByLabel('To (UTC)').fill('2026-03-01T13:00');
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    const saved = await saving;
    assert.equal(saved.suggestedFilename(), 'north_a_2026-03-01_2026-03-01.csv');
    const file = join(temporaryFolder(), 'observations.csv');
    await saved.saveAs(file);
    const [head, ...rows] = readFileSync(file, 'utf8').trim().split(/\r?\n/);
    assert.match(head, /station_id.*temp_out.*temp_out_flag/);
    assert.equal(rows.length, 12);
    assert.ok(rows.every((row) => row.includes(',a,')));
    const curl = (await page.locator('pre').first().textContent()) ?? '';
    assert.match(curl, /^curl -f -o 'north_a_[^']*' '[^']*station=a&from=2026-03-01T00%3A00%3A00Z/);
    const address = /'(http[^']*)'/.exec(curl)?.[1] ?? '';
    assert.equal(await (await fetch(address)).text(), readFileSync(file, 'utf8'), 'the command gets the same');
    await page.getByLabel('Stations, by name or id, several with commas').fill('nowhere');
    await page.getByRole('alert').filter({ hasText: 'There is no station “nowhere” in north.' }).waitFor();
    await page.context().close();
  });

  it('wait for the stations before they download what is written of them', async () => {
    const page = await pages.open('/map/networks');
    const answer = await held(page, '**/api/v1/stations?*');
    await page.goto(`${pages.system.url}/map/data?network=north`);
    await page.getByLabel('Stations, by name or id, several with commas').fill('station a');
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    answer();
    assert.match((await saving).suggestedFilename(), /^north_a_/);
    await page.context().close();
  });

  it('add, change, retire and import stations', async () => {
    const page = await pages.open('/map/stations?network=north');
    await page.getByRole('row').filter({ hasText: 'Station A' }).waitFor();
    await page.getByRole('button', { name: 'New station' }).click();
    await page.getByLabel('Id', { exact: true }).fill('c');
    await page.getByLabel('Name', { exact: true }).fill('Hill');
    await page.getByLabel('Latitude [°]').fill('51.2');
    await page.getByLabel('Longitude [°]').fill('4.2');
    await page.getByRole('button', { name: 'Save' }).click();
    const row = page.getByRole('row').filter({ hasText: 'Hill' });
    await row.waitFor();
    await page.getByRole('button', { name: 'Change: Hill' }).click();
    await page.getByLabel('Elevation [m]').fill('312');
    await page.getByRole('button', { name: 'Save' }).click();
    await row.filter({ hasText: '312 m' }).waitFor();
    await page.getByRole('button', { name: 'Retire: Hill' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Retire' }).click();
    await row.waitFor({ state: 'detached' });
    const { retired, elevation } = await pages.system.get<{ retired: boolean; elevation: number }>(
      '/api/v1/stations/c?network=north',
    );
    assert.deepEqual({ retired, elevation }, { retired: true, elevation: 312 });

    const table = join(temporaryFolder(), 'stations.csv');
    writeFileSync(table, 'Code;Label;North;East\nx1;Dyke;51,3;4,3\nx2;Pier;51,4;nought\n');
    await page.getByRole('button', { name: 'Import a CSV file' }).click();
    await page.locator('[name=file]').setInputFiles(table);
    const problem = page.getByRole('dialog').getByRole('alert');
    await problem.filter({ hasText: 'Choose the columns' }).waitFor();
    await page.getByLabel('Column of: Name').selectOption('Label');
    await page.getByLabel('Column of: Latitude [°]').selectOption('North');
    await page.getByLabel('Column of: Longitude [°]').selectOption('East');
    await problem.filter({ hasText: 'Row 2: Longitude [°] is “nought”, should be a number' }).waitFor();
    const register = page.getByRole('button', { name: /^Register/ });
    assert.equal(await register.isDisabled(), true);
    const mended = join(temporaryFolder(), 'mended.csv');
    writeFileSync(mended, 'Code;Label;North;East\nx1;Dyke;51,3;4,3\nx2;Pier;51,4;4,4\n');
    await page.locator('[name=file]').setInputFiles(mended);
    await page.getByRole('button', { name: 'Register 2 stations in north' }).waitFor();
    await isSound(page, 'the dialog of the import');
    await page.getByRole('button', { name: 'Register 2 stations in north' }).click();
    await page.getByRole('row').filter({ hasText: 'Pier' }).waitFor();
    await page.context().close();
  });

  it('show whether ingest is healthy, and replay dead letters when their cause is gone', async () => {
    await pages.system.send('POST', '/api/v1/observations?network=north', [
      { station_id: 'late', time: '2026-03-01T12:00:00Z', temp_out: 9 },
      { station_id: 'a', time: 'yesterday', temp_out: 9 },
    ]);
    const page = await pages.open('/map/ingest?network=north');
    await page.getByRole('row').filter({ hasText: 'push' }).first().waitFor();
    await page.getByLabel('Reason').selectOption('unknown_station');
    const letter = page.getByRole('row').filter({ hasText: '"late"' });
    await letter.waitFor();
    assert.equal(await page.getByRole('row').filter({ hasText: 'yesterday' }).count(), 0);
    await page.getByRole('button', { name: /^Replay:/ }).click();
    await page.locator('#content').getByText('0 accepted, 1 still unreadable.').waitFor();
    await pages.system.send('POST', '/api/v1/stations?network=north', [
      { station_id: 'late', latitude: 51, longitude: 4.3 },
    ]);
    await page.getByRole('button', { name: 'Replay the one shown' }).click();
    await page.locator('#content').getByText('1 accepted, 0 still unreadable.').waitFor();
    await letter.waitFor({ state: 'detached' });
    const { observations } = await pages.system.get<{ observations: unknown[] }>(
      '/api/v1/observations?network=north&station=late',
    );
    assert.equal(observations.length, 1);
    await isSound(page, 'ingest');
    await page.context().close();
  });

  it('show imported history that is older than the states, by a date and by its newest data', async () => {
    await pages.system.send('POST', '/api/v1/observations?network=old', [
      { station_id: 'z', time: '2022-07-05T12:00:00Z', temp_out: 20, latitude: 40, longitude: 20 },
    ]);
    // What came within half a minute is said to be coming in.
    pages.system.clock += 60_000;
    const page = await pages.open('/map/live?network=old');
    await page.getByText('The newest report is of 5 Jul 2022 12:00 UTC.').waitFor();
    await page.getByRole('button', { name: 'Show that time' }).click();
    await until('that time is shown', () => Promise.resolve(page.url().includes('time=2022-07-05T12%3A00%3A00Z')));
    await page.goto(`${pages.system.url}/map/stations/z?network=old`);
    await page.getByText('Nothing came from this station in this time.').waitFor();
    await page.getByRole('button', { name: 'Newest data' }).click();
    await page.locator('.chart canvas').first().waitFor();
    await page.getByLabel('Show a date').fill('2022-07-01');
    await page.getByText('Nothing came from this station in this time.').waitFor();
    await page.context().close();
  });

  it('say how far judging has come while reports of the past come in, and call no feed out', async () => {
    const { system } = pages;
    const reports = Array.from({ length: 19 }, (_, slot) =>
      [0, 1, 2].map((k) => ({
        station_id: `past-${k}`,
        time: new Date(system.clock - 8 * HOUR + (slot * HOUR) / 6).toISOString(),
        ...{ temp_out: 12 + k + slot / 10, latitude: 51 + k / 20, longitude: 4 },
      })),
    );
    await system.send('POST', '/api/v1/observations?network=past', reports.flat());
    const page = await pages.open('/map/networks');
    // Before that is answered nobody knows whether there are any.
    const answer = await held(page, '**/api/v1/outages?*');
    await page.goto(`${system.url}/map?network=past`);
    const card = page.locator('#open .card').first();
    await card.getByText('Reports of the past are coming in.').waitFor();
    const silent = async () => (await page.locator('.summary a[href="#silent"]').textContent())?.trim();
    const outages = async () => (await page.locator('.summary a[href="#outages"]').textContent())?.trim();
    assert.equal(await silent(), '0 Silent stations');
    assert.equal(await outages(), 'Outages of the feed: not known');
    answer();
    system.clock += 60_000;
    const isNow = async () => (await system.get<NowAnswer>('/api/v1/now?network=past')).time === isoOf(system.clock);
    await until('the answer of the minute before is no longer kept', isNow);
    await page.reload();
    await card.getByText('No report of the last 5 h has come.').waitFor();
    assert.equal(await silent(), '3 Silent stations');
    await page.context().close();
  });

  // Before, the list of networks had a dash for it, while other pages had the time.
  it('say when the newest report of a network was, however long ago', async () => {
    const time = new Date(pages.system.clock - 100 * 24 * HOUR).toISOString();
    const report = { station_id: 'a', time, temp_out: 12, latitude: 51, longitude: 4 };
    await pages.system.send('POST', '/api/v1/observations?network=ended', [report]);
    const page = await pages.open('/map/networks');
    const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'ended' }) });
    await row.locator('td.nowrap').waitFor();
    assert.match((await row.locator('td.nowrap').textContent()) ?? '', /\d\d:\d\d$/);
    await page.context().close();
  });

  for (const [look, options] of Object.entries(LOOKS)) {
    it(`save last week's data of three stations with their flags as CSV in 2 actions (job 6), ${look}`, async () => {
      const place = { latitude: 51, longitude: 4.2, time: new Date(CLOCK - HOUR).toISOString(), temp_out: 9 };
      await pages.system.send(
        'POST',
        '/api/v1/observations?network=west',
        ['a', 'b', 'c', 'd'].map((station_id) => ({ station_id, station_name: `Station ${station_id}`, ...place })),
      );
      await until('the stations are there', async () => {
        const { stations } = await pages.system.get<{ stations: unknown[] }>('/api/v1/stations?network=west');
        return stations.length === 4;
      });
      const page = await pages.open('/map/data?network=west', options);
      const person = new Person(page);
      await person.fill(page.getByLabel('Stations, by name or id, several with commas'), 'station a, c, Station D');
      const saving = page.waitForEvent('download');
      await person.click(page.getByRole('button', { name: 'Download' }));
      const saved = await saving;
      assert.equal(saved.suggestedFilename(), 'west_a-c-d_2026-02-22_2026-03-01.csv');
      const file = join(temporaryFolder(), `three-${look}.csv`);
      await saved.saveAs(file);
      const [head, ...rows] = readFileSync(file, 'utf8').trim().split(/\r?\n/);
      assert.match(head, /station_id.*temp_out.*temp_out_flag/);
      assert.deepEqual(rows.map((row) => /,([a-d]),/.exec(row)?.[1]).sort(), ['a', 'c', 'd']);
      assert.equal(person.actions, 2);
      await page.context().close();
    });
  }

  async function addLongNamed(): Promise<void> {
    await pages.system.send('POST', `/api/v1/observations?network=${LONG_NAME}`, [
      { station_id: 'a', latitude: 51, longitude: 4, time: new Date(CLOCK - HOUR).toISOString(), temp_out: 9 },
    ]);
  }

  it('show every name of the bar, in every language, beside a network with a long name', async () => {
    await addLongNamed();
    for (const locale of ['en-GB', 'de-DE', 'fr-FR', 'el-GR']) {
      for (const [width, lines] of [
        [1440, 1],
        [1280, 1],
        [1024, 2],
        [800, 3],
      ] as const) {
        const look = { viewport: { width, height: 800 }, locale };
        const page = await pages.open('/map/report?network=north', look);
        await page.locator('#pages a').nth(10).waitFor();
        await page.getByRole('option', { name: LONG_NAME }).waitFor({ state: 'attached' });
        assert.equal(await page.evaluate(HIDDEN_NAMES), '', `${locale} at ${width} px`);
        const box = await page.locator('.bar').boundingBox();
        assert.ok((box?.height ?? 0) < 44 * lines + 12, `${locale} at ${width} px: ${box?.height} px high`);
        await page.context().close();
      }
    }
  });

  it('keep the tools of the bar on a phone, beside a network with a long name', async () => {
    await addLongNamed();
    for (const locale of ['en-GB', 'el-GR']) {
      for (const width of [390, 320]) {
        const page = await pages.open('/map/report?network=north', { viewport: { width, height: 700 }, locale });
        await page.getByRole('option', { name: LONG_NAME }).waitFor({ state: 'attached' });
        const button = await page.locator('#tools button').nth(1).boundingBox();
        assert.ok(button !== null && button.x + button.width <= width, `${locale} at ${width} px`);
        await page.context().close();
      }
    }
  });

  // A card of a station said "unknown – –", without what these are of.
  it('say on a card of a station what each value is of', async () => {
    const page = await pages.open('/map/stations?network=north', LOOKS.phone);
    const row = page.locator('tbody tr').first();
    await row.waitFor();
    for (const head of ['Pressure is reduced to', 'Rain is the amount of', 'Model']) {
      assert.equal(await row.locator(`td[data-head="${head}"]`).count(), 1, head);
    }
    await page.context().close();
  });

  it('speak the language, the units and the time zone that are chosen', async () => {
    const page = await pages.open('/map/stations?network=north', { ...LOOKS.light, locale: 'de-DE' });
    await page.getByRole('heading', { name: 'Stationen' }).waitFor();
    assert.equal(await page.evaluate('document.documentElement.lang'), 'de');
    await page.getByRole('button', { name: 'Sprache, Einheiten, Zeitzone' }).click();
    await page.locator('[name=language]').selectOption('el');
    await page.locator('[name=units]').selectOption('knots');
    await page.locator('[name=zone]').selectOption('Europe/Athens');
    await page.getByRole('button', { name: 'So anzeigen' }).click();
    await page.getByRole('heading', { name: 'Σταθμοί' }).waitFor();
    await page.goto(`${pages.system.url}/map/stations/a?network=north&time=2026-03-01T12:00:00Z`);
    await page.getByText('19,4 kn').first().waitFor();
    await page.getByText('1 Μαρ 14:00').first().waitFor();
    await page.context().close();
  });

  it('keep the way back to the map beside its table', async () => {
    for (const look of [LOOKS.light, LOOKS.phone]) {
      const page = await pages.open('/map/live?network=north', look);
      await page.getByRole('button', { name: 'Show as a table' }).click();
      await page.getByRole('cell').first().waitFor();
      // A click that something else would get fails.
      await page.getByRole('button', { name: 'Show the map' }).click({ timeout: 5000 });
      await page.getByRole('cell').first().waitFor({ state: 'detached' });
      await page.context().close();
    }
  });

  for (const [look, options] of Object.entries(LOOKS)) {
    it(`have nothing that axe-core finds wrong, ${look}`, async () => {
      for (const locale of ['en-GB', 'el-GR']) {
        for (const path of ['data', 'stations', 'ingest', 'people', 'networks']) {
          const page = await pages.open(`/map/${path}?network=north`, { ...options, locale });
          await page.locator('main h1').first().waitFor({ state: 'attached' });
          await page.locator('.waiting').first().waitFor({ state: 'detached' });
          await isSound(page, `${path} ${locale} ${look}`);
          await page.context().close();
        }
      }
    });
  }
});

describe('the pages of everyday jobs, where people log in', function () {
  this.timeout(240_000);
  let pages: OpenPages;
  before(async function () {
    pages = await OpenPages.startOrSkip(this, { HALCYON_AUTH: 'required', HALCYON_FEED: '' });
    await pages.user('ada', 'admin');
    await pages.user('bob', 'user');
  });
  after(() => pages?.stop());

  it('say who has logged in and what they may do, and offer no more', async () => {
    const page = await loggedIn(pages, 'bob', '/map/people');
    await page.getByText('bob').waitFor();
    assert.match((await page.getByRole('row').filter({ hasText: 'Push observations' }).textContent()) ?? '', /no$/);
    assert.deepEqual(await findings(page), []);
    await page.getByRole('link', { name: 'Stations' }).click();
    await page.getByText('0 of 0 stations').waitFor();
    assert.equal(await page.getByRole('button', { name: 'New station' }).count(), 0);
    assert.equal(await page.getByRole('link', { name: 'Ingest' }).count(), 0);
    await page.context().close();
    const other = await loggedIn(pages, 'ada', '/map/stations');
    await other.getByRole('button', { name: 'New station' }).waitFor();
    await other.context().close();
  });

  it('keep the way to log out on a phone, beside a network with a long name', async () => {
    const page = await loggedIn(pages, 'bob', '/map/people', { ...LOOKS.phone, locale: 'el-GR' });
    const networks = ['north', LONG_NAME].map((network) => ({ network }));
    await page.route('**/api/v1/networks', (route) => route.fulfill({ json: { networks } }));
    await page.reload();
    await page.getByRole('option', { name: LONG_NAME }).waitFor({ state: 'attached' });
    const button = await page.locator('#tools button').last().boundingBox();
    const width = page.viewportSize()?.width ?? 0;
    assert.ok(button !== null && button.x + button.width <= width, JSON.stringify(button));
    await page.context().close();
  });
});
