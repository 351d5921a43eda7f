import assert from 'node:assert/strict';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CalledFiles, type Calls, filesBeyond } from './called-files.ts';
import { folderOf } from './folder-graph.ts';

describe('files whose functions are called', () => {
  const GRAPH = `folder-graph${extname(import.meta.url)}`;

  it('are counted from one look to the next', async () => {
    const called = new CalledFiles(fileURLToPath(new URL('./', import.meta.url)));
    await called.start();
    try {
      await called.take();
      for (let time = 0; time < 3; time++) folderOf('ingest/units.ts');
      const calls = await called.take();
      assert.deepEqual([...(calls.get(GRAPH)?.values() ?? [])], [3]);
      assert.equal((await called.take()).has(GRAPH), false);
    } finally {
      await called.stop();
    }
  });

  it('are left out where they are called as often without cause', () => {
    const calls = (counts: Record<string, number>): Calls =>
      new Map(Object.entries(counts).map(([path, count]) => [path, new Map([['f@0', count]])]));
    const idle = [calls({ clock: 1, timer: 4 }), calls({ timer: 5 })];
    assert.deepEqual(filesBeyond(calls({ timer: 5, clock: 2, push: 1 }), idle), ['clock', 'push']);
  });
});
