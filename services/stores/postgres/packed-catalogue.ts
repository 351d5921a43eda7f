import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { packageFile } from '../../../schemas/package-root.ts';
import type { Migration } from '../numbered-migrations.ts';

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
