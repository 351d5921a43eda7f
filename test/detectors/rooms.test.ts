import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { packageFile } from '../../schemas/package-root.ts';
import { deadLinks, readPage } from '../acceptance/markdown-page.ts';
import { folderImports, reachedFrom } from '../folder-imports.ts';

const rooms = readdirSync(packageFile('detectors'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

describe('the rooms of the detectors', () => {
  const drawing = readPage('detectors/README.md');

  it('have a page each, which names files that are there', () => {
    assert.ok(rooms.length > 10);
    assert.deepEqual(deadLinks(drawing), []);
    for (const room of rooms) {
      assert.ok(drawing.prose.includes(`](${room}/README.md)`), room);
      const page = readPage(`detectors/${room}/README.md`);
      assert.deepEqual(deadLinks(page), [], room);
      for (const [, file] of page.prose.matchAll(/`([a-z0-9.-]+\.(?:ts|json)|\.\.\/[\w/.-]+)`/g)) {
        assert.ok(existsSync(packageFile('detectors', room, file)), `${room}: ${file}`);
      }
    }
  });

  it('are drawn as they import from each other', () => {
    const drawn = new Map<string, Set<string>>();
    for (const [, from, to] of drawing.text.matchAll(/^ {2}(\w+) --> (\w+)$/gm)) {
      drawn.set(from, (drawn.get(from) ?? new Set()).add(to));
    }
    const imports = folderImports('detectors');
    for (const room of rooms) {
      const reached = [...reachedFrom(`detectors/${room}`, imports)].map((path) => path.slice('detectors/'.length));
      assert.deepEqual([...reachedFrom(room, drawn)].sort(), reached.sort(), room);
    }
  });
});
