import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { StatesAnswer } from '../../../../schemas/http/answers/states-answer.ts';
import { anomalyAddress } from '../../../../services/web/client/address/route.ts';
import { until } from '../../../until.ts';
import { CLOCK, findings, LOOKS, NETWORK, OpenPages } from './open-pages.ts';

const HOUR = 3_600_000;
/** Room that the map leaves between a station and what lies over it [px]. */
const ROOM = 20;
const iso = (time: number) => `${new Date(time).toISOString().slice(0, 19)}Z`;

describe('the pages in a browser', function () {
  this.timeout(180_000);
  let pages: OpenPages;
  before(async function () {
    pages = await OpenPages.startOrSkip(this);
    await pages.judged();
  });
  after(() => pages?.stop());

  /** Numbers of the legend by state. */
  const legend = async (page: Page): Promise<Record<string, number>> => {
    const lines = await page.locator('.legend li').allTextContents();
    return Object.fromEntries(
      lines.map((line) => /^(.*?)(\d+)/.exec(line)).map((found) => [found?.[1] ?? '', Number(found?.[2])]),
    );
  };
  const counts = ({ states }: StatesAnswer, state: string) => states.filter((one) => one.state === state).length;

  /** Address of the newest device failure of a thermometer, with its evidence. */
  const failureAddress = async (): Promise<string> => {
    const { anomalies } = await pages.system.get<{ anomalies: Parameters<typeof anomalyAddress>[0][] }>(
      `/api/v1/anomalies?network=${NETWORK}&class=device_failure&variable=temp_out&limit=1`,
    );
    return anomalyAddress(anomalies[0]);
  };

  it('show the stations of the network by state, as the service says', async () => {
    const page = await pages.open('/map/live');
    await page.locator('.legend li').first().waitFor();
    const now = await pages.states(pages.system.clock);
    const shown = await legend(page);
    assert.equal(shown['Good'], counts(now, 'good'));
    assert.equal(shown['Device failure'], counts(now, 'device_failure'));
    assert.ok((await page.title()).startsWith('Live map'));
    await page.context().close();
  });

  it('ask for everything once at their start, now and at a time of days ago', async () => {
    for (const query of ['', `&time=${iso(CLOCK - 48 * HOUR)}`]) {
      const page = await pages.open('/map/networks');
      const asked: string[] = [];
      page.on('request', (request) => {
        const { pathname, search } = new URL(request.url());
        // The page that was open before asks too.
        if (!request.frame().url().includes('/map/live')) return;
        if (pathname.startsWith('/api/') && pathname !== '/api/v1/stream') asked.push(pathname + search);
      });
      await page.goto(`${pages.system.url}/map/live?network=${NETWORK}${query}`);
      await page.locator('.legend li').first().waitFor();
      await until('the weather of the day is asked for', () => asked.some((path) => path.includes('/weather-events')));
      const twice = asked.filter((path, at) => asked.indexOf(path) < at);
      assert.deepEqual(twice, [], asked.join('\n'));
      const ofDay = asked.filter((path) => /^\/api\/v1\/anomalies\?.*from=/.test(path));
      assert.equal(ofDay.length, 1, ofDay.join('\n'));
      await page.context().close();
    }
  });

  it('show a front as it crosses, at times of the past', async () => {
    const times = Array.from({ length: 24 }, (_, k) => CLOCK - (k + 1) * HOUR);
    const past: { time: number; states: StatesAnswer }[] = [];
    // One after the other: each is of a whole network.
    for (const time of times) past.push({ time, states: await pages.states(time) });
    const most = past.reduce((a, b) => (counts(b.states, 'weather_event') > counts(a.states, 'weather_event') ? b : a));
    const passing = counts(most.states, 'weather_event');
    assert.ok(passing >= 5, `the demonstration has a front within the day: ${passing} stations at once`);
    const page = await pages.open(`/map/live?network=${NETWORK}&time=${iso(most.time)}`);
    await page.locator('.legend li').first().waitFor();
    assert.equal((await legend(page))['Weather event'], passing);
    // Ten minutes on by the slider: the address goes along, and what is shown is that of the time.
    await page.getByRole('slider').focus();
    await page.keyboard.press('ArrowRight');
    const next = await pages.states(most.time + 600_000);
    await holds(page, `location.search.includes('${encodeURIComponent(iso(most.time + 600_000))}')`);
    await until(
      'the legend goes along',
      async () => (await legend(page))['Weather event'] === counts(next, 'weather_event'),
    );
    await page.getByRole('button', { name: 'Live' }).click();
    await holds(page, `!location.search.includes('time=')`);
    await page.context().close();
  });

  it('play history, and stop when asked', async () => {
    const page = await pages.open(`/map/live?network=${NETWORK}&time=${iso(CLOCK - 12 * HOUR)}`);
    await page.locator('.legend li').first().waitFor();
    await page.getByRole('button', { name: 'Play this day' }).click();
    // A slot is shown for a fifth of a second: whoever looks a little late finds a later one.
    await holds(page, `new URLSearchParams(location.search).get('time') >= '${iso(CLOCK - 11 * HOUR)}'`);
    await page.getByRole('button', { name: 'Pause' }).click();
    const stopped = page.url();
    await page.waitForTimeout(600);
    assert.equal(page.url(), stopped);
    await page.context().close();
  });

  it('find a station by name, and lead to its page, by the keyboard alone', async () => {
    const [{ id, name }] = (await pages.states(CLOCK)).states;
    const page = await pages.open('/map/live');
    await page.locator('.legend li').first().waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type(name.toLowerCase());
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Open the station' }).press('Enter');
    await page.getByRole('heading', { level: 1, name }).waitFor();
    assert.ok(page.url().includes(`/map/stations/${id}`), page.url());
    await page.locator('.chart canvas').nth(4).waitFor();
    await page.goBack();
    await page.locator('.legend').waitFor();
    await page.context().close();
  });

  it('show the station that is looked for on a phone between what lies over the map', async () => {
    const [{ id, name }] = (await pages.states(CLOCK)).states;
    const page = await pages.open('/map/live', LOOKS.phone);
    await page.locator('.legend li:visible').first().waitFor();
    await page.getByRole('combobox').fill(name);
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
    const card = page.locator('.station-card');
    await card.waitFor();
    const [stage, over, below] = await Promise.all(
      [page.locator('.map'), page.locator('.over-map'), card].map((part) => part.boundingBox()),
    );
    assert.ok(stage !== null && over !== null && below !== null);
    // In the middle of the map, or of what is free where something lies over that.
    const [top, middle] = [over.y + over.height, stage.y + stage.height / 2];
    const covered = middle < top + ROOM || middle > below.y - ROOM;
    // Whoever points at a place without a station lets go of the one that was chosen.
    await page.mouse.click(LOOKS.phone.viewport.width / 2, covered ? (top + below.y) / 2 : middle);
    await page.waitForTimeout(300);
    assert.equal(await card.getAttribute('data-station'), id);
    await page.context().close();
  });

  it('show a station with its evidence, and each neighbour beside it', async () => {
    const { anomalies } = await pages.system.get<{
      anomalies: {
        anomaly_id: string;
        station_id: string;
        timestamp: string;
        spatial_verification: { neighbors: string[] };
      }[];
    }>(`/api/v1/anomalies?network=${NETWORK}&class=device_failure&variable=temp_out&limit=1`);
    const [{ anomaly_id, station_id, timestamp, spatial_verification }] = anomalies;
    const page = await pages.open(
      `/map/stations/${station_id}?network=${NETWORK}&time=${timestamp}&anomaly=${anomaly_id}`,
    );
    await page
      .locator('.neighbours figure')
      .nth(spatial_verification.neighbors.length - 1)
      .waitFor();
    assert.equal(await page.locator('.neighbours figure').count(), spatial_verification.neighbors.length);
    assert.match((await page.locator('.evidence .reason').textContent()) ?? '', /\w{3,}.*\.$/);
    await page.locator('.picks button').first().click();
    await holds(page, `document.activeElement?.classList.contains('evidence')`);
    await page.context().close();
  });

  it('keep the filters of the list through a reload', async () => {
    const page = await pages.open('/map/anomalies');
    await page.locator('tbody tr').first().waitFor();
    await page.getByLabel('Class').selectOption('weather_event');
    await page.getByLabel('Variable').selectOption('wind_speed');
    await holds(page, `[...document.querySelectorAll('tbody tr')].every((row) => row.textContent.includes('Wind'))`);
    await page.reload();
    await page.locator('tbody tr').first().waitFor();
    assert.equal(await page.getByLabel('Class').inputValue(), 'weather_event');
    const rows = await page.locator('tbody tr').allTextContents();
    assert.ok(rows.length > 3 && rows.every((row) => row.includes('Wind') && row.includes('Weather event')));
    await page.locator('tbody a').first().focus();
    await page.keyboard.press('ArrowDown');
    const second = `document.activeElement === document.querySelectorAll('tbody a')[1]`;
    assert.ok(await page.evaluate(second));
    await page.context().close();
  });

  it('let a verdict be overridden with a reason, and show both', async () => {
    const page = await pages.open(await failureAddress());
    await page.locator('.evidence').waitFor();
    await page.getByRole('button', { name: 'Override' }).click();
    await page.getByLabel('It is').selectOption('weather_event');
    await page.getByLabel('Why').fill('Hail, seen by the keeper');
    await page.getByRole('dialog').getByRole('button', { name: 'Override' }).click();
    const said = page.locator('.override');
    await said.waitFor();
    assert.match(
      (await said.textContent()) ?? '',
      /Called “Weather event” by local.*Hail.*machine says “Device failure”/,
    );
    await page.getByRole('button', { name: 'Take back' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click();
    await said.waitFor({ state: 'detached' });
    await page.context().close();
  });

  it('let a station be taken into maintenance, and out of it', async () => {
    const page = await pages.open(await failureAddress());
    await page.getByRole('button', { name: 'Maintenance' }).click();
    await page.getByLabel('Why').fill('New thermometer');
    await page.getByRole('button', { name: 'Enter' }).click();
    const known = page.locator('.known li');
    await known.waitFor();
    assert.match((await known.textContent()) ?? '', /Maintenance \(all\).*New thermometer.*local/);
    await known.getByRole('button', { name: 'End' }).click();
    await page.getByRole('button', { name: 'End it now' }).click();
    await known.waitFor({ state: 'detached' });
    await page.context().close();
  });

  it('let an alert be acknowledged with a comment, and rules be made', async () => {
    const page = await pages.open('/map/alerts?state=open');
    await page.locator('.alert').first().waitFor();
    await page.getByRole('button', { name: 'Acknowledge' }).first().click();
    await page.getByLabel(/Comment/).fill('On my way');
    await page.getByRole('dialog').getByRole('button', { name: 'Acknowledge' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const { alerts } = await pages.system.get<{ alerts: { id: string; acknowledged_by: string }[] }>(
      '/api/v1/alerts?state=acknowledged',
    );
    assert.equal(alerts[0]?.acknowledged_by, 'local');
    await page.goto(`${pages.system.url}/map/alerts/rules`);
    await page.getByRole('button', { name: 'New rule' }).click();
    await page.getByLabel('Name').fill('Storms');
    await page.getByLabel('Weather event').check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Storms' }).waitFor();
    await page.context().close();
  });

  it('keep the look that was chosen', async () => {
    const page = await pages.open('/map/networks', LOOKS.dark);
    const ground = `getComputedStyle(document.body).backgroundColor`;
    const dark = await page.evaluate(ground);
    await page.getByRole('button', { name: 'Light or dark' }).click();
    const light = await page.evaluate(ground);
    assert.notEqual(light, dark);
    await page.reload();
    assert.equal(await page.evaluate(ground), light);
    await page.context().close();
  });

  it('fit a phone, one column and nothing cut off', async () => {
    for (const address of ['/map', '/map/live', '/map/anomalies', '/map/networks', '/map/alerts']) {
      const page = await pages.open(address, LOOKS.phone);
      await page.locator('main h1').first().waitFor({ state: 'attached' });
      await page.waitForTimeout(500);
      const wide = await page.evaluate('document.documentElement.scrollWidth');
      assert.equal(wide, LOOKS.phone.viewport.width, address);
      await page.context().close();
    }
  });

  for (const [look, options] of Object.entries(LOOKS)) {
    it(`have nothing that axe-core finds wrong, ${look}`, async () => {
      const station = await failureAddress();
      for (const address of [
        '/map',
        '/map/live',
        `/map/live?time=${iso(CLOCK - 5 * HOUR)}`,
        station,
        '/map/anomalies',
        '/map/networks',
        '/map/alerts',
        '/map/alerts/rules',
        '/map/alerts/silences',
        '/map/nothing',
      ]) {
        const page = await pages.open(address, options);
        await page.locator('main h1').first().waitFor({ state: 'attached' });
        if (address === station) await page.locator('.neighbours figure').first().waitFor();
        await page.waitForTimeout(700);
        if (address === '/map/live') {
          assert.deepEqual(await findings(page), [], address);
          await page.getByRole('button', { name: 'Show as a table' }).click();
        }
        assert.deepEqual(await findings(page), [], address);
        await page.context().close();
      }
    });
  }
});

/** Waits until an expression holds in a page. Playwright's own wait would need a policy that allows to evaluate text. */
function holds(page: Page, expression: string): Promise<void> {
  return until(expression, () => page.evaluate<boolean>(expression), 20_000);
}
