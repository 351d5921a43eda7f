import assert from 'node:assert/strict';
import { circles, folderOf, folderSizes, importsUp } from './folder-graph.ts';
import type { Source } from './source-imports.ts';

/** A file of ten lines that imports others; `type:` before a path says that it takes types alone. */
function source(path: string, ...targets: string[]): Source {
  const imports = targets.map((target) => ({
    target: target.replace('type:', ''),
    typeOnly: target.startsWith('type:'),
  }));
  return { path, lines: 10, imports };
}

describe('folders and the imports between them', () => {
  it('are counted two steps from the root', () => {
    assert.equal(folderOf('services/http/pages/page.ts'), 'services/http');
    assert.equal(folderOf('ingest/units.ts'), 'ingest');
  });

  it('have a size, the largest first', () => {
    const sources = [source('ingest/units.ts'), source('services/a/x.ts'), source('services/a/deep/y.ts')];
    assert.deepEqual(folderSizes(sources), [
      { folder: 'services/a', files: 2, lines: 20 },
      { folder: 'ingest', files: 1, lines: 10 },
    ]);
  });

  it('make no circle where all lead down', () => {
    const sources = [
      source('services/a/x.ts', 'services/b/x.ts', 'services/c/x.ts'),
      source('services/b/x.ts', 'services/c/x.ts', 'services/b/y.ts'),
      source('services/b/y.ts', 'services/b/x.ts'),
      source('services/c/x.ts'),
    ];
    assert.deepEqual(circles(sources), []);
  });

  it('make a circle over several folders, also by types, with the imports in it', () => {
    const sources = [
      source('services/a/x.ts', 'services/b/x.ts', 'services/d/x.ts'),
      source('services/b/x.ts', 'services/c/x.ts'),
      source('services/c/x.ts', 'type:services/a/y.ts'),
      source('services/d/x.ts', 'services/e/x.ts'),
      source('services/e/x.ts', 'services/d/x.ts'),
    ];
    assert.deepEqual(circles(sources), [
      { folders: ['services/a', 'services/b', 'services/c'], byValue: 2, byType: 1 },
      { folders: ['services/d', 'services/e'], byValue: 2, byType: 0 },
    ]);
  });

  it('lead up a floor by value or by type', () => {
    const sources = [
      source('services/a/x.ts', 'schemas/x.ts'),
      source('schemas/x.ts', 'type:services/a/x.ts', 'ingest/x.ts', 'schemas/y.ts'),
    ];
    assert.deepEqual(importsUp(sources), { byValue: 1, byType: 1 });
  });
});
