// Runs the tests again and again beside processes that keep the cores busy, and tells what failed: a test that fails now and
// then waits for too little, or for nothing.
//   npm run test:again -- [--times 20] [--busy 2]
import { spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { npmScript } from './npm-script.ts';
import { countOf, runOptions } from './run-options.ts';

const { values: options } = runOptions({
  options: { times: { type: 'string', default: '20' }, busy: { type: 'string', default: '2' } },
});
const times = countOf(options, 'times');
/** The line that closes a run, and the heading of a test that failed in the part that sums up a group. */
const CLOSING = /^\d+ passed, \d+ failed.*$/gm;
const FAILED = /^ {2}\d+\) (.+\n(?: {7}.+\n)*? {7,}.+):\n/gm;

const folder = mkdtempSync(join(tmpdir(), 'halcyon-again-'));
const busy = Array.from({ length: countOf(options, 'busy') }, () => spawn(process.execPath, ['-e', 'for (;;);']));
const failures = new Map<string, number>();
let failed = 0;
try {
  for (let k = 1; k <= times; k++) {
    const begun = performance.now();
    const { written, code } = await npmScript('mocha');
    const seconds = Math.round((performance.now() - begun) / 1000);
    const file = join(folder, `run-${k}.txt`);
    writeFileSync(file, written);
    const closing = written.match(CLOSING)?.at(-1) ?? 'ended without a closing line';
    console.log(`${k} of ${times}: ${closing}; ${seconds} s${code === 0 ? '' : `; ${file}`}`);
    if (code === 0) continue;
    failed++;
    // Each failure is written twice, where it is and at the end.
    const titles = new Set([...written.matchAll(FAILED)].map(([, title]) => title.replaceAll(/\s*\n\s*/g, ': ')));
    for (const title of titles) failures.set(title, (failures.get(title) ?? 0) + 1);
  }
} finally {
  for (const child of busy) child.kill();
}
for (const [title, count] of failures) console.log(`failed ${count} times: ${title}`);
console.log(`${times - failed} of ${times} runs passed`);
if (failed > 0) process.exitCode = 1;
