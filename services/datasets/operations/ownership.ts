import { HalcyonError } from '../../../schemas/errors.ts';
import type { Caller } from '../../access/caller.ts';
import { networksOf } from '../../access/roles.ts';

/** By whom something was made, as the subject of their token; null where access control was off then. Its networks; null: of all. */
interface Made {
  readonly owner: string | null;
  readonly networks: readonly string[] | null;
}

/** True for who made something, curators and administrators of its networks, and everybody where access control is off. */
export function mayChange(caller: Caller | null, made: Made): boolean {
  if (caller === null || caller.id === made.owner) return true;
  return networksOf(caller.roles, ['curator']).includesAll(made.networks);
}

/**
 * Lets those change something who made it, and curators and administrators of its networks; everybody where access control
 * is off.
 *
 * @throws HalcyonError `forbidden`
 */
export function assertMayChange(caller: Caller | null, made: Made, what: string): void {
  if (mayChange(caller, made)) return;
  throw new HalcyonError('forbidden', `${what} was made by somebody else; a curator may change it`);
}
