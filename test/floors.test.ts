import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packageFile } from '../schemas/package-root.ts';
import { circles } from './structure/folder-graph.ts';
import { FLOORS, readSources, type Source } from './structure/source-imports.ts';

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
    'duty',
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

const sources = readSources(root);

/** The sources of a floor. */
function sourcesOf(floor: string): Source[] {
  return sources.filter(({ path }) => path.startsWith(`${floor}/`));
}

/** Every import of a floor: the file and the one that it takes from, by value or by type. */
function importsOf(floor: string): (readonly [file: string, imported: string])[] {
  return sourcesOf(floor).flatMap(({ path, imports }) => imports.map(({ target }) => [path, target] as const));
}

/** Deeper than any folder lies. */
const DEEPEST = 9;

describe('floors', () => {
  for (const [level, floor] of FLOORS.entries()) {
    it(`${floor} imports nothing from a floor above it`, () => {
      const imports = importsOf(floor);
      assert.ok(imports.length > 0, 'imports are found');
      const allowed: readonly string[] = FLOORS.slice(0, level + 1);
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
      for (let depth = 1; depth <= DEEPEST; depth++) {
        const found = circles(sourcesOf(floor), depth).map(({ folders }) => folders);
        assert.deepEqual(found, [], `cut at ${depth}`);
      }
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
    const naming = sources
      .map(({ path }) => path)
      .filter((path) => /from '(kafkajs|@kafkajs\/)/.test(readFileSync(join(root, path), 'utf8')));
    assert.ok(naming.length > 0, 'it is found where it is');
    for (const path of naming) assert.ok(path.startsWith(join('ingest', 'log', 'kafka')), path);
  });

  it('has no file past 400 lines and no vague name', () => {
    for (const { path, lines } of sources) {
      assert.doesNotMatch(path, /(^|\/)(utils?|helpers?|common|misc|shared)(\/|\.)/);
      // A file that ends with a line break has one line less than its text has pieces.
      assert.ok(lines <= 399, `${path} has ${lines} lines`);
    }
  });
});
