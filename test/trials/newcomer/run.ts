// What a newcomer waits for: a fresh clone of HEAD, `npm start`, and a browser on the map until the first anomaly that was
// classified is drawn. Prints the seconds of each phase.
//   npm run test:newcomer [-- --here] [--keep PICTURE.png]
// --here starts this checkout as it is, in place of a fresh clone; --keep writes what the map showed at the end.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { freePort } from '../../../deploy/servers/server-process.ts';
import { packageFile } from '../../../schemas/package-root.ts';
import { runOptions } from '../../run-options.ts';
import { systemBrowser } from '../../services/web/browser/system-browser.ts';

const { values: options } = runOptions({
  options: { here: { type: 'boolean', default: false }, keep: { type: 'string' } },
});

/** Nobody waits for longer [s]. */
const LONGEST_S = 900;
/** What `npm start` says in its order, and what ends when it does. */
const SAID: readonly (readonly [words: RegExp, phase: string])[] = [
  [/^Installing/m, 'looked at what is there'],
  [/^Building/m, 'installed'],
  [/^Halcyon is ready/m, 'built and ready'],
];

const browser = await systemBrowser();
if (browser === null) {
  console.log('skipped: no Chromium is on this machine');
  process.exit(0);
}
const folder = mkdtempSync(join(tmpdir(), 'halcyon-newcomer-'));
const began = performance.now();
let last = began;

/** Says how long a phase took, and how long it is since the beginning. */
function passed(phase: string): void {
  const now = performance.now();
  const seconds = (from: number) => ((now - from) / 1000).toFixed(1).padStart(7);
  console.log(`${seconds(last)} s ${seconds(began)} s  ${phase}`);
  last = now;
}

console.log('  phase      total');
const checkout = options.here ? packageFile() : join(folder, 'halcyon');
if (!options.here) {
  execFileSync('git', ['clone', '--quiet', '--no-local', packageFile(), checkout]);
  passed('cloned');
}
const port = await freePort();
const system = spawn('npm', ['start'], {
  cwd: checkout,
  env: { ...process.env, PORT: String(port), HALCYON_DATA: join(folder, 'data') },
  stdio: ['ignore', 'pipe', 'pipe'],
  // A group of its own: what npm has started is ended with it.
  detached: true,
});
let output = '';
for (const stream of [system.stdout, system.stderr]) {
  stream.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
}

try {
  for (const waiting = [...SAID]; waiting.length > 0; await pause()) {
    const said = waiting.findIndex(([words]) => words.test(output));
    if (said === -1) continue;
    // What was not said by then was not to do.
    const [[, phase]] = waiting.splice(0, said + 1).slice(said);
    passed(phase);
  }
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(`http://127.0.0.1:${port}/map`);
  while ((await counted(page, '')) === 0) await pause();
  passed('stations are drawn');
  while ((await counted(page, 'Device failure|Weather event')) === 0) await pause();
  passed('the first classified anomaly is drawn');
  if (options.keep !== undefined) await page.screenshot({ path: resolve(options.keep) });
  while (await page.locator('.reach').isVisible()) await pause();
  passed('the history is loaded, and the map is live');
} finally {
  await browser.close();
  if (system.pid !== undefined && system.exitCode === null) {
    process.kill(-system.pid, 'SIGINT');
    await once(system, 'exit');
  }
  rmSync(folder, { recursive: true, force: true });
}

/** Stations that the legend counts in some states; '' for all. */
async function counted(page: Page, states: string): Promise<number> {
  const lines = await page.locator('.legend li').allTextContents();
  const wanted = new RegExp(`^(?:${states})`);
  return lines
    .filter((line) => wanted.test(line))
    .map((line) => Number(/\d+/.exec(line)?.[0] ?? 0))
    .reduce((sum, count) => sum + count, 0);
}

async function pause(): Promise<void> {
  if (system.exitCode !== null || performance.now() - began > 1000 * LONGEST_S) {
    throw new Error(`it did not come to an end; npm start said:\n${output.slice(-2000)}`);
  }
  await sleep(100);
}
