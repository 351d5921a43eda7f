import assert from 'node:assert/strict';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import type { AnomalyAnswer } from '../../../../schemas/http/answers/anomaly-answer.ts';
import type { StatesAnswer } from '../../../../schemas/http/answers/states-answer.ts';
import { anomalyAddress, stationAddress } from '../../../../services/web/client/address/route.ts';
import { until } from '../../../until.ts';
import { findings, LOOKS, OpenPages } from './open-pages.ts';

const FOLDER = process.env['HALCYON_QUALITY_DATA'] ?? '';
const HOUR = 3_600_000;
const iso = (time: number) => `${new Date(time).toISOString().slice(0, 19)}Z`;

/**
 * The pages over a folder of real observations (`stations.csv`, `observations.csv.gz`), which HALCYON_QUALITY_DATA names:
 * real data are no part of the project. The pictures are kept, to be looked at: what is ugly no assertion finds.
 */
describe('the pages over real data', function () {
  this.timeout(400_000);
  let pages: OpenPages;
  let network: string;
  let last: number;
  /** Where most stations saw weather at once. */
  let front: { time: number; stations: number };
  let pictures: string;

  before(async function () {
    if (!existsSync(join(FOLDER, 'stations.csv'))) {
      console.warn('      skipped: HALCYON_QUALITY_DATA names no folder with stations.csv and observations.csv.gz');
      this.skip();
    }
    pages = await OpenPages.startOrSkip(this, { HALCYON_FEED: '' }, Date.now());
    network = basename(resolve(FOLDER));
    pictures = mkdtempSync(join(tmpdir(), `halcyon-pages-${network}-`));
    console.log(`      pictures are kept in ${pictures}`);
    const imported = await pages.system.halcyon('import', FOLDER);
    assert.equal(imported.code, 0, imported.err);
    const newest = await pages.system.get<{ observations: { timestamp: string }[] }>(
      `/api/v1/observations?network=${network}&limit=1`,
    );
    last = Date.parse(newest.observations[0].timestamp);
    pages.system.clock = last + 60_000;
    await until(
      'the newest observations are judged',
      async () => (await states(last)).some(({ state }) => state !== 'not_judged' && state !== 'silent'),
      300_000,
    );
    front = await largestFront();
  });
  after(() => pages?.stop());

  const states = async (time: number) =>
    (await pages.system.get<StatesAnswer>(`/api/v1/states?network=${network}&time=${iso(time)}`)).states;

  const anomalies = async (filter: string) =>
    (
      await pages.system.get<{ anomalies: AnomalyAnswer[] }>(
        `/api/v1/anomalies?network=${network}&limit=1000&${filter}`,
      )
    ).anomalies;

  /** The hour in which weather came over the most stations. */
  async function largestFront(): Promise<{ time: number; stations: number }> {
    const hours = new Map<number, Set<string>>();
    for (const { timestamp, station_id } of await pages.system.anomalies(network, '&class=weather_event')) {
      const hour = Math.ceil(Date.parse(timestamp) / HOUR) * HOUR;
      hours.set(hour, (hours.get(hour) ?? new Set()).add(station_id));
    }
    let found = { time: 0, stations: 0 };
    for (const [time, stations] of hours) if (stations.size > found.stations) found = { time, stations: stations.size };
    return found;
  }

  /** A page in a look, photographed whole once it is quiet; nothing in it may be cut off, unsaid, or wrong by axe-core. */
  async function looked(
    name: string,
    address: string,
    look: keyof typeof LOOKS,
    ready: (page: Page) => Promise<void>,
  ): Promise<void> {
    const options: BrowserContextOptions = LOOKS[look];
    const page = await pages.open(address, options);
    await ready(page);
    await page.waitForTimeout(1200);
    const { width, height } = LOOKS[look].viewport;
    // A page below the map scrolls: as high as it is it is on the picture as a whole.
    const whole = await page.evaluate<number>(
      `(() => { const page = document.querySelector('#content > .page'); return page === null ? 0 : page.scrollHeight + 160; })()`,
    );
    await page.setViewportSize({ width, height: Math.max(height, Math.min(4000, whole)) });
    await page.waitForTimeout(300);
    await page.screenshot({ path: join(pictures, `${name}-${look}.png`) });
    assert.deepEqual(await findings(page), [], `${name} ${look}`);
    const text = await page.evaluate<string>('document.body.innerText');
    assert.doesNotMatch(text, /undefined|NaN|\[object|Infinity/, `${name} ${look}`);
    const wide = await page.evaluate<number>('document.documentElement.scrollWidth');
    assert.ok(wide <= LOOKS[look].viewport.width, `${name} ${look} is ${wide} px wide`);
    await page.context().close();
  }

  const legend = async (page: Page) => {
    // A phone has no room for states that no station is in.
    await page.locator('.legend li:visible').first().waitFor();
    await page.locator('.timeline').waitFor();
  };
  const charts = async (page: Page) => {
    await page.locator('.chart canvas').nth(4).waitFor();
    await page.getByRole('heading', { name: 'Health' }).waitFor();
    await page.getByRole('heading', { name: 'Judged by' }).waitFor();
  };
  const evidence = async (page: Page) => {
    await charts(page);
    await page.getByText('Asking the neighbours').waitFor({ state: 'detached' });
  };

  it('has a front that crosses, and no station silent that reports at its own pace', async () => {
    assert.ok(front.stations >= 3, `${front.stations} stations at ${iso(front.time)}`);
    const shown = await states(front.time);
    const silent = shown.filter(({ state }) => state === 'silent').length;
    assert.ok(silent < shown.length / 2, `${silent} of ${shown.length} silent`);
  });

  for (const look of Object.keys(LOOKS) as (keyof typeof LOOKS)[]) {
    it(`shows the map with the front, ${look}`, () =>
      looked('map', `/map/live?network=${network}&time=${iso(front.time)}`, look, legend));

    it(`shows the map with a station, and as a table, ${look}`, async () => {
      const [{ station_id }] = await anomalies(`class=weather_event&to=${iso(front.time)}`);
      const address = `/map/live?network=${network}&time=${iso(front.time)}&station=${station_id}`;
      await looked('map-station', address, look, async (page) => {
        await legend(page);
        await page.locator('.station-card').waitFor();
      });
      await looked('map-table', address, look, async (page) => {
        await legend(page);
        // On a phone the card of a station leaves no room for the way to the table.
        if (look === 'phone') await page.getByRole('button', { name: 'Close' }).click();
        await page.getByRole('button', { name: 'Show as a table' }).click();
      });
    });

    it(`shows a failure and a weather event with their evidence, ${look}`, async () => {
      const [failure] = await anomalies('class=device_failure&variable=bar');
      const [weather] = await anomalies(`class=weather_event&to=${iso(front.time)}`);
      await looked('failure', anomalyAddress(failure ?? weather), look, evidence);
      await looked('weather', anomalyAddress(weather), look, evidence);
    });

    it(`asks in dialogs that fit, ${look}`, async () => {
      const [weather] = await anomalies(`class=weather_event&to=${iso(front.time)}`);
      const asked: readonly (readonly [address: string, buttons: readonly string[]])[] = [
        [anomalyAddress(weather), ['Override', 'Maintenance', 'Exclude', 'Threshold']],
        ['/map/alerts/rules', ['New rule']],
        ['/map/alerts/silences', ['New silence']],
      ];
      for (const [address, buttons] of asked) {
        const page = await pages.open(address, LOOKS[look]);
        for (const name of buttons) {
          await page.getByRole('button', { name, exact: true }).click();
          const dialog = page.getByRole('dialog');
          await dialog.waitFor();
          await page.screenshot({ path: join(pictures, `dialog-${name.toLowerCase().replace(' ', '-')}-${look}.png`) });
          assert.deepEqual(await findings(page), [], `${name} ${look}`);
          const box = await dialog.boundingBox();
          const { width, height } = LOOKS[look].viewport;
          assert.ok(box !== null && box.x >= 0 && box.y >= 0, name);
          assert.ok(box.x + box.width <= width && box.y + box.height <= height, `${name} is cut off`);
          await page.keyboard.press('Escape');
          await dialog.waitFor({ state: 'detached' });
        }
        await page.context().close();
      }
    });

    it(`shows a week of a station, ${look}`, async () => {
      const [{ id }] = await states(last);
      await looked('week', `${stationAddress(network, id, iso(last - 5 * HOUR))}&hours=168`, look, charts);
    });

    it(`shows anomalies, networks and alerts, ${look}`, async () => {
      const rows = (page: Page) => page.locator('tbody tr').first().waitFor();
      await looked('anomalies', `/map/anomalies?network=${network}`, look, rows);
      await looked('networks', '/map/networks', look, (page) => page.locator('main h1').first().waitFor());
      await looked('alerts', `/map/alerts?network=${network}`, look, (page) =>
        page.locator('main h1').first().waitFor(),
      );
    });
  }
});
