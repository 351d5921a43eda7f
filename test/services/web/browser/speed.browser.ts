import assert from 'node:assert/strict';
import type { NowAnswer } from '../../../../schemas/http/answers/now-answer.ts';
import type { StatesAnswer } from '../../../../schemas/http/answers/states-answer.ts';
import { countStates, STATION_STATES } from '../../../../schemas/station-state.ts';
import { statesAnswer, viewAnswer } from '../../../../services/detection/states-answer.ts';
import { statesByZoom } from '../../../../services/detection/states-by-zoom.ts';
import type { StationAtMoment } from '../../../../services/detection/station-states.ts';
import { someStation } from '../../api/some-records.ts';
import { CLOCK, LOOKS, NETWORK, OpenPages } from './open-pages.ts';

const STATIONS = 10_000;
/** One of each, and three more that are good. */
const STATES = ['good', 'good', 'good', ...STATION_STATES] as const;

/** A network as large as the map has to stay fluid with, over a continent. */
function manyStates(): StatesAnswer {
  const states = Array.from({ length: STATIONS }, (_, k): StatesAnswer['states'][number] => ({
    id: `s${k}`,
    name: `Station ${k}`,
    // The golden ratio spreads them without a pattern.
    latitude: 36 + ((k * 0.618_034) % 1) * 28,
    longitude: -10 + (k / STATIONS) * 45,
    elevation: 100,
    state: STATES[k % STATES.length],
    provisional: k % 2 === 0,
    variables: {},
    silent_sensors: [],
    last_seen: new Date(CLOCK).toISOString(),
  }));
  return { network: NETWORK, time: new Date(CLOCK).toISOString(), states };
}

describe('the speed of the pages', function () {
  this.timeout(120_000);
  let pages: OpenPages;
  before(async function () {
    pages = await OpenPages.startOrSkip(this);
    await pages.judged();
  });
  after(() => pages?.stop());

  it('paints first within a second, and the map within three', async () => {
    const page = await pages.open('/map/live', LOOKS.light, false);
    await page.locator('.legend li').first().waitFor();
    const first = await page.evaluate<number>(`performance.getEntriesByName('first-contentful-paint')[0].startTime`);
    const map = await page.evaluate<number>('performance.now()');
    console.log(`      first paint after ${first.toFixed(0)} ms, the map after ${map.toFixed(0)} ms`);
    assert.ok(first < 1000, `${first} ms`);
    assert.ok(map < 3000, `${map} ms`);
    await page.context().close();
  });

  it('says what is wrong in 10,000 stations within three seconds, with a map in groups', async () => {
    const answer = await pages.system.get<NowAnswer>(`/api/v1/now?network=${NETWORK}`);
    const [fault] = answer.faults;
    assert.ok(fault !== undefined, 'the demonstration has a fault');
    const { states } = manyStates();
    const whole = states.map(
      ({ id, name, latitude, longitude, state, provisional }): StationAtMoment => ({
        station: someStation({ network: NETWORK, id, name, latitude, longitude }),
        ...{ state, provisional, variables: {}, silentSensors: [], seen: CLOCK, heard: CLOCK },
      }),
    );
    const shownFaults = states
      .filter(({ state }) => state === 'device_failure')
      .map(({ id, name, latitude, longitude }) => ({
        ...{ ...fault, fault_id: id.padStart(32, '0'), station_id: id, station_name: name },
        ...{ latitude, longitude, group: 'open' as const },
      }));
    const large: NowAnswer = {
      ...answer,
      counts: {
        stations: STATIONS,
        states: countStates(states),
        silent_sensors: 0,
        groups: { ...answer.counts.groups, open: shownFaults.length },
      },
      faults: shownFaults.slice(0, 100),
    };
    const page = await pages.open('/map/networks', LOOKS.light, false);
    await page.route('**/api/v1/now?*', (route) => {
      assert.equal(new URL(route.request().url()).searchParams.get('limit'), '100');
      return route.fulfill({ json: large });
    });
    await page.route('**/api/v1/states?*', (route) => {
      const query = new URL(route.request().url()).searchParams;
      const [west, south, east, north] = (query.get('box') ?? '').split(',').map(Number);
      const zoom = Number(query.get('zoom'));
      const shown = statesByZoom(whole, { zoom, box: query.has('box') ? { west, south, east, north } : undefined });
      const body = { ...statesAnswer(NETWORK, CLOCK, shown.states), view: viewAnswer(zoom, whole, shown) };
      return route.fulfill({ json: body });
    });
    await page.goto(`${pages.system.url}/map?network=${NETWORK}`);
    await page.locator('#open .fault').first().waitFor();
    const rows = await page.evaluate<number>('performance.now()');
    await page.locator('.now-map canvas.groups').waitFor({ state: 'attached' });
    const map = await page.evaluate<number>('performance.now()');
    const first = await page.evaluate<number>(`performance.getEntriesByName('first-contentful-paint')[0].startTime`);
    console.log(`      first paint after ${first.toFixed(0)} ms, rows ${rows.toFixed(0)} ms, map ${map.toFixed(0)} ms`);
    assert.ok(first < 1000 && rows < 3000, `${first} ms, ${rows} ms`);
    assert.equal(await page.locator('#open .fault').count(), 100);
    const [more, all] = [shownFaults.length - 100, shownFaults.length].map((count) => count.toLocaleString('en'));
    await page
      .locator('#open')
      .getByRole('button', { name: `${more} more` })
      .waitFor();
    assert.ok((await page.locator('.summary .of-open').textContent())?.startsWith(`${all} `));
    const pictures = process.env['HALCYON_PICTURES'];
    await page.waitForTimeout(1_000);
    if (pictures !== undefined) await page.screenshot({ path: `${pictures}/now-10000.png` });
    await page.context().close();
  });

  it('pans 10,000 stations at thirty frames a second or more', async () => {
    const page = await pages.open('/map/networks', LOOKS.light, false);
    const many = JSON.stringify(manyStates());
    await page.route('**/api/v1/states?*', (route) => route.fulfill({ body: many, contentType: 'application/json' }));
    await page.getByRole('link', { name: 'Map', exact: true }).click();
    await page.locator('.legend li').first().waitFor();
    await page.waitForTimeout(1500);
    await page.evaluate(`(() => {
      window.frames = [];
      const count = (time) => { window.frames.push(time); requestAnimationFrame(count); };
      requestAnimationFrame(count);
    })()`);
    await page.mouse.move(700, 400);
    await page.mouse.down();
    // To and fro, farther than what is painted beyond the view.
    for (let k = 0; k <= 120; k++) await page.mouse.move(700 + 450 * Math.sin(k / 12), 400 + 200 * Math.sin(k / 17));
    await page.mouse.up();
    const times = await page.evaluate<number[]>('window.frames');
    const seconds = (times[times.length - 1] - times[0]) / 1000;
    const rate = (times.length - 1) / seconds;
    const steps = times
      .slice(1)
      .map((time, k) => time - times[k])
      .sort((a, b) => a - b);
    console.log(
      `      ${rate.toFixed(0)} frames/s over ${seconds.toFixed(1)} s; 95 % of them within ${steps[Math.floor(0.95 * steps.length)].toFixed(0)} ms`,
    );
    assert.ok(rate >= 30, `${rate} frames/s`);
    await page.context().close();
  });
});
