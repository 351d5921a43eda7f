import assert from 'node:assert/strict';
import { statesAnswer, viewAnswer } from '../../../../services/detection/states-answer.ts';
import { statesByZoom } from '../../../../services/detection/states-by-zoom.ts';
import type { StationAtMoment } from '../../../../services/detection/station-states.ts';
import { someStation } from '../../api/fake-parts.ts';
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
    variables: {},
    seen: CLOCK,
  }),
);

describe('the map of a large network', function () {
  this.timeout(120_000);
  let pages: OpenPages;
  /** Queries for states, newest last. */
  let asked: URLSearchParams[] = [];
  before(async function () {
    const opened = await OpenPages.start();
    if (opened === null) {
      console.warn('      skipped: no Chromium is on this machine');
      this.skip();
    }
    pages = opened;
    await pages.judged();
  });
  after(() => pages?.stop());
  beforeEach(() => {
    asked = [];
  });

  async function openMap(look: (typeof LOOKS)[keyof typeof LOOKS], clock = true) {
    const page = await pages.open('/map/networks', look, clock);
    await page.route('**/api/v1/states?*', (route) => {
      const query = new URL(route.request().url()).searchParams;
      asked.push(query);
      const [west, south, east, north] = (query.get('box') ?? '').split(',').map(Number);
      const box = query.has('box') ? { west, south, east, north } : undefined;
      const zoom = Number(query.get('zoom'));
      const shown = statesByZoom(WHOLE, { zoom, box });
      const body = { ...statesAnswer(NETWORK, CLOCK, shown.states), view: viewAnswer(zoom, WHOLE, shown) };
      return route.fulfill({ json: body });
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
    // The whole first, then the view.
    await page.waitForTimeout(1_500);
    return page;
  }

  for (const [look, options] of Object.entries(LOOKS)) {
    it(`shows groups, and counts the whole network: ${look}`, async () => {
      const page = await openMap(options);
      assert.ok(asked.length >= 2 && asked.at(-1)?.has('box'), asked.join('; '));
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
    assert.ok(Number(asked.at(-1)?.get('zoom')) > Number(asked[before - 1].get('zoom')));
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
