import assert from 'node:assert/strict';
import type { BrowserContextOptions, Page } from 'playwright-core';
import type { NowAnswer } from '../../../../schemas/http/answers/now-answer.ts';
import { countStates } from '../../../../schemas/station-state.ts';
import { isoOf } from '../../../../schemas/time.ts';
import { until } from '../../../until.ts';
import { held } from './held-answers.ts';
import { findings, LOOKS, NETWORK, OpenPages } from './open-pages.ts';
import { Person } from './person.ts';

const HOUR = 3_600_000;

/** The same network where nothing came for a month. */
function silentAltogether({ counts }: NowAnswer): Pick<NowAnswer, 'counts' | 'last_seen'> {
  const states = { ...countStates([]), silent: counts.stations };
  return { counts: { ...counts, states }, last_seen: null };
}

describe('the page of what is wrong now', function () {
  this.timeout(300_000);
  let pages: OpenPages;
  before(async function () {
    pages = await OpenPages.startOrSkip(this);
    await pages.judged();
  });
  after(() => pages?.stop());

  const now = () => pages.system.get<NowAnswer>(`/api/v1/now?network=${NETWORK}`);
  const open = async () => (await now()).faults.filter(({ group }) => group === 'open');
  const rows = (page: Page) => page.locator('#open .fault');
  /** The page, once it has its rows. */
  const opened = async (look: BrowserContextOptions = LOOKS.light): Promise<Person> => {
    const page = await pages.open('/map', look);
    await rows(page).first().waitFor();
    return new Person(page);
  };

  async function picture(page: Page, name: string): Promise<void> {
    const folder = process.env['HALCYON_PICTURES'];
    if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` });
  }

  for (const [look, options] of Object.entries(LOOKS)) {
    it(`say what is wrong, since when, how badly and what to do, without an action (job 1), ${look}`, async () => {
      const { page } = await opened(options);
      const first = async () => (await rows(page).first().textContent()) ?? '';
      // Reports come in meanwhile, by which another one may be the worst.
      let faults = await open();
      await until('the page has the faults of the answer, the worst first', async () => {
        faults = await open();
        return (await rows(page).count()) === faults.length && (await first()).includes(faults[0].station_name);
      });
      const text = await first();
      assert.match(text, /Off now[+−][\d.]+\s(°C|%|km\/h|hPa|mm)/);
      assert.match(text, /Since\d+ Nov \d\d:\d\d/);
      assert.match(text, /How sure(Failure|Suspected)/);
      assert.match(text, /Who has it/);
      assert.match(text, /To do: \w.*\./);
      await rows(page).first().locator('.sparkline path.sensor').waitFor();
      // All of that without scrolling, on a phone too.
      assert.ok(await rows(page).first().locator('.todo').isVisible());
      const box = await rows(page).first().locator('.todo').boundingBox();
      assert.ok(box !== null && box.y + box.height <= options.viewport.height, `what to do ends at ${box?.y} px`);
      assert.equal(await page.title(), `(${faults.length}) Now – Halcyon`);
      const recovered = (await now()).faults.filter(({ group }) => group === 'recovered').length;
      assert.match((await page.locator('.summary .of-recovered').textContent()) ?? '', new RegExp(`^${recovered} `));
      await page.locator('.now-map canvas.stations').waitFor({ state: 'attached' });
      await picture(page, `job-1-${look}`);
      await page.context().close();
    });
  }

  // Before, the heading counted those of the last day that are over too: "2" below a summary that says "1".
  it('counts the same outages in the summary and in their heading: those that last', async () => {
    const outage = { kind: 'repeating', scope: 'station', stations: ['a'], share: 0.1, reason: 'the same values' };
    const outages = [
      { ...outage, start: isoOf(pages.system.clock - 3 * HOUR), end: null },
      { ...outage, start: isoOf(pages.system.clock - 9 * HOUR), end: isoOf(pages.system.clock - 8 * HOUR) },
    ];
    const page = await pages.open('/map/networks');
    await page.route('**/api/v1/outages?*', (route) => route.fulfill({ json: { outages } }));
    await page.goto(`${pages.system.url}/map?network=${NETWORK}`);
    await page.locator('#outages li').nth(1).waitFor();
    assert.equal(await page.locator('.summary a[href="#outages"] b').textContent(), '1');
    assert.equal(await page.locator('#outages .count').textContent(), '1');
    await page.context().close();
  });

  it('let a fault be taken by one key, and be given back', async () => {
    const person = await opened();
    const { page } = person;
    await person.press('t');
    const notice = page.locator('.notice');
    await notice.waitFor();
    assert.match((await notice.textContent()) ?? '', /^You have /);
    assert.equal((await open())[0].care?.assignee, 'local');
    assert.match((await rows(page).first().textContent()) ?? '', /Who has itlocal \(you\)/);
    await person.press('t');
    await until('it is given back', async () => (await open())[0].care?.assignee === null);
    assert.equal(person.actions, 2);
    await page.context().close();
  });

  for (const [look, options] of Object.entries(LOOKS)) {
    it(`let an alarm be overruled with a reason, by three actions, and that be taken back (job 3), ${look}`, async () => {
      const [{ fault_id }] = await open();
      const person = await opened(options);
      const { page } = person;
      if (look === 'phone') {
        await person.click(rows(page).first().getByRole('button', { name: 'Not a fault' }));
        await person.fill(page.getByRole('dialog').getByLabel('Why'), 'a bonfire beside the mast');
        await picture(page, `job-3-${look}`);
        await person.click(page.getByRole('dialog').getByRole('button', { name: 'Not a fault' }));
      } else {
        await person.press('n');
        await person.type('a bonfire beside the mast');
        await picture(page, `job-3-${look}`);
        await person.press('Enter');
      }
      await page.locator(`[data-fault="${fault_id}"]`).waitFor({ state: 'detached' });
      assert.equal(person.actions, 3);
      await until('it is no fault', async () => !(await now()).faults.some((fault) => fault.fault_id === fault_id));
      await person.click(page.getByRole('button', { name: 'Undo' }));
      await page.locator(`[data-fault="${fault_id}"]`).waitFor();
      await page.context().close();
    });
  }

  it('ask of a sensor that came to its neighbours whether it was adjusted, and offer that as the reason', async () => {
    const answer = await now();
    const faults = answer.faults.map((fault) => ({ ...fault, adjusted: true }));
    const page = await pages.open('/map/networks');
    await page.route('**/api/v1/now?*', (route) => route.fulfill({ json: { ...answer, faults } }));
    await page.getByRole('link', { name: 'Now', exact: true }).click();
    const person = new Person(page);
    const row = rows(page).first();
    await row.waitFor();
    assert.match((await row.textContent()) ?? '', /was perhaps adjusted.*To do: It reads like its neighbours since/);
    await picture(page, 'adjusted');
    await person.press('n');
    assert.equal(await page.getByRole('dialog').getByLabel('Why').inputValue(), 'Adjusted');
    await picture(page, 'adjusted-dialog');
    await page.context().close();
  });

  it('let five stations be put into maintenance tomorrow from 9 to 11 (job 4)', async () => {
    const person = await opened();
    const { page } = person;
    const { states: stations } = await pages.states(pages.system.clock);
    const five = stations.slice(10, 15);
    await person.click(page.getByRole('button', { name: 'Plan maintenance' }));
    for (const { id } of five) {
      await person.type(id);
      await page.getByRole('option').first().waitFor();
      await person.press('Enter');
    }
    await person.fill(page.getByRole('dialog').getByLabel(/^From/), '2026-11-23T09:00');
    await person.fill(page.getByRole('dialog').getByLabel(/^To/), '2026-11-23T11:00');
    await person.fill(page.getByRole('dialog').getByLabel('Why'), 'new masts');
    await person.click(page.getByRole('button', { name: 'Enter' }));
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.equal(person.actions, 15);
    const entered = async () => {
      const path = `/api/v1/maintenance?network=${NETWORK}&active=true`;
      return (await pages.system.get<{ maintenance: { station_id: string; from: string; to: string }[] }>(path))
        .maintenance;
    };
    assert.deepEqual(
      (await entered()).map(({ station_id, from, to }) => [station_id, from, to]).sort(),
      five.map(({ id }) => [id, '2026-11-23T09:00:00Z', '2026-11-23T11:00:00Z']),
    );
    await person.click(page.getByRole('button', { name: 'Undo' }));
    await until('they are taken back', async () => (await entered()).length === 0);
    await page.context().close();
  });

  it('take what is typed at once into the form of maintenance, not as keys of the page', async () => {
    const person = await opened();
    const { page } = person;
    const [{ id, name }] = (await pages.states(pages.system.clock)).states;
    const answer = await held(page, '**/api/v1/stations?*');
    await person.click(page.getByRole('button', { name: 'Plan maintenance' }));
    await person.type(`m${id}`);
    assert.equal(await page.getByRole('dialog').count(), 1);
    await person.press(...Array.from({ length: id.length }, () => 'ArrowLeft'), 'Backspace');
    answer();
    await page.getByRole('option').first().waitFor();
    await person.press('Enter');
    await page.getByRole('button', { name: `Remove ${name}` }).waitFor();
    await page.context().close();
  });

  it('show what a mute would have hidden before it is one, and list what it hides', async () => {
    const [{ fault_id, station_id, variable, kind }] = await open();
    const query = new URLSearchParams({ network: NETWORK, station: station_id, variable, kind });
    const { faults } = await pages.system.get<{ faults: object[] }>(`/api/v1/faults?${query}`);
    const person = await opened();
    const { page } = person;
    await person.press('u');
    const preview = page.locator('.preview');
    await preview.locator('li').first().waitFor();
    assert.equal(await preview.locator('li').count(), Math.min(12, faults.length));
    await person.type('a known ledge of ice');
    await person.press('Enter');
    await page.locator('#muted summary').waitFor();
    assert.equal(person.actions, 3);
    assert.equal((await now()).faults.find((fault) => fault.fault_id === fault_id)?.group, 'muted');
    await person.click(page.locator('#muted summary'));
    assert.match((await page.locator('#muted .fault').textContent()) ?? '', /Muted until .* by local: a known ledge/);
    await person.click(page.locator('#muted').getByRole('button', { name: 'Unmute' }));
    await page.locator(`#open [data-fault="${fault_id}"]`).waitFor();
    await page.context().close();
  });

  it('put a fault off, and say so when it comes back', async () => {
    const [{ fault_id, care }] = await open();
    const person = await opened();
    const { page } = person;
    await person.press('s');
    await person.click(page.getByRole('button', { name: 'Snooze the fault' }));
    await page.locator('#snoozed summary').waitFor();
    assert.equal((await now()).faults.find((fault) => fault.fault_id === fault_id)?.group, 'snoozed');
    const later = new Date(pages.system.clock + 5 * 3_600_000).toISOString();
    const then = await pages.system.get<NowAnswer>(`/api/v1/now?network=${NETWORK}&time=${later}`);
    const back = then.faults.find((fault) => fault.fault_id === fault_id);
    assert.deepEqual([back?.group, back?.reopened?.because], ['open', 'snooze_over']);
    await page.goto(`${pages.system.url}/map?time=${later}`);
    await page.locator(`#open [data-fault="${fault_id}"] .back`).waitFor();
    const version = (care?.version ?? 0) + 1;
    await pages.system.send('PUT', `/api/v1/faults/${fault_id}/care`, { version });
    await page.context().close();
  });

  it('tell the second of two people who was faster', async () => {
    const [first, second] = [await opened(), await opened()];
    const [{ fault_id, care }] = await open();
    // What the second sees is from before.
    await second.page.route('**/api/v1/now?*', (route) => route.abort());
    await first.press('a');
    await first.type('bob');
    await first.press('Enter');
    await until('bob has it', async () => (await open())[0].care?.assignee === 'bob');
    await second.page.unroute('**/api/v1/now?*');
    await second.press('t');
    const notice = second.page.locator('.notice');
    await notice.waitFor();
    assert.match(
      (await notice.textContent()) ?? '',
      /^local was faster: gave it to bob at .* nothing of yours was changed/,
    );
    assert.match((await rows(second.page).first().textContent()) ?? '', /Who has itbob/);
    const version = (care?.version ?? 0) + 1;
    await pages.system.send('PUT', `/api/v1/faults/${fault_id}/care`, { version });
    for (const { page } of [first, second]) await page.context().close();
  });

  it('lead to the station, which is not called healthy alone while its fault is open', async () => {
    const { page } = await opened();
    await rows(page).first().getByRole('link').click();
    const card = page.getByRole('region', { name: 'Health over 1 day' });
    await card.waitFor();
    assert.match(
      (await card.textContent()) ?? '',
      /^Health over 1 day(Healthy|Warning|Critical); \d open faults?[\d.]+ % of the reports came/,
    );
    await page.context().close();
  });

  it('stays whole while the next page is being made', async () => {
    const person = await opened();
    const { page } = person;
    const name = (await rows(page).first().getByRole('link').textContent()) ?? '';
    await page.locator('.now-map canvas.stations').waitFor({ state: 'attached' });
    const answer = await held(page, '**/api/v1/stations/*');
    await rows(page).first().getByRole('link').press('Enter');
    // The focus goes on within the row, whose station is no longer on any map.
    await person.press('Tab');
    answer();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await page.context().close();
  });

  it('is used by the keyboard alone, and keeps the place', async () => {
    const person = await opened();
    const { page } = person;
    const current = () => page.evaluate<string>(`document.activeElement?.closest('[data-fault]')?.dataset.fault ?? ''`);
    const ids = (await open()).map(({ fault_id }) => fault_id);
    await person.press('j');
    assert.equal(await current(), ids[0]);
    await person.press('j');
    assert.equal(await current(), ids[Math.min(1, ids.length - 1)]);
    await person.press('k');
    assert.equal(await current(), ids[0]);
    await person.press('t');
    await page.locator('.notice').waitFor();
    assert.equal(await current(), ids[0], 'the row has the focus again');
    await person.press('t');
    await until('it is given back', async () => (await open())[0].care?.assignee === null);
    await person.press('?');
    await page.getByRole('heading', { name: 'Keys' }).waitFor();
    await person.press('Escape');
    await page.context().close();
  });

  it('says of which time it is where the newest report is old, and counts up to it', async () => {
    const answer = await now();
    const newest = await pages.system.get<{ observations: { timestamp: string }[] }>(
      `/api/v1/observations?network=${NETWORK}&limit=1`,
    );
    const page = await pages.open('/map/networks');
    await page.route('**/api/v1/now?*', (route) =>
      route.fulfill({
        json: {
          ...answer,
          time: '2030-11-22T12:00:00Z',
          ...silentAltogether(answer),
        },
        contentType: 'application/json',
      }),
    );
    await page.getByRole('link', { name: 'Now', exact: true }).click();
    await rows(page).first().waitFor();
    const card = (await page.locator('#open .card').first().textContent()) ?? '';
    const clock = newest.observations[0].timestamp.slice(11, 16);
    assert.match(
      card,
      new RegExp(`^No report of the last 1,461 d has come\\. The newest report is of 22 Nov 2026 ${clock} UTC\\.`),
    );
    const text = (await rows(page).first().textContent()) ?? '';
    assert.match(text, /Off at the last report/);
    assert.doesNotMatch(text, /Off now|1,4\d\d d/);
    assert.match(text, /Since\d+ Nov 2026 \d\d:\d\d\d+ (s|min|h|d)How sure/);
    await page.context().close();
  });

  it('offers nothing to those who may only look', async () => {
    const answer = await now();
    const page = await pages.open('/map/networks');
    await page.route('**/api/v1/now?*', (route) =>
      route.fulfill({ json: { ...answer, may_change: false }, contentType: 'application/json' }),
    );
    await page.getByRole('link', { name: 'Now', exact: true }).click();
    await rows(page).first().waitFor();
    assert.equal(await page.locator('.actions button').count(), 0);
    assert.equal(await page.getByRole('button', { name: 'Plan maintenance' }).count(), 0);
    await page.keyboard.press('t');
    await page.keyboard.press('m');
    assert.equal(await page.getByRole('dialog').count(), 0);
    assert.deepEqual(
      (await open()).map(({ care }) => care?.assignee ?? null),
      answer.faults.filter(({ group }) => group === 'open').map(({ care }) => care?.assignee ?? null),
    );
    await page.context().close();
  });

  for (const look of ['light', 'phone'] as const) {
    it(`speaks the language of the reader, and fits the window in it, ${look}`, async () => {
      const { page } = await opened({ ...LOOKS[look], locale: 'de-DE' });
      assert.match((await page.locator('h1').textContent()) ?? '', /^Jetzt in /);
      const text = (await rows(page).first().textContent()) ?? '';
      for (const words of ['Abweichung jetzt', 'Seit', 'Zuständig', 'Zu tun: ', 'Übernehmen']) {
        assert.ok(text.includes(words), `${words} in ${text}`);
      }
      await rows(page).first().getByRole('button', { name: 'Aufschieben', exact: true }).click();
      await page.getByRole('dialog').getByRole('heading', { name: 'Fehler aufschieben' }).waitFor();
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), LOOKS[look].viewport.width);
      await page.context().close();
    });
  }

  for (const [look, options] of Object.entries(LOOKS)) {
    it(`has nothing that axe-core finds wrong, dialogs too, ${look}`, async () => {
      const { page } = await opened(options);
      await page.locator('.now-map canvas.stations').waitFor({ state: 'attached' });
      await page.locator('.spark').first().waitFor();
      assert.deepEqual(await findings(page), []);
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), options.viewport.width);
      for (const name of ['Snooze', 'Maintenance', 'Mute this kind here']) {
        await rows(page).first().getByRole('button', { name, exact: true }).click();
        await page.getByRole('dialog').waitFor();
        assert.deepEqual(await findings(page), [], name);
        await page.getByRole('button', { name: 'Cancel' }).click();
      }
      await page.context().close();
    });
  }
});
