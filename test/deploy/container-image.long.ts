import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../deploy/servers/server-process.ts';
import { readConfiguration } from '../../schemas/configuration.ts';
import { packageFile } from '../../schemas/package-root.ts';
import { until } from '../until.ts';
import { assertOperationPath } from './halcyon-process.ts';
import { PACKAGE } from './versions.ts';

interface Instruction {
  readonly name: string;
  readonly text: string;
}

/** Instructions of a Dockerfile, continued lines joined, without comments. */
function instructionsOf(path: string): Instruction[] {
  const text = readFileSync(packageFile(path), 'utf8')
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, '');
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, name, rest] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? assert.fail(`${path}: ${line} is no instruction`);
      return { name, text: rest };
    });
}

const instructions = instructionsOf(join('deploy', 'container', 'Dockerfile'));
/** The bill of materials in the stages: nothing runs by it, and the builds of the tests make none. */
const BILL = '/app/dist/sbom.cdx.json';
const TARGETS = ['servers', 'embedded'] as const;

/** Instructions of a stage, after those of the stages that it is made from. */
function stage(target: string): readonly Instruction[] {
  const from = instructions.findIndex(({ name, text }) => name === 'FROM' && text.endsWith(` AS ${target}`));
  if (from < 0) return [];
  const after = instructions.slice(from + 1);
  const next = after.findIndex(({ name }) => name === 'FROM');
  const [base] = instructions[from].text.split(' ');
  return [...stage(base), ...(next < 0 ? after : after.slice(0, next))];
}

/** Packages that a target has not. */
function leftOut(target: string): readonly string[] {
  const from = /^--from=(\S+) \/app\/node_modules /;
  const modules = stage(target).flatMap(({ name, text }) => (name === 'COPY' ? (from.exec(text)?.[1] ?? []) : []));
  const removed = modules.flatMap(stage).flatMap(({ text }) => /^npm uninstall (.*)$/.exec(text)?.[1].split(' ') ?? []);
  return removed.filter((word) => !word.startsWith('-'));
}

describe('deploy/container', () => {
  const embedded = stage('embedded');
  const only = (name: string) => {
    const found = embedded.filter((instruction) => instruction.name === name);
    assert.equal(found.length, 1, `${name} stands once`);
    return found[0].text;
  };
  const environment = Object.fromEntries(
    only('ENV')
      .split(/\s+/)
      .map((pair): [string, string] => [pair.split('=')[0], pair.split('=')[1]]),
  );
  it('builds from what is there and sent to the builder', () => {
    const [everything, ...sent] = readFileSync(packageFile('.dockerignore'), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    assert.equal(everything, '*');
    const sources = new Set(copies('project', instructions).flatMap((copy) => copy.sources));
    for (const source of sources) {
      assert.ok(existsSync(packageFile(source)), `${source} is not there`);
      assert.ok(
        sent.some((entry) => isIn(entry, source)),
        `${source} is not sent`,
      );
    }
    assert.deepEqual(
      sent.filter((entry) => ![...sources].some((source) => isIn(entry, source))),
      [],
    );
    const build = JSON.parse(readFileSync(packageFile('tsconfig.build.json'), 'utf8')) as { include: string[] };
    for (const floor of build.include) assert.ok(sources.has(floor), `${floor} is compiled, but not copied`);
  });

  it('has in each target the bill of materials of what that one holds', () => {
    const built = instructions.find(({ text }) => text.startsWith('npm run build'));
    assert.equal(built?.text, 'npm run build && npm run sbom');
    assert.ok(embedded.some(({ text }) => text === '--from=build /app/dist dist'));
    const made = stage('modules-for-servers').map(({ text }) => text);
    const removed = made.findIndex((text) => text.startsWith('npm uninstall '));
    assert.ok(removed > 0 && made.indexOf('node deploy/packages/sbom.mjs') > removed);
    assert.equal(stage('servers').at(-1)?.text, `--from=modules-for-servers ${BILL} dist/sbom.cdx.json`);
  });

  it('is built on a Node.js that the project runs on', () => {
    const [image] = instructions.filter(({ name }) => name === 'ARG').map(({ text }) => text);
    const [, major, minor] = /^NODE_IMAGE=node:(\d+)\.(\d+)\.\d+-bookworm-slim$/.exec(image) ?? [];
    const [, lowMajor, lowMinor] = /^>=(\d+)\.(\d+)$/.exec(PACKAGE.engines.node) ?? [];
    assert.equal(major, lowMajor);
    assert.ok(Number(minor) >= Number(lowMinor), image);
  });

  it('is by default the one with the embedded stores, and on servers the same without them', () => {
    assert.equal(instructions.findLast(({ name }) => name === 'FROM')?.text.split(' AS ')[1], 'embedded');
    const others = (target: string) =>
      stage(target).filter(({ text }) => !text.includes('/app/node_modules') && !text.includes(BILL));
    assert.deepEqual(others('servers'), others('embedded'));
    assert.deepEqual(TARGETS.map(leftOut), [['chdb', '@electric-sql/pglite'], []]);
  });

  it('without the embedded stores says what is missing and what to set', () => {
    const folder = mkdtempSync(join(tmpdir(), 'halcyon-image-'));
    try {
      const app = appOf('servers', folder);
      const inside = { PATH: process.env['PATH'] ?? '', ...environment, HALCYON_DATA: join(folder, 'data') };
      const [program, script] = JSON.parse(only('ENTRYPOINT')) as string[];
      const run = (settings: Readonly<Record<string, string>>, ...words: string[]) =>
        spawnSync(program, [script, ...words], { cwd: app, env: { ...inside, ...settings }, encoding: 'utf8' });
      const { status, stderr } = run({}, 'run');
      assert.equal(status, 3, stderr);
      assert.match(stderr, /^error: .*CLICKHOUSE_URL.*POSTGRES_URL.*KAFKA_BROKERS.*halcyon.*\n$/);
      const onClickHouse = run({ CLICKHOUSE_URL: 'http://127.0.0.1:9' }, 'run');
      assert.equal(onClickHouse.status, 3, onClickHouse.stderr);
      assert.match(onClickHouse.stderr, /^error: .*POSTGRES_URL.*\n$/);
      assert.doesNotMatch(onClickHouse.stderr, /CLICKHOUSE_URL/);
      for (const words of [
        ['dead-letters', 'list'],
        ['identity', 'user', 'list'],
        ['demo', 'clear'],
      ]) {
        const command = run({}, ...words);
        assert.equal(command.status, 3, `${words.join(' ')}: ${command.stderr}`);
        assert.match(command.stderr, /^error: .*(CLICKHOUSE|POSTGRES)_URL.*\n$/, words.join(' '));
      }
      const doctor = run({}, 'doctor');
      assert.match(doctor.stdout, /time series.*CLICKHOUSE_URL[\s\S]*catalogue.*POSTGRES_URL/, doctor.stderr);
      assert.equal(run({}, '--help').status, 0);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('runs as an ordinary user, with settings of the table', () => {
    assert.match(only('USER'), /^[1-9]\d*:[1-9]\d*$/);
    const { NODE_ENV, ...settings } = environment;
    assert.equal(NODE_ENV, 'production');
    const { data, host, port } = readConfiguration(settings);
    assert.deepEqual([host, only('EXPOSE'), only('VOLUME')], ['0.0.0.0', String(port), data]);
    assert.equal(environment['HALCYON_DATA'], data);
    assert.match(
      instructions.find(({ name, text }) => name === 'RUN' && text.includes(data))?.text ?? '',
      /--owner=1000 /,
    );
  });

  it('answers its own health check from what it holds, until it ends', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'halcyon-image-'));
    const app = appOf('embedded', folder);
    const inside = {
      PATH: process.env['PATH'] ?? '',
      ...environment,
      HALCYON_HOST: '127.0.0.1',
      HALCYON_DATA: join(folder, 'data'),
      PORT: String(await freePort()),
    };
    const [program, ...args] = [...JSON.parse(only('ENTRYPOINT')), ...JSON.parse(only('CMD'))] as string[];
    assert.deepEqual(args, [PACKAGE.bin['halcyon'], 'run']);
    const child = spawn(program, args, { cwd: app, env: inside, stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8');
    });
    const ended = once(child, 'exit');
    try {
      const [check, ...script] = JSON.parse(only('HEALTHCHECK').replace(/^.*? CMD /, '')) as string[];
      const path = /\/[a-z]+(?=`)/.exec(script[1])?.[0] ?? '';
      assertOperationPath(path);
      const healthy = () => spawnSync(check, script, { env: inside }).status === 0;
      assert.equal(healthy(), false);
      const address = `http://127.0.0.1:${inside.PORT}${path}`;
      await until('it answers or has ended', async () => child.exitCode !== null || (await answers(address)), 50_000);
      assert.ok(healthy(), said);
      child.kill('SIGTERM');
      const [code] = (await ended) as [number | null];
      // 143 where the signal came before all of it was up.
      assert.ok(code === 0 || code === 143, `it ends with ${code}: ${said}`);
      assert.equal(healthy(), false);
    } finally {
      child.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

/** True where an entry of .dockerignore (`!docs`) lets a path of the project through. */
function isIn(entry: string, path: string): boolean {
  return `!${path}` === entry || `!${path}`.startsWith(`${entry}/`);
}

/** What is copied into a stage out of the project, or out of the stages before it. */
function copies(
  from: 'project' | 'stages',
  stage: readonly Instruction[],
): { readonly sources: readonly string[]; readonly target: string }[] {
  return stage.flatMap(({ name, text }) => {
    const words = text.replace(/^--from=\S+ /, '').split(' ');
    if (name !== 'COPY' || (words.join(' ') === text) !== (from === 'project')) return [];
    return [{ sources: words.slice(0, -1), target: words.at(-1) ?? '' }];
  });
}

/** Lays the files of a target out in a folder: copies, so that nothing is found around them. */
function appOf(target: string, folder: string): string {
  const app = join(folder, 'app');
  mkdirSync(app);
  for (const { sources, target: place } of copies('project', stage(target))) {
    for (const source of sources)
      cpSync(packageFile(source), join(app, place === './' ? source : place), { recursive: true });
  }
  for (const { sources, target: place } of copies('stages', stage(target))) {
    for (const source of sources) {
      if (source === '/app/node_modules') linkModules(join(app, place), leftOut(target));
      else if (source !== BILL) cpSync(packageFile(source.replace('/app/', '')), join(app, place), { recursive: true });
    }
  }
  return app;
}

/** A folder of links to the packages that are installed here, without some of them. */
function linkModules(folder: string, without: readonly string[]): void {
  const link = (name: string) => {
    if (!without.includes(name)) symlinkSync(packageFile('node_modules', name), join(folder, name));
  };
  mkdirSync(folder);
  for (const name of readdirSync(packageFile('node_modules'))) {
    if (!name.startsWith('@')) link(name);
    else {
      mkdirSync(join(folder, name));
      for (const scoped of readdirSync(packageFile('node_modules', name))) link(join(name, scoped));
    }
  }
}

/** True where an address answers as it should. */
async function answers(address: string): Promise<boolean> {
  const answer = await fetch(address).catch(() => null);
  return answer?.ok === true;
}
