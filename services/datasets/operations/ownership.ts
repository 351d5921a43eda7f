import { HalcyonError } from '../../../schemas/errors.ts';
import type { Caller } from '../../access/caller.ts';
import { isAllowed } from '../../access/roles.ts';

/**
 * Lets those change something who made it, curators and administrators; everybody where access control is off.
 *
 * @param owner subject of who made it; null where access control was off then
 * @throws HalcyonError `forbidden`
 */
export function assertMayChange(caller: Caller | null, owner: string | null, what: string): void {
  if (caller === null || isAllowed(caller.roles, ['curator']) || caller.id === owner) return;
  throw new HalcyonError('forbidden', `${what} was made by somebody else; a curator may change it`);
}
