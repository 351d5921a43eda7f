import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { StatesAnswer } from '../../../../schemas/http/answers/states-answer.ts';
import { freshDataFolder, temporaryFolder } from '../../../integration/data-folders.ts';
import { RunningSystem } from '../../../integration/running-system.ts';
import { until } from '../../../until.ts';
import { systemBrowser } from './system-browser.ts';

/** Clock of the system and of the pages: the demonstration is a function of time and seed, and has a front on this day. */
export const CLOCK = Date.UTC(2026, 10, 22, 12);
/** The clock moves on while the demonstration plays its last six hours, and stays within the slot. */
const LONGEST_MS = 500_000;
export const NETWORK = 'demo';
/** Of every user that is added. */
export const PASSWORD = 'correct-horse-battery';

/** How somebody looks at the pages. */
export const LOOKS = {
  light: { viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  dark: { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
  phone: { viewport: { width: 390, height: 844 }, colorScheme: 'light', isMobile: true, hasTouch: true },
} as const satisfies Readonly<Record<string, BrowserContextOptions>>;

/** The real system with the demonstration's history, and a browser that looks at its pages. */
export class OpenPages {
  readonly system: RunningSystem;
  readonly #browser: Browser;

  private constructor(system: RunningSystem, browser: Browser) {
    this.system = system;
    this.#browser = browser;
  }

  /**
   * Starts both before the tests of a suite, which is skipped where there is no browser on this machine.
   *
   * @param suite `this` of the hook
   * @param clock of the system, ms since the epoch
   */
  static async startOrSkip(
    suite: Mocha.Context,
    environment: Readonly<Record<string, string>> = {},
    clock: number = CLOCK,
  ): Promise<OpenPages> {
    const browser = await systemBrowser();
    if (browser === null) {
      console.warn('      skipped: no Chromium is on this machine');
      return suite.skip();
    }
    const system = await new RunningSystem(await freshDataFolder(), clock, {
      HALCYON_FEED: 'demo',
      ...environment,
    }).start();
    const pages = new OpenPages(system, browser);
    if (environment['HALCYON_FEED'] !== '') await pages.#watch();
    return pages;
  }

  /** Adds a user with a role, who logs in with `PASSWORD`. */
  async user(name: string, role: string): Promise<void> {
    const file = join(temporaryFolder(), 'password');
    writeFileSync(file, PASSWORD);
    const words = ['identity', 'user', 'add', name, '--role', role, '--password-file', file];
    const added = await this.system.halcyon(...words);
    assert.equal(added.code, 0, added.err);
  }

  /** A rule that raises alerts from the history's failures: it looks at verdicts that are given after it was made. */
  async #watch(): Promise<void> {
    await this.system.send('POST', '/api/v1/alert-rules', {
      name: 'Failures',
      classes: ['device_failure'],
      severity: 'warning',
      channels: [{ type: 'feed' }],
    });
  }

  /** Waits until the week of history is judged up to the clock. */
  async judged(): Promise<void> {
    await until(
      'the history of the demonstration is judged',
      async () => {
        // The feed plays its last six hours at a slot a second of the clock, which stands still else.
        this.system.clock = Math.min(CLOCK + LONGEST_MS, this.system.clock + 400);
        // Until the first has come there is no network.
        const { states } = await this.states(this.system.clock).catch(() => ({ states: [] }));
        return (
          states.length > 50 && states.filter(({ state }) => state !== 'silent' && state !== 'not_judged').length > 50
        );
      },
      120_000,
    );
  }

  states(time: number): Promise<StatesAnswer> {
    return this.system.get(`/api/v1/states?network=${NETWORK}&time=${new Date(time).toISOString()}`);
  }

  /**
   * A page of an address below `/map`; what goes wrong in it fails the test.
   *
   * @param clock false: with its own, by which speed is measured, instead of that of the system
   */
  async open(address: string, look: BrowserContextOptions = LOOKS.light, clock = true): Promise<Page> {
    const context = await this.#browser.newContext({ locale: 'en-GB', ...look });
    const page = await context.newPage();
    page.on('pageerror', (error) => {
      throw new Error(`the page failed: ${error.message}`, { cause: error });
    });
    if (clock) await page.clock.setFixedTime(this.system.clock);
    await page.goto(this.system.url + address);
    return page;
  }

  async stop(): Promise<void> {
    await this.#browser.close();
    await this.system.stop();
  }
}

/** What axe-core finds wrong on a page: rules of WCAG 2.2 A and AA, and of good practice. */
export async function findings(page: Page): Promise<string[]> {
  // The policy of the pages allows no script of others: it comes in by the browser, not by the page.
  await page.evaluate(axe.source);
  return page.evaluate(
    `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => id + ' ' + target.join(' ') + ': ' + failureSummary)))`,
  );
}
