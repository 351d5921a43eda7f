import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { create } from 'tar';
import { EmbeddedCatalogue } from './embedded-catalogue.ts';
import { migrateCatalogue } from './migrate-catalogue.ts';

/** Packs a new catalogue. Of the build alone: a system with servers has no engine to do it with. */
export async function packCatalogue(packed: string): Promise<void> {
  const folder = `${packed}.folder`;
  try {
    await mkdir(dirname(packed), { recursive: true });
    await rm(folder, { recursive: true, force: true });
    const catalogue = await EmbeddedCatalogue.open(folder, 0);
    try {
      await migrateCatalogue(catalogue);
    } finally {
      await catalogue.close();
    }
    const cluster = join(folder, 'catalogue');
    await dropTemplates(cluster);
    await create({ file: `${packed}.new`, cwd: cluster, gzip: true }, ['.']);
    await rename(`${packed}.new`, packed);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Drops what other databases would be made of: nobody makes one, and it is more than half of the files to unpack. */
async function dropTemplates(cluster: string): Promise<void> {
  const engine = await PGlite.create(cluster);
  try {
    for (const template of ['template0', 'template1']) {
      await engine.exec(`UPDATE pg_database SET datistemplate = false WHERE datname = '${template}'`);
      await engine.exec(`DROP DATABASE ${template}`);
    }
  } finally {
    await engine.close();
  }
}
