import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { packageFile } from '../schemas/package-root.ts';

const FLOORS = ['schemas', 'ingest', 'detectors', 'services'];

/**
 * The folders of the services in their layers, from the ground up: each imports from its own layer and from those below
 * it, never from one above.
 */
const SERVICE_LAYERS: readonly (readonly string[])[] = [
  // The ground: where things are kept.
  ['local', 'stores'],
  // The kernel: what every service is made of.
  ['access', 'audit', 'http', 'telemetry'],
  // The products: what people and programs ask for, each with its endpoints.
  [
    'alerts',
    'answers',
    'audit-trail',
    'datasets',
    'detection',
    'experts',
    'health',
    'identity',
    'observations',
    'patterns',
    'pipeline',
    'sensorthings',
    'stations',
    'stream',
    'web',
  ],
  // The endpoints of all products as one application.
  ['api'],
  // The assembly: what opens, keeps and examines an installation.
  ['backup', 'doctor', 'system'],
  // The top: commands, and the module that others import.
  ['cli', 'module'],
];

const root = dirname(packageFile('package.json'));

/** A file and one that it imports, by their paths from the root of the package; imports of types are among them. */
type Import = readonly [file: string, imported: string];

const readImports = new Map<string, readonly Import[]>();

/** Every import of a relative path in the sources of a floor, which are read once. */
function importsOf(floor: string): readonly Import[] {
  const imports = readImports.get(floor) ?? importsIn(floor);
  readImports.set(floor, imports);
  return imports;
}

function importsIn(floor: string): Import[] {
  const files = readdirSync(join(root, floor), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  return files.flatMap((name) => {
    const path = join(root, floor, name);
    const text = readFileSync(path, 'utf8');
    const specifiers = [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']*)'/g)].map((match) => match[1]);
    return specifiers.map(
      (specifier): Import => [relative(root, path), relative(root, resolve(dirname(path), specifier))],
    );
  });
}

/** The folder of a file, cut at a depth: `services/http/route/x.ts` is in `services/http` at depth 2. */
function folderOf(file: string, depth: number): string {
  return file.split('/').slice(0, -1).slice(0, depth).join('/');
}

/** The folders of a floor that import each other in a circle, where folders are cut at a depth; each circle by itself. */
function circlesOf(floor: string, depth: number): string[][] {
  const targets = new Map<string, Set<string>>();
  for (const [file, imported] of importsOf(floor)) {
    const [from, to] = [folderOf(file, depth), folderOf(imported, depth)];
    if (from === to || to.split('/')[0] !== floor) continue;
    targets.set(from, (targets.get(from) ?? new Set<string>()).add(to));
  }
  const reached = new Map([...targets.keys()].map((folder) => [folder, reachedFrom(folder, targets)]));
  const circles = new Map<string, string[]>();
  for (const [folder, all] of reached) {
    if (!all.has(folder)) continue;
    const circle = [...all].filter((other) => reached.get(other)?.has(folder)).sort();
    circles.set(circle.join(), circle);
  }
  return [...circles.values()];
}

function reachedFrom(folder: string, targets: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const found = new Set<string>();
  const waiting = [folder];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const target of targets.get(next) ?? []) {
      if (found.has(target)) continue;
      found.add(target);
      waiting.push(target);
    }
  }
  return found;
}

/** Deeper than any folder lies. */
const DEEPEST = 9;

/** The circles between the folders of a floor, cut at every depth: see the test. */
function allCirclesOf(floor: string): string[][] {
  const circles = new Map<string, string[]>();
  for (let depth = 1; depth <= DEEPEST; depth++) {
    for (const circle of circlesOf(floor, depth)) circles.set(circle.join(), circle);
  }
  return [...circles.values()];
}

describe('floors', () => {
  for (const [level, floor] of FLOORS.entries()) {
    it(`${floor} imports nothing from a floor above it`, () => {
      const imports = importsOf(floor);
      assert.ok(imports.length > 0, 'imports are found');
      const allowed = FLOORS.slice(0, level + 1);
      const upward = imports.filter(([, imported]) => !allowed.includes(imported.split('/')[0]));
      assert.deepEqual(upward, []);
    });
  }

  it('knows an import that goes up', () => {
    const found = importsOf('services').some(([, imported]) => imported.startsWith('schemas/'));
    assert.ok(found, 'the search follows imports down at least');
  });

  // A folder is a directory with the files that lie in it, and its subfolders are folders of their own: a folder that takes
  // from its subfolder gives it nothing. Cut at a depth, each folder there stands for all that is below it: two rooms that
  // take from each other are a circle, whichever of their files do.
  for (const floor of FLOORS) {
    it(`has no circle between the folders of ${floor}`, () => {
      assert.deepEqual(allCirclesOf(floor), []);
    });
  }

  it('has every folder of the services in one layer', () => {
    const folders = readdirSync(join(root, 'services'), { withFileTypes: true });
    assert.deepEqual(SERVICE_LAYERS.flat().sort(), folders.map(({ name }) => name).sort());
  });

  it('has no import from a layer of the services up to one above', () => {
    const layerOf = (file: string) => SERVICE_LAYERS.findIndex((layer) => layer.includes(file.split('/')[1]));
    const upward = importsOf('services').filter(
      ([file, imported]) => imported.startsWith('services/') && layerOf(imported) > layerOf(file),
    );
    assert.deepEqual(upward, []);
  });

  it('names the Kafka client in the log on Kafka only', () => {
    const naming = FLOORS.flatMap((floor) =>
      readdirSync(join(root, floor), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts'))
        .map((name) => join(floor, name))
        .filter((path) => /from '(kafkajs|@kafkajs\/)/.test(readFileSync(join(root, path), 'utf8'))),
    );
    assert.ok(naming.length > 0, 'it is found where it is');
    for (const path of naming) assert.ok(path.startsWith(join('ingest', 'log', 'kafka')), path);
  });

  it('has no file past 400 lines and no vague name', () => {
    for (const floor of FLOORS) {
      for (const name of readdirSync(join(root, floor), { recursive: true, encoding: 'utf8' })) {
        if (!name.endsWith('.ts')) continue;
        assert.doesNotMatch(name, /(^|\/)(utils?|helpers?|common|misc|shared)(\/|\.)/);
        const lines = readFileSync(join(root, floor, name), 'utf8').split('\n').length;
        assert.ok(lines <= 400, `${floor}/${name} has ${lines} lines`);
      }
    }
  });
});
