import type { Statements } from './catalogue.ts';

/** A network as it is registered. */
export interface RegisteredNetwork {
  readonly name: string;
  /** For people; the name itself where nobody gave one. */
  readonly title: string;
  /** ms since the epoch. */
  readonly created: number;
}

/** Registers a network; one that is registered keeps its title where none is given. */
export async function registerNetwork(catalogue: Statements, name: string, title?: string): Promise<void> {
  await catalogue.query(
    `INSERT INTO networks (name, title) VALUES ($1, coalesce($2, $1))
     ON CONFLICT (name) DO UPDATE SET title = coalesce($2, networks.title)`,
    [name, title ?? null],
  );
}

/** Every registered network, by name. */
export async function registeredNetworks(catalogue: Statements): Promise<RegisteredNetwork[]> {
  const rows = await catalogue.query('SELECT name, title, created FROM networks ORDER BY name COLLATE "C"');
  return rows.map((row) => ({
    name: String(row['name']),
    title: String(row['title']),
    created: (row['created'] as Date).getTime(),
  }));
}

/** Titles of the registered networks by name. */
export async function networkTitles(catalogue: Statements): Promise<Map<string, string>> {
  return new Map((await registeredNetworks(catalogue)).map(({ name, title }) => [name, title]));
}

/** Takes a network out of the register; its data are the time series' (`removeNetwork` there). */
export async function forgetNetwork(catalogue: Statements, name: string): Promise<void> {
  await catalogue.query('DELETE FROM networks WHERE name = $1', [name]);
}
