import { PACKAGED_ELEMENTS } from '../../../schemas/elements/packaged-elements.ts';
import { HalcyonError } from '../../../schemas/errors.ts';
import { FLAG, NOT_JUDGED_REASONS } from '../../../schemas/judgement.ts';
import { VARIABLES, WEATHER_VARIABLES } from '../../../schemas/variables.ts';
import { Conditions } from './conditions.ts';
import { capital, type StoreClient } from './store-client.ts';

/** Tables that have columns for each variable, and those of one: what a record from before the element was kept holds is their default. */
const COLUMNS: Readonly<Record<string, (name: string) => readonly string[]>> = {
  observations: (name) => [`${name} Nullable(Float64) CODEC(ZSTD(1))`],
  judgements: (name) => [
    `${name}_flag UInt8 DEFAULT ${FLAG.missing}`,
    `${name}_reason UInt8 DEFAULT ${NOT_JUDGED_REASONS.indexOf('missing')}`,
    `${name}_score Nullable(Float64) CODEC(ZSTD(1))`,
  ],
  baselines: (name) => [
    ...['step_spread', 'own_day', 'resolution'].map((column) => `${name}_${column} Nullable(Float64) CODEC(ZSTD(1))`),
    `${name}_own_levels Array(Nullable(Float64)) CODEC(ZSTD(1))`,
  ],
};

const ELEMENTS: readonly string[] = VARIABLES.slice(WEATHER_VARIABLES);

/** Elements of which a network has values, as `ObservationStore.elements`. */
export async function reportedElements(
  client: StoreClient,
  network: string,
  from: number,
  to: number,
): Promise<string[]> {
  const known = new Conditions().equal('name', [
    ...new Set([...ELEMENTS, ...PACKAGED_ELEMENTS.map(({ name }) => name)]),
  ]);
  const rows = await client.rows<[string]>(
    `SELECT name FROM system.columns
     WHERE database = currentDatabase() AND table = 'observations' AND ${known.sql} ORDER BY name`,
  );
  if (rows.length === 0) return [];
  const where = new Conditions().equal('network', network).between(from, to);
  const [found = []] = await client.rows<number[]>(
    `SELECT ${rows.map(([name]) => `max(isNotNull(${name}))`).join(', ')} FROM observations WHERE ${where.sql}`,
    where.parameters,
  );
  return rows.flatMap(([name], k) => (found[k] === 1 ? [name] : []));
}

/** Makes the columns of the elements that this process keeps beyond the five, where there are none yet. It rewrites nothing. */
export async function addElementColumns(client: StoreClient): Promise<void> {
  if (ELEMENTS.length === 0) return;
  const rows = await client.rows<[string]>('SELECT name FROM system.tables WHERE database = currentDatabase()');
  const tables = new Set(rows.map(([name]) => name));
  for (const [table, columnsOf] of Object.entries(COLUMNS)) {
    // A copy of an older version that is being restored may have no such table yet.
    if (!tables.has(table)) continue;
    const added = ELEMENTS.flatMap(columnsOf).map((column) => `ADD COLUMN IF NOT EXISTS ${column}`);
    await client.command(`ALTER TABLE ${table} ${added.join(', ')}`);
  }
}

/**
 * Looks whether the tables have the columns of the elements.
 *
 * @throws HalcyonError `store_unreadable` that names the elements which nothing has been kept of
 */
export async function assertElementColumns(client: StoreClient): Promise<void> {
  if (ELEMENTS.length === 0) return;
  const rows = await client.rows<[string]>(
    "SELECT name FROM system.columns WHERE database = currentDatabase() AND table = 'observations'",
  );
  const kept = new Set(rows.map(([name]) => name));
  const missing = ELEMENTS.filter((name) => !kept.has(name));
  if (missing.length === 0) return;
  throw new HalcyonError(
    'store_unreadable',
    `${capital(client.title)} keeps no ${missing.join(', ')}; a system that starts on it with HALCYON_ELEMENTS=${missing.join(',')} keeps them from then on.`,
  );
}
