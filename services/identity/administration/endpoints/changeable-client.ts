import { HalcyonError } from '../../../../schemas/errors.ts';
import { isOwnClient } from '../../own-clients.ts';
import type { Client } from '../../state/clients.ts';
import { DEFAULT_REALM } from '../../state/realms.ts';
import { requireClient } from '../client-changes.ts';
import type { ChangeDependencies } from '../user-changes.ts';

/**
 * The client of an id, where it is none of Halcyon's own.
 *
 * @throws HalcyonError `not_found`, `conflict`
 */
export async function changeableClient({ catalogue }: ChangeDependencies, id: string): Promise<Client> {
  const client = await requireClient(catalogue, DEFAULT_REALM, id);
  if (!isOwnClient(id)) return client;
  throw new HalcyonError('conflict', `the services and pages need the client ${id} as it is; add another one`);
}
