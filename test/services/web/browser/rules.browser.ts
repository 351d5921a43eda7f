import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { until } from '../../../until.ts';
import { findings, LOOKS, OpenPages } from './open-pages.ts';
import { Person } from './person.ts';

const CLOCK = Date.UTC(2026, 2, 1, 13);
const NAMES = ['Alder', 'Beech', 'Cedar', 'Dogwood'];

interface Rule {
  readonly name: string;
  readonly classes: readonly string[];
  readonly min_duration_minutes: number | null;
  readonly area: {
    readonly type: string;
    readonly coordinates?: number[][][];
    readonly center?: number[];
    readonly radius_km?: number;
  } | null;
}

/** Half a day of four stations; the second is silent from 6 to 9. */
function observations(): object[] {
  return Array.from({ length: 72 }, (_, slot) => CLOCK - (72 - slot) * 600_000).flatMap((time) => {
    const hour = new Date(time).getUTCHours() + new Date(time).getUTCMinutes() / 60;
    const reporting = NAMES.map((_, k) => `s${k}`).filter((id) => id !== 's1' || hour <= 6 || hour >= 9);
    return reporting.map((station_id, k) => ({
      ...{ station_id, time: new Date(time).toISOString() },
      temp_out: 10 + k + Math.sin(hour),
    }));
  });
}

/** A place of the map, by its share of the width and of the height. */
async function pointAt(page: Page, x: number, y: number): Promise<void> {
  const map = page.locator('dialog .plan-map');
  const box = await map.boundingBox();
  if (box === null) throw new Error('the map is not there');
  await map.click({ position: { x: x * box.width, y: y * box.height } });
}

describe('the page of the rules', function () {
  this.timeout(240_000);
  let pages: OpenPages;
  before(async function () {
    // Nothing is sent: no alert opens.
    const mail = { HALCYON_SMTP_URL: 'smtp://127.0.0.1:1', HALCYON_SMTP_FROM: 'halcyon@example.org' };
    pages = await OpenPages.startOrSkip(this, { HALCYON_FEED: '', ...mail }, CLOCK);
    const stations = NAMES.map((station_name, k) => ({
      ...{ station_id: `s${k}`, station_name, latitude: 51, longitude: 4 + k / 5 },
    }));
    await pages.system.send('POST', '/api/v1/stations?network=north', stations);
    await until('the stations are there', async () => {
      const { stations: found } = await pages.system.get<{ stations: unknown[] }>('/api/v1/stations?network=north');
      return found.length === NAMES.length;
    });
    const pushed = await pages.system.push('north', observations());
    assert.ok(pushed.length > 0);
    await until('the observations are there', async () => {
      const { observations: found } = await pages.system.get<{ observations: unknown[] }>(
        '/api/v1/observations?network=north&station=s1&limit=1000',
      );
      return found.length > 50;
    });
  });
  after(() => pages?.stop());

  const ruleNamed = async (name: string): Promise<Rule> => {
    const { rules } = await pages.system.get<{ rules: Rule[] }>('/api/v1/alert-rules');
    const rule = rules.find((one) => one.name === name);
    assert.ok(rule !== undefined, `there is no rule ${name}`);
    return rule;
  };
  const longitudes = ({ area }: Rule) => (area?.coordinates?.[0] ?? []).map(([longitude]) => longitude);

  it('makes a rule of silence in a polygon that is drawn, and changes it', async () => {
    const page = await pages.open('/map/alerts/rules?network=north', LOOKS.light);
    const person = new Person(page);
    await person.click(page.getByRole('button', { name: 'New rule' }));
    const dialog = page.getByRole('dialog');
    await person.fill(dialog.getByLabel('Name', { exact: true }), 'Silent in the west');
    await dialog.getByText('No area: any place.').waitFor();
    for (const [x, y] of [
      [0, 0.1],
      [0.5, 0.1],
    ] as const)
      await pointAt(page, x + 0.02, y);
    await dialog.getByText('1 place is missing.').waitFor();
    await person.click(dialog.getByRole('button', { name: 'Save' }));
    await dialog.getByText('The area is not complete').waitFor();
    for (const [x, y] of [
      [0.5, 0.8],
      [0, 0.8],
    ] as const)
      await pointAt(page, x + 0.02, y);
    await dialog.getByText('A polygon with 4 corners: 2 stations of this network.').waitFor();
    await dialog.getByLabel('Device failure').uncheck();
    await dialog.getByLabel('Silent station or sensor').check();
    await person.fill(dialog.getByLabel('Only if it lasts for [min]'), '2880');
    assert.deepEqual(await findings(page), [], 'the form');
    await person.click(dialog.getByRole('button', { name: 'Save' }));
    await page
      .getByText('Silent station or sensor in a drawn polygon with 4 corners for 2,880 minutes or more.')
      .waitFor();
    assert.deepEqual(await findings(page), [], 'the list');
    const rule = await ruleNamed('Silent in the west');
    assert.deepEqual([rule.classes, rule.min_duration_minutes], [['silent'], 2880]);
    const [west, east] = [Math.min(...longitudes(rule)), Math.max(...longitudes(rule))];
    assert.ok(west < 4 && east > 4.2 && east < 4.4, `from ${west} to ${east}`);
    // It stands there again, and is taken away.
    await person.click(page.getByRole('button', { name: 'Change' }));
    await dialog.getByText('A polygon with 4 corners: 2 stations of this network.').waitFor();
    await person.click(dialog.getByRole('button', { name: 'No area' }));
    await person.click(dialog.getByRole('button', { name: 'Save' }));
    await page.getByText('Silent station or sensor for 2,880 minutes or more.').waitFor();
    assert.equal((await ruleNamed('Silent in the west')).area, null);
  });

  for (const [look, options] of Object.entries(LOOKS)) {
    it(`shows what a rule would have told in the last 30 days, ${look}`, async () => {
      const page = await pages.open('/map/alerts/rules?network=north', options);
      const person = new Person(page);
      await person.click(page.getByRole('button', { name: 'New rule' }));
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Device failure').uncheck();
      await dialog.getByText('What the rule would have told is shown once it is complete.').waitFor();
      await dialog.getByLabel('Silent station or sensor').check();
      await person.fill(dialog.getByLabel('E-mail to'), 'ann@example.org');
      await dialog.getByText('In the last 30 days it would have told: 2 e-mails, no webhook, 2 messages').waitFor();
      await dialog.getByText('1 alert of 1 station would have opened.').waitFor();
      await dialog.getByRole('link', { name: 'Beech (1)' }).waitFor();
      const messages = dialog.locator('.preview details');
      assert.equal(await messages.count(), 2);
      await messages.last().locator('summary').click();
      const mail = (await messages.last().locator('pre').textContent()) ?? '';
      assert.match(mail, /^Beech: silent, no report since 2026-03-01T06:00:00Z/);
      assert.deepEqual(await findings(page), []);
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), options.viewport.width);
      const pictures = process.env['HALCYON_PICTURES'];
      await dialog.locator('.preview').scrollIntoViewIfNeeded();
      if (pictures !== undefined) await page.screenshot({ path: `${pictures}/rule-preview-${look}.png` });
      // A rule that asks for more than it lasted tells nothing.
      await person.fill(dialog.getByLabel('Only if it lasts for [min]'), '600');
      await dialog.getByText('No alert would have opened.').waitFor();
      await page.context().close();
    });
  }

  for (const [look, options] of Object.entries(LOOKS)) {
    it(`mails when a thermometer fails in the valley, by 8 actions (job 5), ${look}`, async () => {
      const page = await pages.open('/map/alerts/rules?network=north', options);
      const person = new Person(page);
      await person.click(page.getByRole('button', { name: 'New rule' }));
      const dialog = page.getByRole('dialog');
      const name = `Thermometers of the valley, ${look}`;
      await person.fill(dialog.getByLabel('Name', { exact: true }), name);
      await person.click(dialog.getByLabel('Temperature'));
      await person.click(dialog.getByRole('button', { name: 'Circle' }));
      for (const x of [0.5, 0.9]) {
        await pointAt(page, x, 0.5);
        person.actions += 1;
      }
      await person.fill(dialog.getByLabel('E-mail to'), 'ann@example.org');
      await dialog.getByText(/^A circle of [\d.]+ km: \d stations? of this network\.$/).waitFor();
      const pictures = process.env['HALCYON_PICTURES'];
      if (pictures !== undefined) await page.screenshot({ path: `${pictures}/job-5-${look}.png` });
      await person.click(dialog.getByRole('button', { name: 'Save' }));
      await dialog.waitFor({ state: 'detached' });
      const { area, classes, ...rule } = await ruleNamed(name);
      assert.deepEqual([area?.type, classes], ['Circle', ['device_failure']]);
      const { variables, channels } = rule as unknown as { variables: string[]; channels: { type: string }[] };
      assert.deepEqual([variables, channels.map(({ type }) => type)], [['temp_out'], ['email', 'feed']]);
      assert.equal(person.actions, 8);
      await page.context().close();
    });
  }

  it('draws a circle by the keyboard alone, on a phone in the dark too', async () => {
    const page = await pages.open('/map/alerts/rules?network=north', { ...LOOKS.phone, colorScheme: 'dark' }, false);
    await page.getByRole('button', { name: 'New rule' }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('Outages');
    await dialog.getByLabel('Outage of the feed').press('Space');
    await dialog.getByRole('button', { name: 'Circle' }).press('Enter');
    const middle = dialog.getByRole('button', { name: 'Set the middle of the map' });
    await middle.press('Enter');
    await dialog.getByText('1 place is missing.').waitFor();
    await dialog.locator('.leaflet-container').focus();
    await page.keyboard.press('ArrowRight');
    await until('the map has moved', async () => {
      await middle.press('Enter');
      return !(await dialog.locator('.affects').textContent())?.startsWith('A circle of 0.1 km');
    });
    await dialog.getByText(/^A circle of [\d.]+ km: \d stations? of this network\.$/).waitFor();
    assert.deepEqual(await findings(page), [], 'the form');
    await dialog.getByRole('button', { name: 'Save' }).press('Enter');
    const rule = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Outages' }) });
    await rule.getByText(/in a drawn circle of [\d.]+ km\./).waitFor();
    const { area } = await ruleNamed('Outages');
    assert.equal(area?.type, 'Circle');
    assert.ok((area?.radius_km ?? 0) > 0);
  });
});
