import type { Catalogue } from '../catalogue.ts';
import { migrationsOf } from '../numbered-migrations.ts';
import { EmbeddedCatalogue } from '../postgres/embedded-catalogue.ts';
import { migrateCatalogue } from '../postgres/migrate-catalogue.ts';
import { packedCatalogue } from '../postgres/packed-catalogue.ts';
import { ServerCatalogue } from '../postgres/server-catalogue.ts';

/** Another process may be about to let the catalogue go [ms]. */
const WAIT_MS = 2_000;

/** Which catalogue to open. */
export interface CatalogueOptions {
  /** A PostgreSQL server; '' or absent: the embedded engine in `dataFolder`. */
  readonly postgresUrl?: string;
  readonly dataFolder: string;
  /** How long to wait for another process that holds the embedded catalogue [ms], default 2,000. */
  readonly waitMs?: number;
  /** Given for a restore: the tables of the steps up to this one. */
  readonly restoredStep?: number;
}

/**
 * Opens the catalogue and brings its tables up to date. The first opening of an embedded one takes some seconds. Errors of
 * a statement come as the engine has them, with SQLSTATE in `code`; JSON goes in as text. Inside a transaction only its
 * own statements may be used: the embedded engine has one connection.
 *
 * @throws HalcyonError `store_unavailable`, `store_locked`, `store_unreadable`, `cannot_write`, `invalid_configuration` (the embedded
 * engine is not installed)
 */
export async function openCatalogue(options: CatalogueOptions): Promise<Catalogue> {
  const catalogue = await reached(options);
  try {
    await migrateCatalogue(catalogue, options.restoredStep);
  } catch (error) {
    await catalogue.close();
    throw error;
  }
  return catalogue;
}

async function reached({
  postgresUrl = '',
  dataFolder,
  waitMs = WAIT_MS,
  restoredStep,
}: CatalogueOptions): Promise<Catalogue> {
  if (postgresUrl !== '') return new ServerCatalogue(postgresUrl);
  return EmbeddedCatalogue.open(dataFolder, waitMs, async () => {
    const steps = await migrationsOf('postgres');
    // One that is packed has the tables of all steps.
    return steps.every(({ number }) => number <= (restoredStep ?? number)) ? packedCatalogue(steps) : null;
  });
}
