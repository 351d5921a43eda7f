import { createRequire } from 'node:module';
import { HalcyonError } from '../../schemas/errors.ts';

/** By store: the package of its embedded engine, and what takes its place. */
const ENGINES = {
  timeSeries: { engine: 'chdb', instead: 'CLICKHOUSE_URL to a ClickHouse server' },
  catalogue: { engine: '@electric-sql/pglite', instead: 'POSTGRES_URL to a PostgreSQL server' },
} as const;

/** A store that has an embedded engine. */
export type EmbeddedStore = keyof typeof ENGINES;

/**
 * Refuses embedded stores whose engines are not installed: the container image for servers leaves them out.
 *
 * @throws HalcyonError `invalid_configuration` that names all of them, and what to set
 */
export function assertInstalled(...stores: readonly EmbeddedStore[]): void {
  const missing = stores.map((store) => ENGINES[store]).filter(({ engine }) => !isInstalled(engine));
  if (missing.length === 0) return;
  const engines = missing.map(({ engine }) => engine).join(' and ');
  const settings = missing.map(({ instead }) => instead).join(' and ');
  throw new HalcyonError(
    'invalid_configuration',
    `This installation has no embedded store: ${engines} ${missing.length === 1 ? 'is' : 'are'} not installed. Set ${settings}, and KAFKA_BROKERS where the parts are several processes; or take an installation with the embedded stores, of the container images halcyon instead of halcyon-servers.`,
  );
}

function isInstalled(engine: string): boolean {
  try {
    createRequire(import.meta.url).resolve(engine);
    return true;
  } catch {
    return false;
  }
}
