import assert from 'node:assert/strict';
import { fittingZoom } from '../../../../services/detection/fitting-zoom.ts';
import { statesAnswer, viewAnswer } from '../../../../services/detection/states-answer.ts';
import { statesByZoom } from '../../../../services/detection/states-by-zoom.ts';
import type { StationAtMoment } from '../../../../services/detection/station-states.ts';
import { until } from '../../../until.ts';
import { someStation } from '../../api/some-records.ts';
import { CLOCK, findings, LOOKS, NETWORK, OpenPages } from './open-pages.ts';

const STATIONS = 10_000;
/** The one that failed. */
const FAILED = 4_321;

/** A network over a continent, well but for one station. */
const WHOLE = Array.from(
  { length: STATIONS },
  (_, k): StationAtMoment => ({
    station: someStation({
      network: NETWORK,
      id: `s${k}`,
      name: `Place ${k}`,
      latitude: 36 + ((k * 0.618_034) % 1) * 28,
      longitude: -10 + (k / STATIONS) * 45,
    }),
    state: k === FAILED ? 'device_failure' : k % 9 === 0 ? 'weather_event' : 'good',
    provisional: false,
    ...{ variables: {}, silentSensors: [] },
    ...{ seen: CLOCK, heard: CLOCK },
  }),
);

describe('the map of a large network', function () {
  this.timeout(240_000);
  let pages: OpenPages;
  /** Queries for states, newest last. */
  let asked: URLSearchParams[] = [];
  /** Zooms of the answers. */
  let zooms: number[] = [];
  /** Paths of everything else that was asked for. */
  let others: string[] = [];
  before(async function () {
    pages = await OpenPages.startOrSkip(this, { HALCYON_FEED: '' });
    // What the pages show is made here: there is but one station.
    const station = { station_id: 'a', station_name: 'Alder', latitude: 51, longitude: 4 };
    await pages.system.send('POST', `/api/v1/stations?network=${NETWORK}`, [station]);
    await until('the network is there', async () => {
      const { networks } = await pages.system.get<{ networks: unknown[] }>('/api/v1/networks');
      return networks.length === 1;
    });
  });
  after(() => pages?.stop());
  beforeEach(() => {
    [asked, zooms, others] = [[], [], []];
  });

  async function openMap(look: (typeof LOOKS)[keyof typeof LOOKS], clock = true) {
    const page = await pages.open('/map/networks', look, clock);
    await page.route('**/api/v1/states?*', (route) => {
      const query = new URL(route.request().url()).searchParams;
      // The page that was open before asks too.
      if (route.request().frame().url().includes('/map/live')) asked.push(query);
      const [west, south, east, north] = (query.get('box') ?? '').split(',').map(Number);
      const box = query.has('box') ? { west, south, east, north } : undefined;
      const [width, height] = (query.get('fit') ?? '').split(',').map(Number);
      const zoom = query.has('fit') ? fittingZoom(WHOLE, { width, height }) : Number(query.get('zoom'));
      zooms.push(zoom);
      const shown = statesByZoom(WHOLE, { zoom, box });
      const body = { ...statesAnswer(NETWORK, CLOCK, shown.states), view: viewAnswer(zoom, WHOLE, shown) };
      return route.fulfill({ json: body });
    });
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/api/') && pathname !== '/api/v1/states') others.push(pathname);
    });
    await page.route('**/api/v1/stations?*', (route) =>
      route.fulfill({
        json: {
          stations: WHOLE.map(({ station: { id, name, latitude, longitude } }) => ({
            station_id: id,
            station_name: name,
            latitude,
            longitude,
            retired: false,
          })),
          next_cursor: null,
        },
      }),
    );
    await page.goto(`${pages.system.url}/map/live?network=${NETWORK}`);
    await page.locator('.legend li').first().waitFor();
    // Until the map has stood still for long enough to ask for its view.
    await page.waitForTimeout(1_500);
    return page;
  }

  for (const [look, options] of Object.entries(LOOKS)) {
    it(`shows groups, and counts the whole network: ${look}`, async () => {
      const page = await openMap(options);
      assert.deepEqual(
        asked.map((query) => [...query.keys()]),
        [['network', 'fit']],
        'it asks once, for the whole network at the zoom at which it is shown',
      );
      assert.ok(!others.includes('/api/v1/weather-events'), 'nobody waits for the fronts of a large network');
      const legend = (await page.locator('.legend').textContent()) ?? '';
      assert.match(legend, /8,887/);
      const pictures = process.env['HALCYON_PICTURES'];
      if (pictures !== undefined) await page.screenshot({ path: `${pictures}/groups-${look}.png` });
      assert.deepEqual(await findings(page), []);
      await page.context().close();
    });
  }

  it('goes from a group to its stations, and finds any station by its name', async () => {
    const page = await openMap(LOOKS.light);
    const before = asked.length;
    for (let k = 0; k < 2; k++) {
      await page.getByRole('button', { name: 'Nearer' }).click();
      await page.waitForTimeout(800);
    }
    assert.ok(asked.length > before);
    assert.ok(asked.at(-1)?.has('box') && (zooms.at(-1) ?? 0) > zooms[before - 1], zooms.join());
    await page.getByRole('combobox', { name: 'Find a station by name or id' }).fill(`Place ${FAILED}`);
    await page.getByRole('option').first().click();
    await page.locator(`.station-card[data-station="s${FAILED}"]`).waitFor();
    await page.context().close();
  });

  it('pans at thirty frames a second or more', async () => {
    const page = await openMap(LOOKS.light, false);
    await page.evaluate(`(() => {
      window.frames = [];
      const count = (time) => { window.frames.push(time); requestAnimationFrame(count); };
      requestAnimationFrame(count);
    })()`);
    await page.mouse.move(700, 400);
    await page.mouse.down();
    for (let k = 0; k <= 120; k++) await page.mouse.move(700 + 450 * Math.sin(k / 12), 400 + 200 * Math.sin(k / 17));
    await page.mouse.up();
    const times = await page.evaluate<number[]>('window.frames');
    const rate = (1000 * (times.length - 1)) / (times[times.length - 1] - times[0]);
    console.log(`      ${rate.toFixed(0)} frames/s`);
    assert.ok(rate >= 30, `${rate} frames/s`);
    await page.context().close();
  });
});
