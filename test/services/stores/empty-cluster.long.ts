import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFolder } from '../../../services/stores/data-folder.ts';
import { EmbeddedCatalogue } from '../../../services/stores/postgres/embedded-catalogue.ts';
import { makeCluster, packCluster } from '../../../services/stores/postgres/empty-cluster.ts';

describe('an empty cluster', function () {
  this.timeout(60_000);
  let folder = '';

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'halcyon-empty-cluster-'));
  });

  after(() => rmSync(folder, { recursive: true, force: true }));

  /** Makes a cluster where a catalogue expects it. */
  async function made(name: string, packed: string): Promise<readonly string[]> {
    await makeFolder(join(folder, name));
    await makeCluster(join(folder, name, 'catalogue'), packed);
    return readdirSync(join(folder, name, 'catalogue'));
  }

  /** What a catalogue on a cluster answers. */
  async function answers(name: string): Promise<unknown> {
    const catalogue = await EmbeddedCatalogue.open(join(folder, name), 0);
    try {
      return await catalogue.query('SELECT 1 + 1 AS two');
    } finally {
      await catalogue.close();
    }
  }

  it('is the same, unpacked or made by the engine', async () => {
    const packed = join(folder, 'cluster.tgz');
    await packCluster(packed);
    assert.deepEqual(await made('unpacked', packed), await made('engine', join(folder, 'nothing.tgz')));
    assert.deepEqual(await answers('unpacked'), [{ two: 2 }]);
    assert.deepEqual(await answers('engine'), [{ two: 2 }]);
    assert.deepEqual(readdirSync(folder).sort(), ['cluster.tgz', 'engine', 'unpacked']);
  });

  it('is not taken from a file that is cut short', async () => {
    const packed = join(folder, 'short.tgz');
    writeFileSync(packed, Buffer.from([0x1f, 0x8b, 8, 0, 1, 2, 3]));
    await assert.rejects(made('short', packed));
  });
});
