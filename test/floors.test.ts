import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packageFile } from '../schemas/package-root.ts';
import { circlesIn, folderImports, importsOf } from './folder-imports.ts';

const FLOORS = ['schemas', 'ingest', 'detectors', 'services'];
/** Floors whose folders are in circles still. */
const NOT_DONE = ['services'];
const root = dirname(packageFile('package.json'));

describe('floors', () => {
  for (const [level, floor] of FLOORS.entries()) {
    it(`${floor} imports nothing from a floor above it`, () => {
      const imports = importsOf(floor);
      assert.ok(imports.length > 0, 'imports are found');
      const allowed = FLOORS.slice(0, level + 1);
      const upward = imports.filter(({ to }) => !allowed.includes(to.split('/')[0]));
      assert.deepEqual(upward, []);
    });
  }

  for (const floor of FLOORS.filter((name) => !NOT_DONE.includes(name))) {
    it(`${floor} has no circle between its folders, by value or by type`, () => {
      assert.deepEqual(circlesIn(folderImports(floor)), []);
    });
  }

  it('knows a circle between folders, and one over a third', () => {
    const over = (pairs: readonly (readonly [string, string])[]) => {
      const folders = new Map<string, Set<string>>();
      for (const [from, to] of pairs) folders.set(from, (folders.get(from) ?? new Set()).add(to));
      return circlesIn(folders);
    };
    assert.deepEqual(
      over([
        ['a', 'b'],
        ['b', 'c'],
        ['a', 'c'],
      ]),
      [],
    );
    assert.deepEqual(
      over([
        ['a', 'b'],
        ['b', 'a'],
        ['c', 'a'],
      ]),
      [['a', 'b']],
    );
    assert.deepEqual(
      over([
        ['a', 'b'],
        ['b', 'c'],
        ['c', 'a'],
        ['d', 'e'],
        ['e', 'd'],
      ]),
      [
        ['a', 'b', 'c'],
        ['d', 'e'],
      ],
    );
  });

  it('knows an import that goes up', () => {
    const found = importsOf('services').some(({ to }) => to.startsWith('schemas/'));
    assert.ok(found, 'the search follows imports down at least');
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
