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
