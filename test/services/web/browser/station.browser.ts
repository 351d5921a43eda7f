import assert from 'node:assert/strict';
import type { ObservationAnswer } from '../../../../schemas/http/answers/observation-answer.ts';
import type { StatesAnswer } from '../../../../schemas/http/answers/states-answer.ts';
import { CLOCK, findings, LOOKS, NETWORK, OpenPages } from './open-pages.ts';

/** Of the history of the demonstration; the page shows four hours more, ms since the epoch. */
const STOPPED = CLOCK - 12 * 3_600_000;

describe('the page of a station', function () {
  this.timeout(300_000);
  let pages: OpenPages;
  before(async function () {
    pages = await OpenPages.startOrSkip(this);
    await pages.judged();
  });
  after(() => pages?.stop());

  // Its last value, of hours ago, stood above the chart as the present one, and nothing on the page called the sensor silent.
  it('names a silent sensor as the map does, and says when its last value was read', async () => {
    const [one] = (await pages.states(pages.system.clock)).states;
    for (const look of [LOOKS.light, LOOKS.phone]) {
      const page = await pages.open('/map/networks', look);
      await page.route('**/api/v1/states?*', async (route) => {
        const answer = (await (await route.fetch()).json()) as StatesAnswer;
        const silent = { state: 'silent_sensor', silent_sensors: ['temp_out'] } as const;
        const shown = answer.states.map((state) => (state.id === one.id ? { ...state, ...silent } : state));
        await route.fulfill({ json: { ...answer, states: shown } });
      });
      await page.route('**/api/v1/observations?*', async (route) => {
        const answer = (await (await route.fetch()).json()) as { observations: ObservationAnswer[] };
        const observations = answer.observations.map((report) =>
          Date.parse(report.timestamp) > STOPPED ? { ...report, temp_out: null } : report,
        );
        await route.fulfill({ json: { ...answer, observations } });
      });
      await page.goto(
        `${pages.system.url}/map/stations/${one.id}?network=${NETWORK}&time=${new Date(STOPPED).toISOString()}`,
      );
      const [temperature, humidity] = [0, 1].map((k) => page.locator('.chart figcaption').nth(k));
      await humidity.waitFor();
      assert.match(
        (await temperature.textContent()) ?? '',
        /Silent sensor.*last [-−]?\d+\.\d.°C, (21 Nov 23:5\d|22 Nov 00:00)$/,
      );
      assert.doesNotMatch((await humidity.textContent()) ?? '', /Silent|last/);
      // The state of four hours after the time that the map had come from stood there as that of this time.
      assert.match((await page.locator('.station-page > header').textContent()) ?? '', /Silent sensor.*22 Nov 04:00/);
      const card = page.getByRole('region', { name: 'Last values' }).locator('dd');
      assert.equal(await card.first().textContent(), 'Silent');
      assert.deepEqual(await findings(page), []);
      await page.context().close();
    }
  });
});
