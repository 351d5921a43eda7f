import { HalcyonError } from '../../../schemas/errors.ts';
import type { Caller } from '../../access/caller.ts';
import { networksOf } from '../../access/roles.ts';

/**
 * Lets those change something who made it, and curators and administrators of its networks; everybody where access control
 * is off.
 *
 * @param made by whom, as the subject of their token; null where access control was off then. Its networks; null: of all
 * @throws HalcyonError `forbidden`
 */
export function assertMayChange(
  caller: Caller | null,
  made: { readonly owner: string | null; readonly networks: readonly string[] | null },
  what: string,
): void {
  if (caller === null || caller.id === made.owner) return;
  if (networksOf(caller.roles, ['curator']).includesAll(made.networks)) return;
  throw new HalcyonError('forbidden', `${what} was made by somebody else; a curator may change it`);
}
