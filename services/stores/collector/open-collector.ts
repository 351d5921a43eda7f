import type { SourceZone } from '../../../ingest/feeds/clock/source-zone.ts';
import type { CollectorTables } from '../../../ingest/feeds/collector/collector-tables.ts';
import { postgresPlace } from './postgres-connection.ts';
import { PostgresTables } from './postgres-tables.ts';
import { SqliteTables } from './sqlite-tables.ts';

/** Where a collector keeps its tables. */
export type CollectorDatabase =
  | { readonly kind: 'sqlite'; readonly path: string }
  | { readonly kind: 'postgres'; readonly url: string };

/**
 * Opens a collector's database for reading.
 *
 * @param zone of times that name none
 * @throws HalcyonError `store_unavailable`, `store_locked`, `store_unreadable` with what was found there
 */
export function openCollector(database: CollectorDatabase, zone: SourceZone): Promise<CollectorTables> {
  if (database.kind === 'sqlite') return SqliteTables.open(database.path, zone);
  return PostgresTables.open(postgresPlace(database.url), zone);
}
