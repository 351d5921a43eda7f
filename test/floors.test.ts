import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { packageFile } from '../schemas/package-root.ts';

const FLOORS = ['schemas', 'ingest', 'detectors', 'services'];
const root = dirname(packageFile('package.json'));

/** Every import of a relative path in the sources of a floor: [file, floor it leads to]. */
function importsOf(floor: string): [string, string][] {
  const files = readdirSync(join(root, floor), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  return files.flatMap((name) => {
    const path = join(root, floor, name);
    const text = readFileSync(path, 'utf8');
    const specifiers = [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']*)'/g)].map((match) => match[1]);
    return specifiers.map((specifier): [string, string] => {
      const target = relative(root, resolve(dirname(path), specifier));
      return [relative(root, path), target.split('/')[0]];
    });
  });
}

describe('floors', () => {
  for (const [level, floor] of FLOORS.entries()) {
    it(`${floor} imports nothing from a floor above it`, () => {
      const imports = importsOf(floor);
      assert.ok(imports.length > 0, 'imports are found');
      const allowed = FLOORS.slice(0, level + 1);
      const upward = imports.filter(([, target]) => !allowed.includes(target));
      assert.deepEqual(upward, []);
    });
  }

  it('knows an import that goes up', () => {
    const found = importsOf('services').some(([, target]) => target === 'schemas');
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
