// Runs the tests as several processes at once, on two cores: much of the time some of them wait for a server. Closes with a
// line of the counts of all. Files `*.long.ts` start whole systems, or work for long: they are a run of their own.
//   npm run mocha
//   npm run test:long
//   npm test             (with --check: types and linters run beside the tests, and are told like a group)
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { packageFile } from '../schemas/package-root.ts';
import { compiledTests, compileTests } from './compiled-tests.ts';
import { folderForTests } from './folder-for-tests.ts';
import { npmScript } from './npm-script.ts';

/** Patterns of the files of tests that one process runs. */
interface Group {
  readonly files: readonly string[];
  readonly without: readonly string[];
}

/** What needs a broker and a registry: they take as long to start as several of these tests. */
const ON_KAFKA = [
  'test/ingest/log/kafka/*.test.ts',
  'test/services/telemetry/trace-through-the-log.test.ts',
  'test/services/doctor/log-checks.test.ts',
  'test/services/cli/log-deploy-command.test.ts',
];
/** Services whose tests go with others than those of the rest. */
const BESIDE_KAFKA =
  'test/services/{access,alerts,detection,experts,identity,observations,pipeline,sensorthings,stations}/**/*.test.ts';
const BESIDE_SYSTEMS = 'test/services/{api,cli,http}/**/*.test.ts';
const SYSTEMS = 'test/{integration,acceptance}/**/*.test.ts';
const SERVICES = 'test/services/**/*.test.ts';

const LONG_ON_KAFKA = [
  'test/ingest/log/kafka/*.long.ts',
  'test/detectors/stages/kafka-*.long.ts',
  'test/integration/*-on-kafka.long.ts',
];
const LONG_BESIDE_KAFKA = 'test/services/{access,alerts,pipeline,stores,system}/**/*.long.ts';
const LONG_SYSTEMS = 'test/integration/*.long.ts';

/** About as long as each other; each starts the servers that its own tests need. The last has what no other has. */
const GROUPS = {
  short: [
    { files: [...ON_KAFKA, BESIDE_KAFKA], without: [] },
    { files: [SYSTEMS, BESIDE_SYSTEMS], without: ON_KAFKA },
    { files: [SERVICES], without: [...ON_KAFKA, BESIDE_KAFKA, BESIDE_SYSTEMS] },
    { files: ['test/**/*.test.ts'], without: [...ON_KAFKA, SYSTEMS, SERVICES] },
  ],
  long: [
    { files: [...LONG_ON_KAFKA, LONG_BESIDE_KAFKA], without: [] },
    { files: [LONG_SYSTEMS], without: LONG_ON_KAFKA },
    { files: ['test/**/*.long.ts'], without: [...LONG_ON_KAFKA, LONG_BESIDE_KAFKA, LONG_SYSTEMS] },
  ],
} as const satisfies Record<string, readonly Group[]>;

/** As in .mocharc.json, which is for tests that are run from their sources. */
const NODE_OPTIONS = ['--import=./test/as-modules.mjs', '--enable-source-maps', '--max-semi-space-size=32'];

/** The line that closes each group. */
const COUNTS = /^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/m;
/** A test that failed may leave something running: so long its process is waited for after its closing line [ms]. */
const ENDING_MS = 30_000;
/** The line with which mocha begins to sum up; what failed follows in full. */
const SUMMARY = /^.*\d+ passing \(/m;

const folder = folderForTests();
const environment = { ...process.env, TMPDIR: folder, SHARED_BY_TESTS: join(folder, 'shared') };

/** Runs a group; what it writes is shown at once, or where it is not the first when it has ended. */
async function run({ files, without }: Group, first: boolean): Promise<{ written: string; code: number }> {
  const mocha = packageFile('node_modules', 'mocha', 'bin', 'mocha.js');
  const settings = ['--no-config', '--timeout=120000', '--reporter=./test/closing-line-reporter.cjs'];
  const specs = [...files.map(compiledTests), ...without.map((pattern) => `--ignore=${compiledTests(pattern)}`)];
  const child = spawn(process.execPath, [...NODE_OPTIONS, mocha, ...settings, ...specs], {
    cwd: packageFile(),
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
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

/** Writes, and waits until it is out: what is still on its way would be lost at the end. */
function say(text: string): Promise<void> {
  return new Promise((resolve) => process.stdout.write(text, () => resolve()));
}

await compileTests();
// One that fails counts as one failed, as no test says it.
const checked = process.argv.includes('--check') ? npmScript('check') : null;
const groups = await Promise.all(
  GROUPS[process.argv[2] === 'long' ? 'long' : 'short'].map((group, index) => run(group, index === 0)),
);
for (const { written } of groups.slice(1)) await say(written);
const total = [0, 0, 0];
let code = 0;
const found = await checked;
if (found !== null) {
  await say(found.written);
  if (found.code !== 0) {
    await say('npm run check has failed: see above\n');
    total[1]++;
    code = found.code;
  }
}
for (const group of groups) {
  const counts = COUNTS.exec(group.written);
  // Said once more where one looks first: what failed stands far above else.
  if (group.code !== 0) await say(group.written.slice(Math.max(0, group.written.search(SUMMARY))));
  // A group that ended before its last test has failed, however many had passed.
  if (counts === null) total[1]++;
  for (const [k, text] of (counts?.slice(1) ?? []).entries()) total[k] += Number(text ?? 0);
  code = Math.max(code, group.code);
}
const [passed, failed, skipped] = total;
await say(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`);
process.exit(failed > 0 ? Math.max(1, code) : code);
