import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { NowAnswer } from '../../../../schemas/http/answers/now-answer.ts';
import { until } from '../../../until.ts';
import { held } from './held-answers.ts';
import { CLOCK, findings, LOOKS, OpenPages } from './open-pages.ts';

const SLOT_MS = 600_000;
const DAY_MS = 86_400_000;
const LISTS = /\/api\/v1\/(outages|weather-events)\?/;
const NOTHING = /No sensor is wrong|had no outage|No front or storm|No sensor was wrong|0 (Outages|Weather)/;

/** Reports of three stations up to a time, each in a slot of its own. */
function reports(to: number, count: number) {
  return ['a', 'b', 'c'].flatMap((id, k) =>
    Array.from({ length: count }, (_, i) => ({
      station_id: id,
      time: new Date(to - (count - 1 - i) * SLOT_MS).toISOString().replace('.000Z', 'Z'),
      ...{ latitude: 50 + k / 10, longitude: 4 + k / 10 },
      ...{ temp_out: 12 + Math.sin(i / 3 + k), out_hum: 80 - (i % 3), wind_speed: 5 + (i % 4), bar: 1012, rain: 0 },
    })),
  );
}

describe('the pages where nothing is known', function () {
  this.timeout(120_000);
  let pages: OpenPages;
  before(async function () {
    pages = await OpenPages.startOrSkip(this, { HALCYON_FEED: '' });
    await pages.system.push('fresh', reports(CLOCK, 2));
    await pages.system.push('old', reports(CLOCK - 262 * DAY_MS, 30));
    await pages.system.push('ended', reports(CLOCK - 2 * DAY_MS, 60));
    await pages.system.push('known', reports(CLOCK, 60));
    await until('what can be judged is judged', async () => (await states('known')).good === 3);
    await until('the old reports are there', async () => (await pages.system.observations('old')).length === 90);
    // What has just come may be followed by more of the past.
    pages.system.clock += 60_000;
  });
  after(() => pages?.stop());

  const states = async (network: string) =>
    (await pages.system.get<NowAnswer>(`/api/v1/now?network=${network}`)).counts.states;
  const textOf = async (page: Page) =>
    (await page.evaluate<string>(`document.querySelector('.now-list')?.innerText ?? ''`)).replaceAll(/\s+/g, ' ');
  /** The text of a page once it has the words. */
  const told = async (page: Page, words: RegExp): Promise<string> => {
    await until(`the page says ${words}`, async () => words.test(await textOf(page)));
    return textOf(page);
  };

  it('say that three new stations are not judged, and not that nothing is wrong', async () => {
    const page = await pages.open('/map?network=fresh');
    const text = await told(page, /too few values of this time can be judged/);
    assert.match(text, /Whether a sensor is wrong is not known\. 3 stations are not judged yet/);
    assert.match(text, /Weather now: not known/);
    assert.doesNotMatch(text, /No sensor is wrong|No front or storm/);
    assert.deepEqual(await findings(page), []);
    await page.context().close();
  });

  it('say of a new station that none of its values is judged, and not that no sensor was wrong', async () => {
    const page = await pages.open('/map/stations/a?network=fresh');
    const card = page.getByRole('region', { name: 'Faults' });
    await until('the card is there', async () => (await card.count()) === 1);
    assert.match((await card.textContent()) ?? '', /Not known: no value of this time is judged yet\. 10 values came/);
    await page.context().close();
  });

  it('say why it is not known of a station where its coverage is not answered', async () => {
    const page = await pages.open('/map/networks');
    await page.route('**/api/v1/coverage?*', (route) => route.fulfill({ status: 503, json: { detail: 'busy' } }));
    await page.goto(`${pages.system.url}/map/stations/a?network=fresh`);
    const card = page.getByRole('region', { name: 'Faults' });
    await until('the card is there', async () => (await card.count()) === 1);
    assert.match((await card.textContent()) ?? '', /Not known: busy/);
    await page.context().close();
  });

  it('claim nothing of the present where the newest report is of months ago', async () => {
    const page = await pages.open('/map?network=old');
    const text = await told(page, /Outages of the feed Not known: no report .* Weather now Not known: no report/);
    assert.match(text, /No report of the last 262 d has come/);
    assert.equal(text.match(/Not known: no report has come since 5 Mar 12:00 UTC/g)?.length, 2, text);
    assert.match(text, /Outages of the feed: not known Weather now: not known/);
    assert.doesNotMatch(text, NOTHING);
    await page.context().close();
  });

  // "Outages of the feed: Not known: no report has come", while the service told the outage.
  it('tell an outage of the network that has lasted for two days, and until then that it is looked for', async () => {
    const page = await pages.open('/map/networks', LOOKS.phone);
    const answer = await held(page, '**/api/v1/outages?*');
    await page.goto(`${pages.system.url}/map?network=ended`);
    const before = await told(page, /No report of the last 2 d has come/);
    assert.match(before, /Outages of the feed Not known yet: it is being looked for/);
    answer();
    const text = await told(page, /1 Outage of the feed/);
    assert.match(text, /now 20 Nov \d\d:\d\d: 3 of 3 reporting stations were silent at once/);
    assert.match(text, /Weather now Not known: no report has come since/);
    await page.context().close();
  });

  it('say that nothing is wrong where all is known', async () => {
    const page = await pages.open('/map?network=known');
    const text = await told(page, /No front or storm passes/);
    assert.match(text, /No sensor is wrong\..*The feed had no outage in the last 24 hours/);
    assert.match(text, /0 Outages? of the feed 0 Weather now/);
    await page.context().close();
  });

  for (const status of [503, 409, 0] as const) {
    it(`say why it is not known where outages and weather are answered ${status || 'by nothing'}`, async () => {
      const page = await pages.open('/map/networks', LOOKS.phone);
      await page.route(LISTS, (route) =>
        status === 0 ? route.abort() : route.fulfill({ status, json: { detail: 'four searches run already' } }),
      );
      await page.goto(`${pages.system.url}/map?network=known`);
      const why = { 503: /four searches run already/, 409: /too few values/, 0: /Halcyon does not answer/ }[status];
      const text = await told(page, why);
      assert.equal(text.match(/Not known: /g)?.length, 2, text);
      assert.match(text, /Outages of the feed: not known Weather now: not known/);
      assert.doesNotMatch(text, /had no outage|No front or storm/);
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), LOOKS.phone.viewport.width);
      await page.context().close();
    });
  }

  it('count nothing while the answers are awaited', async () => {
    const page = await pages.open('/map/networks');
    const answer = await held(page, '**/api/v1/outages?*');
    await page.goto(`${pages.system.url}/map?network=known`);
    assert.match(await told(page, /Not known yet: it is being looked for/), /Outages of the feed: not known/);
    answer();
    await told(page, /The feed had no outage/);
    await page.context().close();
  });

  it('count nothing that is not looked for in a large network', async () => {
    const page = await pages.open('/map/networks');
    const answer = await pages.system.get<NowAnswer>('/api/v1/now?network=known');
    const counts = { ...answer.counts, stations: 2001, states: { ...answer.counts.states, good: 2001 } };
    await page.route('**/api/v1/now?*', (route) => route.fulfill({ json: { ...answer, counts } }));
    await page.goto(`${pages.system.url}/map?network=known`);
    const text = await told(page, /Not looked for in networks of more than 2,000 stations/);
    assert.match(text, /Outages of the feed: not known Weather now: not known/);
    await page.context().close();
  });
});
