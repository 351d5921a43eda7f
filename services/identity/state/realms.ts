import type { Statements } from '../../stores/catalogue.ts';

/** The realm that is there from the first start. */
export const DEFAULT_REALM = 'halcyon';

/** Makes a realm where it is missing. */
export async function makeRealm(catalogue: Statements, realm: string): Promise<void> {
  await catalogue.query('INSERT INTO identity_realms (name) VALUES ($1) ON CONFLICT DO NOTHING', [realm]);
}

/** True where there is a realm of that name. */
export async function hasRealm(catalogue: Statements, realm: string): Promise<boolean> {
  return (await catalogue.query('SELECT 1 FROM identity_realms WHERE name = $1', [realm])).length > 0;
}

/** Looks for realms and remembers those that are there: none is ever removed, and every request to a realm asks. */
export class KnownRealms {
  readonly #catalogue: Statements;
  readonly #found = new Set<string>();

  constructor(catalogue: Statements) {
    this.#catalogue = catalogue;
  }

  /** True where there is a realm of that name. */
  async has(realm: string): Promise<boolean> {
    if (this.#found.has(realm)) return true;
    const isThere = await hasRealm(this.#catalogue, realm);
    if (isThere) this.#found.add(realm);
    return isThere;
  }
}
