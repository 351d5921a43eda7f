// Runs all tests as two processes at once, one for each of two cores, and closes with a line of the counts of both.
//   npm run mocha
import { spawn } from 'node:child_process';
import { packageFile } from '../schemas/package-root.ts';

/** About as long as each other; each starts the servers that its own tests need. */
const HALVES = [
  [
    'test/{schemas,ingest,detectors,faults,acceptance,deploy}/**/*.test.ts',
    'test/services/identity/**/*.test.ts',
    'test/*.test.ts',
  ],
  ['test/{services,integration}/**/*.test.ts', '--ignore=test/services/identity/**'],
];
/** The line that closes each half. */
const COUNTS = /^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/m;
/** The line with which mocha begins to sum up; what failed follows in full. */
const SUMMARY = /^.*\d+ passing \(/m;

/** Runs a half; what it writes is shown at once, or where it is not the first when it has ended. */
async function run(specs: readonly string[], first: boolean): Promise<{ written: string; code: number }> {
  const mocha = packageFile('node_modules', 'mocha', 'bin', 'mocha.js');
  const child = spawn(process.execPath, [mocha, ...specs], { cwd: packageFile(), stdio: ['ignore', 'pipe', 'pipe'] });
  let written = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      written += chunk.toString('utf8');
      if (first) process.stdout.write(chunk);
    });
  }
  const code = await new Promise<number>((resolve) => child.once('close', (status) => resolve(status ?? 1)));
  return { written, code };
}

const halves = await Promise.all(HALVES.map((specs, index) => run(specs, index === 0)));
for (const { written } of halves.slice(1)) process.stdout.write(written);
const total = [0, 0, 0];
let code = 0;
for (const half of halves) {
  const counts = COUNTS.exec(half.written);
  // Said once more where one looks first: what failed stands far above else.
  if (half.code !== 0) process.stdout.write(half.written.slice(half.written.search(SUMMARY)));
  // A half that ended before its last test has failed, however many had passed.
  if (counts === null) total[1]++;
  for (const [k, text] of (counts?.slice(1) ?? []).entries()) total[k] += Number(text ?? 0);
  code = Math.max(code, half.code);
}
const [passed, failed, skipped] = total;
console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exit(failed > 0 ? Math.max(1, code) : code);
