import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { create } from 'tar';
import { packageFile } from '../../../schemas/package-root.ts';
import type { Migration } from '../numbered-migrations.ts';
import { EmbeddedCatalogue } from './embedded-catalogue.ts';
import { migrateCatalogue } from './migrate-catalogue.ts';

/**
 * Where the build packs a new catalogue: an embedded cluster with the tables of this version, and nothing in them. The name is of
 * the engine's version and of the steps that make the tables, so that none of other tables is ever unpacked.
 *
 * @param steps those of this version
 */
export function packedCatalogue(steps: readonly Migration[]): string {
  const { dependencies } = JSON.parse(readFileSync(packageFile('package.json'), 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  const tables = createHash('sha256');
  for (const { digest } of steps) tables.update(digest);
  const version = `${dependencies['@electric-sql/pglite']}-${tables.digest('hex').slice(0, 12)}`;
  return packageFile('dist', `catalogue-${version}.tgz`);
}

/** Packs a new catalogue. */
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
