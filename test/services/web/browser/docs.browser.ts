import assert from 'node:assert/strict';
import { RunningApplication } from '../../api/running-application.ts';
import { systemBrowser } from './system-browser.ts';

describe('the page of the API in a browser', function () {
  this.timeout(60_000);
  const running = new RunningApplication();
  before(() => running.start());
  after(() => running.stop());

  for (const [path, shown] of [
    ['/docs', '/api/v1/observations'],
    ['/dmm/api/v1/swagger', '/api/v1/dataset/register'],
    ['/dmm/api/v1/redoc', 'Halcyon datasets'],
  ] as const)
    it(`shows the endpoints at ${path}, and asks nobody else, for nothing that is not there`, async function () {
      const browser = await systemBrowser();
      if (browser === null) {
        console.warn('      skipped: no Chromium is on this machine');
        return this.skip();
      }
      try {
        const page = await browser.newPage();
        const said: string[] = [];
        page.on('console', (message) => said.push(message.text()));
        page.on('request', (request) =>
          said.push(
            ...(request.url().startsWith(running.listening.url) || request.url().startsWith('data:')
              ? []
              : [request.url()]),
          ),
        );
        await page.goto(`${running.listening.url}${path}`);
        await page.getByText(shown).first().waitFor();
        // The icon of a page is asked for once all else is there.
        await page.waitForTimeout(1_000);
        assert.deepEqual(said, []);
      } finally {
        await browser.close();
      }
    });
});
