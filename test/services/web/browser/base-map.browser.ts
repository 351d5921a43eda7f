import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { until } from '../../../until.ts';
import { findings, LOOKS, OpenPages } from './open-pages.ts';

/** Names of tiles that the server was asked for, and where from. */
interface Asked {
  readonly path: string;
  readonly referrer: string;
}

/** A tile as a map of streets has them, with its name. */
function tile(name: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256"><rect width="256" height="256" fill="#f2efe9"/>
<path d="M0 190Q80 120 256 170V256H0Z" fill="#aad3df"/><path d="M30 30H150V110H30Z" fill="#cdebb0"/>
<path d="M0 60L256 120M120 0V256" stroke="#e892a2" stroke-width="5"/><text x="14" y="150" font-size="17" fill="#555">${name}</text></svg>`;
}

describe('the base map', function () {
  this.timeout(180_000);
  let pages: OpenPages;
  let server: Server;
  const asked: Asked[] = [];
  /** False: the server answers 404. */
  let isThere = true;
  before(async function () {
    server = createServer((request, response) => {
      asked.push({ path: request.url ?? '', referrer: String(request.headers.referer) });
      if (isThere) response.writeHead(200, { 'Content-Type': 'image/svg+xml' }).end(tile(request.url ?? ''));
      else response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    pages = await OpenPages.startOrSkip(this, {
      HALCYON_MAP_TILES: `http://127.0.0.1:${port}/{z}/{x}/{y}.svg`,
      HALCYON_MAP_ATTRIBUTION: '© Maps <b>& more</b>',
      HALCYON_MAP_ZOOM: '8',
    });
    await pages.judged();
  });
  after(async () => {
    await pages?.stop();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  beforeEach(() => {
    asked.length = 0;
    isThere = true;
  });

  const tilesShown = (page: Page) =>
    page.evaluate<number>(
      `[...document.querySelectorAll('.leaflet-tile')].filter((one) => one.naturalWidth > 0 && getComputedStyle(one).opacity === '1').length`,
    );

  for (const [look, options] of Object.entries(LOOKS)) {
    it(`lies under the stations, and names its source as plain text: ${look}`, async () => {
      const page = await pages.open('/map/live', options);
      await page.locator('.legend li:not(.none)').first().waitFor();
      await until('tiles are shown', async () => (await tilesShown(page)) >= 4);
      const source = page.locator('.leaflet-control-attribution');
      assert.match((await source.textContent()) ?? '', /Natural Earth.*© Maps <b>& more<\/b>/);
      const order = await page.evaluate<number[]>(
        `['outline', 'tile', 'overlay'].map((name) => Number(getComputedStyle(document.querySelector('.leaflet-' + name + '-pane')).zIndex))`,
      );
      assert.deepEqual(
        order,
        order.toSorted((a, b) => a - b),
      );
      const filter = await page.evaluate<string>(
        `getComputedStyle(document.querySelector('.leaflet-tile-pane')).filter`,
      );
      assert.equal(/invert/.test(filter), look === 'dark');
      assert.deepEqual(await findings(page), []);
      const pictures = process.env['HALCYON_PICTURES'];
      if (pictures !== undefined) await page.screenshot({ path: `${pictures}/base-map-${look}.png` });
      await page.context().close();
    });
  }

  it('is asked for by tiles up to its zoom, which are told no more than where the pages are', async () => {
    const page = await pages.open('/map/live');
    await page.locator('.legend li:not(.none)').first().waitFor();
    await page.getByRole('combobox', { name: 'Find a station by name or id' }).fill('demo-0001');
    await page.getByRole('option').first().click();
    await until('tiles are shown', async () => (await tilesShown(page)) >= 4);
    for (const { path, referrer } of asked) {
      const [zoom, column, row] = (/^\/(\d+)\/(\d+)\/(\d+)\.svg$/.exec(path) ?? []).slice(1).map(Number);
      assert.ok(zoom <= 8 && column < 2 ** zoom && row < 2 ** zoom, path);
      assert.equal(referrer, `${pages.system.url}/`);
    }
    await page.context().close();
  });

  it('is on the map of the page Now too', async () => {
    const page = await pages.open('/map');
    await until('tiles are shown', async () => (await tilesShown(page)) >= 2);
    await page.context().close();
  });

  it('leaves the outline of the world where its server has none', async () => {
    isThere = false;
    const page = await pages.open('/map/live');
    await page.locator('.legend li:not(.none)').first().waitFor();
    await until('tiles are asked for', async () => asked.length >= 4);
    assert.equal(await tilesShown(page), 0);
    assert.equal(await page.locator('canvas.outline').count(), 1);
    assert.equal(await page.getByRole('alert').filter({ visible: true }).count(), 0);
    const pictures = process.env['HALCYON_PICTURES'];
    if (pictures !== undefined) await page.screenshot({ path: `${pictures}/base-map-missing.png` });
    await page.context().close();
  });

  it('is of its server alone', async () => {
    const page = await pages.open('/map/live');
    const loads = (url: string) =>
      page.evaluate<string>(
        `new Promise((resolve) => {
          document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => resolve(effectiveDirective));
          const picture = new Image();
          picture.onload = () => resolve('shown');
          picture.src = ${JSON.stringify(url)};
        })`,
      );
    const { port } = server.address() as AddressInfo;
    assert.equal(await loads(`http://localhost:${port}/0/0/0.svg`), 'img-src');
    assert.equal(await loads(`http://127.0.0.1:${port}/0/0/0.svg`), 'shown');
    await page.context().close();
  });
});
