// Runs all tests as three processes at once, on two cores: much of the time one of them waits for a server. Closes with a
// line of the counts of all.
//   npm run mocha
import { spawn } from 'node:child_process';
import { packageFile } from '../schemas/package-root.ts';

const ACCESS = 'test/services/{identity,access}/**/*.test.ts';
const COMMANDS = 'test/services/cli/**/*.test.ts';
/** About as long as each other; each starts the servers that its own tests need. */
const GROUPS = [
  ['test/{schemas,ingest,detectors,faults}/**/*.test.ts', 'test/*.test.ts', COMMANDS],
  ['test/{services,deploy}/**/*.test.ts', `--ignore=${ACCESS}`, `--ignore=${COMMANDS}`],
  ['test/{integration,acceptance}/**/*.test.ts', ACCESS],
];
/** The line that closes each group. */
const COUNTS = /^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/m;
/** A test that failed may leave something running: so long its process is waited for after its closing line [ms]. */
const ENDING_MS = 30_000;
/** The line with which mocha begins to sum up; what failed follows in full. */
const SUMMARY = /^.*\d+ passing \(/m;

/** Runs a group; what it writes is shown at once, or where it is not the first when it has ended. */
async function run(specs: readonly string[], first: boolean): Promise<{ written: string; code: number }> {
  const mocha = packageFile('node_modules', 'mocha', 'bin', 'mocha.js');
  const child = spawn(process.execPath, [mocha, ...specs], { cwd: packageFile(), stdio: ['ignore', 'pipe', 'pipe'] });
  let written = '';
  let ending: NodeJS.Timeout | undefined;
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      written += chunk.toString('utf8');
      if (ending === undefined && COUNTS.test(written)) ending = setTimeout(() => child.kill('SIGKILL'), ENDING_MS);
      if (first) process.stdout.write(chunk);
    });
  }
  const code = await new Promise<number>((resolve) => child.once('close', (status) => resolve(status ?? 1)));
  clearTimeout(ending);
  return { written, code };
}

const groups = await Promise.all(GROUPS.map((specs, index) => run(specs, index === 0)));
for (const { written } of groups.slice(1)) process.stdout.write(written);
const total = [0, 0, 0];
let code = 0;
for (const group of groups) {
  const counts = COUNTS.exec(group.written);
  // Said once more where one looks first: what failed stands far above else.
  if (group.code !== 0) process.stdout.write(group.written.slice(Math.max(0, group.written.search(SUMMARY))));
  // A group that ended before its last test has failed, however many had passed.
  if (counts === null) total[1]++;
  for (const [k, text] of (counts?.slice(1) ?? []).entries()) total[k] += Number(text ?? 0);
  code = Math.max(code, group.code);
}
const [passed, failed, skipped] = total;
console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exit(failed > 0 ? Math.max(1, code) : code);
