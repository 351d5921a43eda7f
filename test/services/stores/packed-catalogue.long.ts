import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Catalogue } from '../../../services/stores/catalogue.ts';
import { migrationsOf } from '../../../services/stores/numbered-migrations.ts';
import { openCatalogue } from '../../../services/stores/opening/open-catalogue.ts';
import { EmbeddedCatalogue } from '../../../services/stores/postgres/embedded-catalogue.ts';
import { packCatalogue } from '../../../services/stores/postgres/make-packed-catalogue.ts';
import { migrateCatalogue } from '../../../services/stores/postgres/migrate-catalogue.ts';
import { packedCatalogue } from '../../../services/stores/postgres/packed-catalogue.ts';

describe('a packed catalogue', () => {
  let folder = '';

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'halcyon-packed-catalogue-'));
  });

  after(() => rmSync(folder, { recursive: true, force: true }));

  it('has the tables and the rows that the steps make, and can be moved on', async () => {
    const packed = join(folder, 'catalogue.tgz');
    await packCatalogue(packed);
    const [unpacked, made] = [
      await EmbeddedCatalogue.open(join(folder, 'unpacked'), 0, async () => packed),
      await EmbeddedCatalogue.open(join(folder, 'made'), 0),
    ];
    try {
      assert.deepEqual(
        (await stepsOf(unpacked)).map(({ number }) => number),
        (await migrationsOf('postgres')).map(({ number }) => number),
      );
      await migrateCatalogue(made);
      await migrateCatalogue(unpacked);
      assert.deepEqual(await stepsOf(unpacked), await stepsOf(made));
      assert.deepEqual(await columnsOf(unpacked), await columnsOf(made));
      assert.deepEqual(await rowsOf(unpacked), await rowsOf(made));
    } finally {
      await unpacked.close();
      await made.close();
    }
    assert.deepEqual(readdirSync(folder).sort(), ['catalogue.tgz', 'made', 'unpacked']);
  });

  it('is not taken for a restore of fewer steps', async () => {
    const catalogue = await openCatalogue({ dataFolder: join(folder, 'restored'), restoredStep: 3 });
    try {
      assert.deepEqual(
        (await stepsOf(catalogue)).map(({ number }) => number),
        [1, 2, 3],
      );
    } finally {
      await catalogue.close();
    }
  });

  it('is another one for other steps', async () => {
    const steps = await migrationsOf('postgres');
    assert.notEqual(packedCatalogue(steps), packedCatalogue(steps.slice(1)));
  });

  it('is not taken from a file that is cut short', async () => {
    const packed = join(folder, 'short.tgz');
    writeFileSync(packed, Buffer.from([0x1f, 0x8b, 8, 0, 1, 2, 3]));
    await assert.rejects(EmbeddedCatalogue.open(join(folder, 'short'), 0, async () => packed));
  });
});

const stepsOf = (catalogue: Catalogue) => catalogue.query('SELECT number, digest FROM migrations ORDER BY number');

const columnsOf = (catalogue: Catalogue) =>
  catalogue.query(
    `SELECT table_name, column_name, data_type, is_nullable, column_default FROM information_schema.columns
     WHERE table_schema = 'public' ORDER BY table_name, ordinal_position`,
  );

/** How many rows each table has. */
async function rowsOf(catalogue: Catalogue): Promise<Record<string, unknown>> {
  const tables = await catalogue.query(
    `SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename`,
  );
  const counts: Record<string, unknown> = {};
  for (const { tablename } of tables) {
    counts[String(tablename)] = (await catalogue.query(`SELECT count(*)::int AS n FROM "${String(tablename)}"`))[0]?.[
      'n'
    ];
  }
  return counts;
}
