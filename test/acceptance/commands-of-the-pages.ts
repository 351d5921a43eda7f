import assert from 'node:assert/strict';
import { type ExecFileException, execFile, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { readConfiguration } from '../../schemas/configuration.ts';
import { SILENT } from '../../schemas/logger.ts';
import { packageFile } from '../../schemas/package-root.ts';
import { VARIABLES } from '../../schemas/variables.ts';
import { WHOLE } from '../../services/system/chosen-parts.ts';
import { type System, startSystem } from '../../services/system/system.ts';
import { freshDataFolder } from '../integration/data-folders.ts';
import { NOTEBOOK, pythonWith } from '../servers/python-packages.ts';
import { FROST_CLIENT } from '../servers/sensorthings-clients.ts';
import { onSqlite } from '../servers/sqlite.ts';
import { reportShape } from '../services/detection/report-shape.ts';
import { calmWeather, TWO_STATIONS, tablesOf } from '../services/stores/collector/collector-schema.ts';
import { until } from '../until.ts';
import { type Block, readPage } from './markdown-page.ts';

/** Address that the pages show, and that of the system under test takes its place. */
const SHOWN_URL = 'http://127.0.0.1:8080';

/** Blocks that start a system of their own. */
const NOT_RUN = /^npm start$|halcyon run\b|^npm run cluster$/m;

/** Calls of which the pages say that they are refused, by a part of their text. */
const STATUSES: readonly (readonly [string, string])[] = [
  ['/api/v1/anomalies/0123456789abcdef0123456789abcdef', '404'],
  ['/api/v1/episodes/0123456789abcdef0123456789abcdef', '404'],
  ['/api/v1/faults/0123456789abcdef0123456789abcdef', '404'],
  ['"variables": ["temp_out", "bar"]', '409'],
  ['openid-connect/logout', '204'],
  ['POST http://127.0.0.1:8080/api/v1/aps/ ', '201'],
  ['/api/v1/aps/?task_id=', '201'],
  ['POST http://127.0.0.1:8080/api/v1/tasks/ ', '201'],
  ['"labels": "Operator"', '422'],
  ['POST http://127.0.0.1:8080/api/v1/alert-rules ', '201'],
  ['POST http://127.0.0.1:8080/api/v1/silences ', '201'],
  ['DELETE http://127.0.0.1:8080/dmm/api/v1/dataset/', '409'],
];

interface Done {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Pages whose commands are run, in the order of a reader. */
export const PAGES = [
  'README.md',
  'docs/import.md',
  'docs/http.md',
  'docs/exports.md',
  'docs/experts.md',
  'docs/stream.md',
  'docs/flags.md',
  'docs/elements.md',
  'docs/command-line.md',
  'docs/health-check.md',
  'docs/identity.md',
  'docs/patterns.md',
  'docs/alerts.md',
  'docs/sensorthings.md',
  'docs/backup.md',
  'docs/datasets.md',
  'docs/security.md',
  'docs/debugging.md',
  'docs/sizing.md',
  'docs/guides/cron.md',
  'docs/guides/city-network.md',
  'docs/guides/own-method.md',
  'docs/guides/python-and-r.md',
  'docs/guides/mail-and-chat.md',
  'docs/ten-tasks.md',
] as const;

/**
 * Runs the commands of pages as a reader would type them, one page after the other, against one running system on embedded
 * parts. Programs of the package are found in PATH and run from the build, as `npx` runs them (`npm test` builds first); curl
 * adds the status of each answer.
 *
 * @param pages of PAGES, in their order
 */
export function runPages(pages: readonly (typeof PAGES)[number][], context: Mocha.Suite): void {
  context.timeout(180_000);
  let folder: string;
  let data: string;
  let system: System;

  before(async function () {
    if (['bash', 'curl', 'python3'].some((program) => spawnSync(program, ['--version']).error !== undefined)) {
      console.log('      bash, curl or python3 is not on this machine: the commands are not run');
      return this.skip();
    }
    folder = mkdtempSync(join(tmpdir(), 'halcyon-pages-'));
    symlinkSync(packageFile('examples'), join(folder, 'examples'));
    writeFileSync(join(folder, 'new.csv'), 'station_id;time;temp_out\na;2026-03-01T12:10:00Z;12.7\n');
    const limits = 'station_id,variable,fail_low,fail_high,suspect_low,suspect_high\na,temp_out,-40,60,-25,38.5\n';
    writeFileSync(join(folder, 'limits.csv'), limits);
    const observed = calmWeather(Date.UTC(2025, 10, 19, 12), 145, 2 * 3_600_000);
    onSqlite(
      join(folder, 'weather.db'),
      `BEGIN;${tablesOf('TEXT', 'INTEGER PRIMARY KEY')}${TWO_STATIONS}${observed}COMMIT;`,
    );
    writePrograms(join(folder, 'bin'));
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(dirname(packageFile('package.json')), join(folder, 'node_modules', 'halcyon'));
    data = await freshDataFolder();
    const environment = {
      HALCYON_DATA: data,
      PORT: '0',
      HALCYON_FEED: 'demo',
      HALCYON_DEMO_STATIONS: '6',
      // No mail server answers there: rules with mail are accepted, and their tests say that it failed.
      HALCYON_SMTP_URL: 'smtp://127.0.0.1:9',
    };
    system = await startSystem({
      configuration: readConfiguration(environment),
      parts: WHOLE,
      insecure: false,
      now: Date.now,
      logger: SILENT,
      metrics: async () => '',
    });
    await untilDemoIsRecent(system.url);
  });
  after(async () => {
    await system?.stop();
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  });

  for (const name of pages) {
    it(`${name} shows what they answer`, async () => {
      const { blocks } = readPage(name);
      let run = 0;
      for (const [index, { language, text }] of blocks.entries()) {
        if (language !== 'sh' || NOT_RUN.test(text)) continue;
        const done = await inShell(text);
        assert.equal(done.code, 0, `${text}\n${done.out}${done.err}`);
        const statuses = Array.from(done.out.matchAll(/^HTTP (\d+)$/gm), ([, status]) => status);
        assert.deepEqual(statuses, expectedStatuses(text), `${text}\n${done.out}`);
        shows(blocks[index + 1], done.out.replaceAll(system.url, SHOWN_URL));
        run++;
      }
      assert.ok(run > 0, 'commands are found');
    });
  }

  it('README.md saves a report', () => {
    const report = reportShape.parse(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')));
    assert.ok(report.metadata.spatial_verify);
  });

  for (const name of ['README.md', 'docs/command-line.md']) {
    it(`${name} shows how the module is used`, async () => {
      const { blocks } = readPage(name);
      const at = blocks.findIndex(({ language }) => language === 'ts');
      assert.ok(at >= 0, 'an example is found');
      const example = join(folder, 'example.mjs');
      writeFileSync(example, blocks[at].text);
      const done = await inShell(`node ${example}`);
      assert.equal(done.code, 0, done.err);
      assert.equal(done.out, blocks[at + 1].text);
    });
  }

  if (pages.length === PAGES.length) {
    it('docs/sensorthings.md shows how a client from PyPI reads values', async function () {
      this.timeout(180_000);
      const { blocks } = readPage('docs/sensorthings.md');
      const example = blocks.find(({ language }) => language === 'python')?.text ?? '';
      const out = await inPython(FROST_CLIENT, example.replaceAll(SHOWN_URL, system.url));
      if (out === null) return this.skip();
      const lines = out.trim().split('\n');
      assert.equal(lines.length, VARIABLES.length, out);
      for (const line of lines) assert.match(line, /^[A-Z][a-z ]+ at .+ -?[\d.]+ \S+ \w+/);
    });

    it('docs/guides/python-and-r.md shows the same figures in Python and in R', async function () {
      this.timeout(300_000);
      const { blocks } = readPage('docs/guides/python-and-r.md');
      const textOf = (wanted: string) => blocks.find(({ language }) => language === wanted)?.text ?? '';
      await until('the imported values are judged', async () => {
        const answer = await fetch(`${system.url}/api/v1/faults?network=weather`);
        return ((await answer.json()) as { faults: unknown[] }).faults.length > 0;
      });
      const inPandas = await inPython(NOTEBOOK, textOf('python'));
      if (inPandas === null) return this.skip();
      assert.match(inPandas, /^\d+ observations, \d+ with a temperature that passed\n/);
      assert.match(inPandas, /^demo-0001 temp_out 2026-03-12T18:30:00Z reads 11\.0 degC above/m);
      if (spawnSync('Rscript', ['--version']).error !== undefined) return;
      const env = { ...process.env, HALCYON_PUBLIC_URL: system.url };
      const { stdout } = await promisify(execFile)('Rscript', ['-e', textOf('r')], { cwd: folder, env });
      assert.equal(stdout.split('\n')[0], inPandas.split('\n')[0]);
      assert.match(stdout, /demo-0001 +temp_out 2026-03-12T18:30:00Z/);
    });

    it('docs/python.md shows how a day comes into pandas', async function () {
      this.timeout(300_000);
      const today = 'END = pd.Timestamp.now(tz="UTC").floor("h")';
      const notebook = readFileSync(packageFile('deploy/python/halcyon_notebook.py'), 'utf8');
      assert.ok(notebook.includes(today));
      // A day that is over, so that nothing comes in between.
      const end = new Date(Math.floor(Date.now() / 3_600_000 - 24) * 3_600_000);
      const told = `
pd.testing.assert_frame_equal(columns[observations.columns], observations, check_dtype=False)
print(len(observations), observations["temp_out_flag"].isin([1, 2, 3, 4, 9]).all(), len(anomalies))`;
      const script = `${notebook.replace(today, `END = pd.Timestamp("${end.toISOString()}")`)}\n${told}\n`;
      const out = await inPython(NOTEBOOK, script);
      if (out === null) return this.skip();
      const from = new Date(end.getTime() - 24 * 3_600_000);
      const counts = ['observations', 'anomalies'].map(async (list) => {
        const stretch = `from=${from.toISOString()}&to=${end.toISOString()}`;
        const answer = await fetch(`${system.url}/api/v1/${list}?network=demo&limit=10000&${stretch}`);
        return ((await answer.json()) as Record<string, unknown[]>)[list].length;
      });
      const [observations, anomalies] = await Promise.all(counts);
      assert.ok(observations > 100);
      assert.equal(out.trim().split('\n').at(-1), `${observations} True ${anomalies}`, out);
    });
  }

  /** What a script prints in a Python with packages; null where these cannot be had. */
  async function inPython(packages: readonly string[], script: string): Promise<string | null> {
    const found = await pythonWith(packages);
    if ('missing' in found) {
      console.log(`      ${found.missing}`);
      return null;
    }
    const env = { ...process.env, HALCYON_PUBLIC_URL: system.url };
    const { stdout } = await promisify(execFile)(found.python, ['-c', script], { cwd: folder, env });
    return stdout;
  }

  /** Runs a block as it stands on the page, but for the address. */
  function inShell(text: string): Promise<Done> {
    const path = `${join(folder, 'bin')}${delimiter}${process.env['PATH']}`;
    const env = { ...process.env, PATH: path, HALCYON_DATA: data, NO_COLOR: '1' };
    const script = `set -e\n${text.replaceAll(SHOWN_URL, system.url)}`;
    return new Promise((resolve) => {
      execFile('bash', ['-c', script], { cwd: folder, env }, (error: ExecFileException | null, out, err) =>
        resolve({ code: error === null ? 0 : Number(error.code), out, err }),
      );
    });
  }
}

/** Programs that run the package from its build, and a curl that writes the status of each answer. */
function writePrograms(bin: string): void {
  mkdirSync(bin);
  const node = `'${process.execPath}'`;
  const commands = packageFile('dist', 'bin');
  assert.ok(existsSync(commands), 'npm run build comes first');
  const programs = {
    halcyon: `exec ${node} '${commands}/halcyon.js' "$@"`,
    'anomaly-detector': `exec ${node} '${commands}/anomaly-detector.js' "$@"`,
    npx: 'exec "$@"',
    curl: `${real('curl')} --silent --show-error --write-out '\\nHTTP %{http_code}\\n' "$@"`,
  };
  for (const [name, line] of Object.entries(programs)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${line}\n`);
    chmodSync(join(bin, name), 0o755);
  }
}

/** A program past the one of the same name that stands before it in PATH. */
function real(program: string): string {
  return `PATH='${process.env['PATH']}' ${program}`;
}

/** One status for each call of a block: 200, unless the page says otherwise. */
function expectedStatuses(text: string): string[] {
  const calls = text.split(/^(?=curl )/m).filter((call) => call.startsWith('curl '));
  return calls.map((call) => STATUSES.find(([part]) => call.includes(part))?.[1] ?? '200');
}

/**
 * Holds the answer shown below a command against the real one. What changes from run to run is left out of it: the report
 * of the demonstration is compared by its labels, JSON by its fields, a line with an ellipsis not at all.
 */
function shows(block: Block | undefined, out: string): void {
  if (block === undefined || !block.follows) return;
  if (block.language === 'json') {
    const shown = fieldsOf(JSON.parse(block.text));
    const answered = fieldsOf(JSON.parse(out.split('\nHTTP ')[0]));
    assert.deepEqual(shown, answered);
    return;
  }
  if (block.language !== 'text') return;
  const demo = block.text.includes('network demo');
  const lines = block.text.split('\n').filter((line) => line !== '' && !line.includes('…'));
  for (const line of lines) {
    if (!demo) assert.ok(out.split('\n').includes(line), `${line}\nis not in\n${out}`);
    else if (/^[A-Z][A-Za-z ]+: /.test(line)) assert.ok(out.includes(`\n${line.split(':')[0]}:`), `${line}\n${out}`);
  }
}

/** Names of all fields, at any depth, in order. */
function fieldsOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [name, ...fieldsOf(inner)]);
}

/** Waits until the demonstration has played its history up to some hours ago. */
async function untilDemoIsRecent(url: string): Promise<void> {
  const from = new Date(Date.now() - 6 * 3_600_000).toISOString();
  const isRecent = async () => {
    const response = await fetch(`${url}/api/v1/observations?network=demo&from=${from}&flags=false&limit=1`);
    return response.ok && ((await response.json()) as { observations: unknown[] }).observations.length > 0;
  };
  await until('the demonstration has come to the last six hours', isRecent, 40_000);
}
