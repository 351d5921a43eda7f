import assert from 'node:assert/strict';
import type { BrowserContextOptions, Page } from 'playwright-core';
import type { NowAnswer } from '../../../../schemas/http/answers/now-answer.ts';
import { until } from '../../../until.ts';
import { LOOKS, NETWORK, OpenPages } from './open-pages.ts';
import { Person } from './person.ts';

const DAY = 86_400_000;

interface Weather {
  readonly anomaly_id: string;
  readonly station_name: string;
  readonly timestamp: string;
  readonly spatial_verification: { readonly neighbors: readonly string[] };
}

/** Everything that is done here is a key, or a text that is typed; what has the focus is seen each time. */
describe('the jobs of the person on duty, by the keyboard alone', function () {
  this.timeout(300_000);
  let pages: OpenPages;
  before(async function () {
    pages = await OpenPages.startOrSkip(this);
    await pages.judged();
    await until('the stations report', async () => {
      pages.system.clock += 400;
      return (await now()).counts.states.good > 0;
    });
  });
  after(() => pages?.stop());

  const now = () => pages.system.get<NowAnswer>(`/api/v1/now?network=${NETWORK}`);
  const open = async () => (await now()).faults.filter(({ group }) => group === 'open');

  async function begun(address: string, look: BrowserContextOptions): Promise<Person> {
    return new Person(await pages.open(address, look));
  }

  /** The page of what is wrong, once it has its rows. */
  async function onDuty(look: BrowserContextOptions): Promise<Person> {
    const person = await begun('/map', look);
    await person.page.locator('#open .fault').first().waitFor();
    return person;
  }

  async function picture(page: Page, name: string): Promise<void> {
    const folder = process.env['HALCYON_PICTURES'];
    if (folder !== undefined) await page.screenshot({ path: `${folder}/keyboard-${name}.png` });
  }

  /** Newest weather of yesterday at a station whose neighbours were asked. */
  async function yesterday(): Promise<Weather> {
    const midnight = new Date(Math.floor(pages.system.clock / DAY) * DAY).toISOString();
    const query = `network=${NETWORK}&class=weather_event&variable=temp_out&to=${midnight}&limit=100`;
    const { anomalies } = await pages.system.get<{ anomalies: Weather[] }>(`/api/v1/anomalies?${query}`);
    const found = anomalies.find(({ spatial_verification }) => spatial_verification.neighbors.length > 2);
    assert.ok(found !== undefined, 'the demonstration had weather yesterday');
    return found;
  }

  it('lead past the bar to the content, without loading the page anew', async () => {
    const person = await onDuty(LOOKS.light);
    const { page } = person;
    await page.evaluate('window.before = document.querySelector(".now-page")');
    await person.press('Tab');
    await person.isSeen(page.getByRole('link', { name: 'Skip to the content' }));
    await person.press('Enter');
    await person.tabTo(page.getByRole('button', { name: 'Plan maintenance' }));
    assert.equal(person.actions, 3);
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => resolve()))');
    assert.ok(await page.evaluate('window.before === document.querySelector(".now-page")'), 'the page is the same');
    await page.context().close();
  });

  for (const [look, options] of Object.entries(LOOKS)) {
    it(`say what is wrong, since when, how badly and what to do, and lead to it, by 3 keys (job 1), ${look}`, async () => {
      const [worst] = await open();
      const person = await onDuty(options);
      const { page } = person;
      const row = page.locator('#open .fault').first();
      await person.press('j');
      const text = (await row.textContent()) ?? '';
      assert.ok(text.includes(worst.station_name), text);
      assert.match(text, /Off now[+−][\d.]+\s.*Since\d+ Nov \d\d:\d\d.*How sure(Failure|Suspected).*To do: \w.*\./);
      await picture(page, `job-1-${look}`);
      await person.tabTo(row.getByRole('link'));
      await person.press('Enter');
      await page.getByRole('heading', { level: 1, name: worst.station_name }).waitFor();
      assert.equal(person.actions, 3);
      await page.context().close();
    });

    it(`say whether yesterday's front was real at a station (job 2), ${look}`, async () => {
      const { station_name: name, spatial_verification } = await yesterday();
      const person = await begun('/map/live', options);
      const { page } = person;
      await page.locator('.legend li:visible').first().waitFor();
      await person.press('/');
      await person.type(name);
      await page.getByRole('option').first().waitFor();
      await person.press('Enter');
      await person.tabTo(page.getByRole('link', { name: 'Open the station' }));
      await person.press('Enter');
      await page.getByRole('heading', { level: 1, name }).waitFor();
      await page.locator('.chart canvas').nth(4).waitFor();
      await person.tabTo(page.getByRole('button', { name: 'A day earlier' }));
      await person.press('Enter');
      const seen = page.locator('.picks button').filter({ hasText: /Temperature.*Weather event.*21 Nov/ });
      await seen.first().waitFor();
      await person.tabTo(seen.first());
      await person.press('Enter');
      const evidence = page.locator('.evidence');
      await evidence
        .locator('.neighbours figure')
        .nth(spatial_verification.neighbors.length - 1)
        .waitFor();
      await person.isSeen(evidence);
      const text = (await evidence.textContent()) ?? '';
      assert.match(text, /^Temperature .*\s°C, 21 Nov \d\d:\d\d UTCWeather event/);
      assert.match(text, /\d+ of \d+ neighbours show the change/);
      assert.ok(person.actions <= 20, `${person.actions} actions`);
      await picture(page, `job-2-${look}`);
      await page.context().close();
    });

    it(`overrule an alarm with a reason by 3 actions, and take that back by a key (job 3), ${look}`, async () => {
      const [{ fault_id }] = await open();
      const person = await onDuty(options);
      const { page } = person;
      await person.press('n');
      await person.isSeen(page.getByRole('dialog').getByLabel('Why'));
      await person.type('a bonfire beside the mast');
      await person.press('Enter');
      await page.locator(`[data-fault="${fault_id}"]`).waitFor({ state: 'detached' });
      await until('it is no fault', async () => !(await now()).faults.some((fault) => fault.fault_id === fault_id));
      assert.equal(person.actions, 3);
      await page.getByRole('button', { name: 'Undo' }).waitFor();
      await picture(page, `job-3-${look}`);
      await person.press('z');
      await page.locator(`#open [data-fault="${fault_id}"]`).waitFor();
      await page.context().close();
    });

    it(`put five stations into maintenance tomorrow from 9 to 11 (job 4), ${look}`, async () => {
      const five = (await pages.states(pages.system.clock)).states.slice(10, 15);
      const person = await onDuty(options);
      const { page } = person;
      const dialog = page.getByRole('dialog');
      await person.tabTo(page.getByRole('link', { name: 'Skip to the content' }));
      await person.press('Enter');
      await person.tabTo(page.getByRole('button', { name: 'Plan maintenance' }));
      await person.press('Enter');
      for (const { id } of five) {
        await person.type(id);
        await page.getByRole('option').first().waitFor();
        await person.press('Enter');
      }
      for (const [label, clock] of [
        [/^From/, '112320260900AM'],
        [/^To/, '112320261100AM'],
      ] as const) {
        await person.tabTo(dialog.getByLabel(label));
        // A field of a time leads from its month to its minutes by itself.
        await person.type(clock);
      }
      await person.tabTo(dialog.getByLabel('Why'));
      await person.type('new masts');
      await person.tabTo(dialog.getByRole('button', { name: 'Enter' }));
      await picture(page, `job-4-${look}`);
      await person.press('Enter');
      await dialog.waitFor({ state: 'detached' });
      assert.ok(person.actions <= 40, `${person.actions} actions`);
      const path = `/api/v1/maintenance?network=${NETWORK}&active=true`;
      const entered = async () => {
        const answer = await pages.system.get<{ maintenance: { station_id: string; from: string; to: string }[] }>(
          path,
        );
        return answer.maintenance.map(({ station_id, from, to }) => [station_id, from, to]).sort();
      };
      assert.deepEqual(
        await entered(),
        five.map(({ id }) => [id, '2026-11-23T09:00:00Z', '2026-11-23T11:00:00Z']),
      );
      await page.getByRole('button', { name: 'Undo' }).waitFor();
      await person.press('z');
      await until('they are taken back', async () => (await entered()).length === 0);
      await page.context().close();
    });
  }
});
