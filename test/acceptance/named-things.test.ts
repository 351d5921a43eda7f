import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { SETTINGS } from '../../schemas/configuration.ts';
import { packageFile } from '../../schemas/package-root.ts';
import { ENDPOINTS } from '../../services/api/registry.ts';
import { originalOptions, refuseWithoutMeaning } from '../../services/cli/detector/original-options.ts';
import { runInFrame } from '../../services/cli/frame/command-frame.ts';
import { halcyonCommand } from '../../services/cli/halcyon-command.ts';
import { IDENTITY_ENDPOINTS } from '../../services/identity/endpoints/registry.ts';
import { recordedIo } from '../services/cli/recorded-io.ts';
import { extendPages, writtenBy } from './extend-page.ts';
import { deadLinks, linkingPages, type Page, readPage, readPages } from './markdown-page.ts';

/** Variables that others defined and Halcyon heeds. */
const OF_OTHERS = [
  'NO_COLOR',
  'FORCE_COLOR',
  'XDG_DATA_HOME',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_RESOURCE_ATTRIBUTES',
  'OTEL_TRACES_SAMPLER',
  'OTEL_TRACES_SAMPLER_ARG',
  'NODE_OPTIONS',
];

/** What the quality run and the stream's comparison take: they need what is no part of the package. */
const OF_TEST_RUNS = ['HALCYON_QUALITY_HARNESS', 'HALCYON_QUALITY_DATA', 'HALCYON_PEERS_STREAM', 'ONE_RUNTIME_FSYNC'];

/** Options of programs that are not Halcyon's, in the examples. */
const OF_OTHER_PROGRAMS =
  /^ *(-.*)?\bcurl .*$|\bNODE_OPTIONS=\S+|\b(?:npx (?:tsc|tsx|biome|oxlint|mocha)|git|node) [^`\n]*/gm;

/** What pages that say how something is added have the reader write: its names are not there yet. */
const PASTED = /^```(?:ts|diff)\n[\s\S]*?^```$/gm;

/** The pages that have every endpoint between them. */
const PAGES_OF_ENDPOINTS = [
  'docs/http.md',
  'docs/identity.md',
  'docs/patterns.md',
  'docs/datasets.md',
  'docs/alerts.md',
  'docs/experts.md',
  'docs/sensorthings.md',
];

/** Pages beside those of docs/, whose links lead somewhere too. */
const BESIDE = ['SECURITY.md', 'CHANGELOG.md', 'deploy/README.md', 'deploy/kubernetes/README.md'];

const SUBCOMMANDS = [
  [],
  ['run'],
  ['doctor'],
  ['audit', 'verify'],
  ['audit', 'list'],
  ['import'],
  ['export'],
  ['explain'],
  ['station'],
  ...['station', 'network', 'anomaly', 'fault'].flatMap((name) => [
    [name, 'list'],
    [name, 'show'],
  ]),
  ['report'],
  ['station', 'import'],
  ['station', 'thresholds'],
  ['rules'],
  ['rules', 'list'],
  ['element'],
  ...['list', 'check'].map((name) => ['element', name]),
  ['limits'],
  ...['import', 'list', 'clear'].map((name) => ['limits', name]),
  ['alert'],
  ['alert', 'rule'],
  ['alert', 'rule', 'preview'],
  ['dead-letters'],
  ['dead-letters', 'list'],
  ['dead-letters', 'show'],
  ['dead-letters', 'replay'],
  ['log'],
  ...['deploy', 'drained', 'move'].map((name) => ['log', name]),
  ['backup'],
  ['restore'],
  ['completion'],
  ['demo'],
  ['demo', 'clear'],
  ['dataset'],
  ...['upload', 'register', 'load', 'list', 'show', 'delete', 'purge', 'query'].map((name) => ['dataset', name]),
  ['identity'],
  ...['add', 'list', 'disable', 'enable', 'password', 'roles'].map((name) => ['identity', 'user', name]),
  ...['add', 'list', 'disable', 'enable', 'secret'].map((name) => ['identity', 'client', name]),
  ...['rotate', 'list'].map((name) => ['identity', 'keys', name]),
  ...['add', 'import'].map((name) => ['identity', 'realm', name]),
  ['detect'],
];

describe('what the pages name', () => {
  let pages: Page[];
  before(() => {
    const toPaste = extendPages();
    pages = readPages().map((page) =>
      toPaste.includes(page.name) ? { ...page, text: page.text.replace(PASTED, '') } : page,
    );
  });

  it('leads somewhere, where it is a link', () => {
    const dead = [...pages, ...BESIDE.map(readPage)].flatMap((page) =>
      deadLinks(page).map((link) => `${page.name}: ${link}`),
    );
    assert.deepEqual(dead, []);
    const made: Page = {
      ...readPage('docs/http.md'),
      prose: '[a](no.md) [b](#nowhere) [c](errors.md#internal) [d](#http)',
    };
    assert.deepEqual(deadLinks(made), ['no.md', '#nowhere'], 'a dead link is found');
  });

  it('is linked from the README or from the contents of a folder, where it is a page', () => {
    const links = (from: string, name: string) => readPage(from).prose.includes(`](${relative(dirname(from), name)})`);
    for (const { name } of pages.slice(1)) {
      const from = linkingPages(name);
      assert.ok(
        from.some((page) => links(page, name)),
        `${name} is not in ${from.join(' or ')}`,
      );
    }
  });

  it('is a script of the package, where it is run by npm', () => {
    const { scripts } = JSON.parse(readFileSync(packageFile('package.json'), 'utf8')) as { scripts: object };
    for (const { name, text } of pages) {
      const named = Array.from(text.matchAll(/\bnpm run (?:--\S+ )*([\w:-]+)/g), (match) => match[1]);
      if (/\bnpm start\b/.test(text)) named.push('start');
      if (/\bnpm test\b/.test(text)) named.push('test');
      for (const script of named) assert.ok(script in scripts, `${name}: ${script}`);
    }
  });

  it('is on a page for developers, where it is a script of the package', () => {
    const { scripts } = JSON.parse(readFileSync(packageFile('package.json'), 'utf8')) as { scripts: object };
    const named = ['README.md', 'CONTRIBUTING.md'].map((name) => readPage(name).text).join('\n');
    const missing = Object.keys(scripts).filter((name) => !new RegExp(`\\bnpm (run )?${name}(?![\\w:-])`).test(named));
    assert.deepEqual(missing, []);
  });

  it('is a file, where it is a path in the sources', () => {
    const toWrite = extendPages().flatMap(writtenBy);
    for (const { name, text } of pages) {
      const paths = text.matchAll(/\b(?:schemas|ingest|detectors|services|deploy|test|bench)\/[\w./-]*\w(?=[`/)])/g);
      for (const [path] of paths) {
        assert.ok(existsSync(packageFile(path)) || toWrite.some((one) => one.startsWith(path)), `${name}: ${path}`);
      }
    }
  });

  it('is a setting, where it is an environment variable', () => {
    const known = new Set([...Object.values(SETTINGS).map((row) => row.name), ...OF_OTHERS, ...OF_TEST_RUNS]);
    for (const { name, text } of pages) {
      const named = text.matchAll(/\b(?:[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|PORT)\b/g);
      for (const [variable] of named) assert.ok(known.has(variable), `${name}: ${variable}`);
    }
  });

  it('is an option of a command, and every option is on the page of the commands', async () => {
    const help = await Promise.all(SUBCOMMANDS.map(helpOf));
    const options = new Set(help.flatMap((text) => Array.from(text.matchAll(/--[a-z][a-z-]*/g), ([option]) => option)));
    assert.ok(options.size >= 20, [...options].join());
    // Those of the original script are in no help: each has another name there, or is refused with what to use.
    const original = new Set(originalOptions().map(({ long }) => String(long)));
    for (const page of pages) {
      for (const option of optionsOf(page).filter((one) => !options.has(one) && !original.has(one))) {
        assert.throws(() => refuseWithoutMeaning([option]), / is not used here: /, `${page.name}: ${option}`);
      }
    }
    const commands = readPage('docs/command-line.md').prose;
    for (const option of [...options, ...original])
      assert.ok(commands.includes(`\`${option}`), `${option} is not on the page`);
    for (const words of SUBCOMMANDS.filter((path) => path.length > 0)) {
      if (['station', 'log', 'demo', 'dead-letters', 'dataset', 'identity'].includes(words.join(' '))) continue;
      assert.ok(commands.includes(`halcyon ${words.join(' ')}`), `halcyon ${words.join(' ')} is not on the page`);
    }
  });

  it('is an endpoint, and every endpoint is on one of their pages', () => {
    const routes = ENDPOINTS.map(({ method, path }) => ({ method, pattern: patternOf(path), path }));
    const ofIdentity = IDENTITY_ENDPOINTS.flatMap(({ methods, path }) =>
      methods.map((method) => ({ method, pattern: patternOf(`/oauth/realms/:realm${path}`) })),
    );
    const ofNow = pages.filter(({ name }) => !name.startsWith('docs/extend/'));
    const named = ofNow.flatMap((page) => endpointsOf(page).map((one) => ({ ...one, page: page.name })));
    assert.ok(named.length > 15);
    for (const { method, path, page } of named) {
      const found = [...routes, ...ofIdentity].some((route) => route.method === method && route.pattern.test(path));
      assert.ok(found, `${page}: ${method} ${path}`);
    }
    const onPage = named.filter(({ page }) => PAGES_OF_ENDPOINTS.includes(page));
    for (const { method, pattern, path } of routes) {
      const found = onPage.some((one) => one.method === method && pattern.test(one.path));
      assert.ok(found, `${method} ${path} is not on the page`);
    }
  });
});

async function helpOf(path: readonly string[]): Promise<string> {
  const io = recordedIo();
  assert.equal(await runInFrame(halcyonCommand, [...path, '--help'], io), 0, io.err());
  return io.out();
}

/** Long options on a page, but not those of other programs' lines. */
function optionsOf({ text }: Page): string[] {
  const own = text.replace(OF_OTHER_PROGRAMS, '').replace(/\bnpm (run|test|start)\b.*$/gm, '');
  return Array.from(own.matchAll(/(?<![\w-])--[a-z][a-z-]*/g), ([option]) => option);
}

/** Endpoints that a page calls with curl or names with their method. */
function endpointsOf({ text }: Page): { method: string; path: string }[] {
  const joined = text.replaceAll('\\\n', ' ');
  const called = Array.from(joined.matchAll(/curl\b(.*?)["']?http:\/\/127\.0\.0\.1:8080([^\s"'?#]*)/g), (match) => ({
    method: /-X (\w+)/.exec(match[1])?.[1] ?? 'GET',
    path: match[2],
  }));
  const named = Array.from(joined.matchAll(/`(GET|POST|PUT|PATCH|DELETE) (\/[^\s`?]*)/g), ([, method, path]) => ({
    method,
    path,
  }));
  return [...called, ...named];
}

/** Matches the paths of an endpoint; a parameter is one part of the path, `{id}` too. A slash at the end changes nothing. */
function patternOf(path: string): RegExp {
  const parts = path.replace(/\/$/, '').replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+').replace(/\*\w+/g, '.+');
  return new RegExp(`^${parts}/?$`);
}
