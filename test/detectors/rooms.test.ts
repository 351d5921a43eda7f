import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { packageFile } from '../../schemas/package-root.ts';
import { deadLinks, readPage } from '../acceptance/markdown-page.ts';
import { readSources } from '../structure/source-imports.ts';

const rooms = readdirSync(packageFile('detectors'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** All rooms that one leads to, over others too. */
function reachedFrom(room: string, arrows: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const reached = new Set<string>();
  const ahead = [room];
  for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
    for (const one of arrows.get(next) ?? []) {
      if (reached.has(one)) continue;
      reached.add(one);
      ahead.push(one);
    }
  }
  return [...reached].sort();
}

/** The room that a file of the detectors is in; undefined for one of another floor. */
function roomOf(path: string): string | undefined {
  return /^detectors\/([^/]+)\//.exec(path)?.[1];
}

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
    const imported = new Map<string, Set<string>>();
    for (const { path, imports } of readSources(packageFile('.'))) {
      const room = roomOf(path);
      if (room === undefined) continue;
      for (const { target } of imports) {
        const other = roomOf(target);
        if (other === undefined || other === room) continue;
        imported.set(room, (imported.get(room) ?? new Set()).add(other));
      }
    }
    for (const room of rooms) assert.deepEqual(reachedFrom(room, drawn), reachedFrom(room, imported), room);
  });
});
