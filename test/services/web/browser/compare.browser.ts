import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { temporaryFolder } from '../../../integration/data-folders.ts';
import { until } from '../../../until.ts';
import { findings, LOOKS, OpenPages } from './open-pages.ts';
import { Person } from './person.ts';

const CLOCK = Date.UTC(2026, 2, 3);
const HOUR = 3_600_000;
const SLOT = 600_000;
const ADDRESS = '/map/stations/a?network=north&time=2026-03-02T19:50:00Z';

interface Faults {
  readonly faults: readonly {
    readonly kind: string;
    readonly override?: { readonly by: string; readonly reason: string };
  }[];
}

describe('a station beside its neighbours on its page', function () {
  this.timeout(240_000);
  let pages: OpenPages;
  before(async function () {
    pages = await OpenPages.startOrSkip(this, { HALCYON_FEED: '' }, CLOCK);
    const observations = Array.from({ length: 48 * 6 }, (_, k) =>
      ['a', 'b', 'c', 'd'].map((station_id, s) => ({
        ...{ station_id, station_name: `Station ${station_id.toUpperCase()}`, latitude: 51, longitude: 4 + s / 20 },
        time: new Date(CLOCK - 48 * HOUR + k * SLOT).toISOString(),
        temp_out: Math.round(100 + 50 * Math.sin(k / 23) + 10 * s) / 10,
      })),
    ).flat();
    await pages.system.send('POST', '/api/v1/observations?network=north', observations);
    await until('everything is judged', async () => {
      const { values } = await pages.system.get<{ values: { received: number; not_judged: { not_yet?: number } } }>(
        '/api/v1/coverage?network=north&from=2026-03-01T00:00:00Z',
      );
      return values.received === observations.length && (values.not_judged.not_yet ?? 0) === 0;
    });
  });
  after(() => pages?.stop());

  const faults = async () =>
    (await pages.system.get<Faults>('/api/v1/faults?network=north&station=a')).faults.map(({ kind, override }) => [
      kind,
      override?.reason,
    ]);

  /** Marks a part of the chart of the temperature, as shares of its width. */
  async function drag(page: Page, from: number, to: number): Promise<void> {
    const box = await page.locator('.chart .u-over').first().boundingBox();
    if (box === null) throw new Error('the chart is not there');
    const y = box.y + box.height / 2;
    await page.mouse.move(box.x + from * box.width, y);
    await page.mouse.down();
    await page.mouse.move(box.x + ((from + to) / 2) * box.width, y);
    await page.mouse.move(box.x + to * box.width, y);
    await page.mouse.up();
  }

  async function compared(look: Parameters<OpenPages['open']>[1] = LOOKS.light, address = ADDRESS): Promise<Page> {
    const page = await pages.open(address, look);
    await page.locator('.chart canvas').first().waitFor();
    if (!address.includes('compare=')) await page.locator('.controls button[aria-pressed]').click();
    await page.locator('.spread-key').waitFor();
    return page;
  }

  it('says which station of its address is none, and compares the others', async () => {
    const page = await compared(LOOKS.light, `${ADDRESS}&compare=b,nowhere`);
    await page.getByRole('alert').getByText('“nowhere” is not compared: north has no such station in use.').waitFor();
    assert.match(page.url(), /compare=b(&|$)/);
    await page.context().close();
  });

  it('shows in one action the median and the spread of its neighbours, which the address keeps', async () => {
    const page = await compared();
    await page.getByText('3 neighbours: their median and middle half.').waitFor();
    await until('the address names them', () => Promise.resolve(/[?&]compare=[bcd]%2C[bcd]%2C[bcd]/.test(page.url())));
    await page.getByRole('button', { name: 'Remove Station D' }).click();
    await page.getByText('2 neighbours: their median and middle half.').waitFor();
    await page.getByLabel('Neighbours').selectOption('measured');
    await until('the address says how', () => Promise.resolve(page.url().endsWith('&as=measured')));
    const link = page.url().replace(pages.system.url, '');
    await page.context().close();
    const other = await compared(LOOKS.light, link);
    await other.getByText('2 neighbours: their median and middle half.').waitFor();
    assert.equal(await other.getByLabel('Neighbours').inputValue(), 'measured');
    const saving = other.waitForEvent('download');
    await other.getByRole('button', { name: 'Download as CSV' }).click();
    const file = join(temporaryFolder(), 'compared.csv');
    await (await saving).saveAs(file);
    const [head, ...rows] = readFileSync(file, 'utf8').trim().split(/\r?\n/);
    const column = head.split(',').indexOf('station_id');
    assert.equal(new Set(rows.map((row) => row.split(',')[column])).size, 3);
    await other.context().close();
  });

  it('gives a stretch that is dragged a verdict for all its values, with a reason, and takes it back', async () => {
    const page = await compared();
    const person = new Person(page);
    person.actions += 1;
    await drag(page, 0.4, 0.6);
    await page.getByRole('dialog').getByLabel('It is').selectOption('device_failure');
    person.actions += 1;
    await person.fill(page.getByRole('dialog').getByLabel('Why'), 'a nest');
    assert.deepEqual(await findings(page), [], 'the form');
    await person.click(page.getByRole('button', { name: 'Give the verdict' }));
    await page.getByText('The verdict is given.').waitFor();
    assert.equal(person.actions, 4);
    await until('there is a fault', async () => (await faults()).length === 1);
    assert.deepEqual(await faults(), [['level', 'a nest']]);
    await page.getByText(/^Device failure, says \S+: a nest$/).waitFor();
    const flagsOf = async () => {
      const query = 'network=north&station=a&from=2026-03-02T00:00:00Z&limit=all&format=csv';
      const text = await (await fetch(`${pages.system.url}/api/v1/observations?${query}`)).text();
      const [head, ...rows] = text.trim().split(/\r?\n/);
      const column = head.split(',').indexOf('temp_out_flag');
      return rows.filter((row) => row.split(',')[column] === '4').length;
    };
    // A fifth of a day.
    await until('the exported flags follow', async () => Math.abs((await flagsOf()) - 29) <= 2);
    await drag(page, 0.45, 0.55);
    await page.getByRole('dialog').getByLabel('Why').fill('no nest');
    await page.getByRole('button', { name: 'Give the verdict' }).click();
    await page.getByRole('alert').filter({ hasText: 'reaches beyond this stretch on both sides' }).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await until('there is none', async () => (await faults()).length === 0);
    await until('the flags are back', async () => (await flagsOf()) === 0);
    await page.context().close();
  });

  for (const [look, options] of Object.entries(LOOKS)) {
    it(`has nothing that axe-core finds wrong, ${look}`, async () => {
      for (const locale of ['en-GB', 'de-DE', 'fr-FR', 'el-GR']) {
        const page = await compared({ ...options, locale });
        assert.deepEqual(await findings(page), [], `${locale} ${look}`);
        const isWider = 'document.documentElement.scrollWidth > window.innerWidth';
        assert.equal(await page.evaluate(isWider), false, `${locale} ${look}`);
        assert.doesNotMatch(await page.evaluate<string>('document.body.innerText'), /undefined|NaN|\[object/);
        await page.context().close();
      }
    });
  }
});
