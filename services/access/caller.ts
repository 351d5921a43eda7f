import type { NetworkScope } from '../../schemas/network-scope.ts';
import type { AccessClaims } from './access-claims.ts';
import { type HeldRoles, heldRoles, networksOf, type Role } from './roles.ts';

/** Who calls a service, as their token says. */
export interface Caller {
  /** `sub` of the token: unique in its issuer, never given to another. */
  readonly id: string;
  readonly username: string | null;
  /** Client that the token was issued to. */
  readonly client: string;
  readonly roles: HeldRoles;
  /** Networks in which they may do what they call. */
  readonly networks: NetworkScope;
  /** Until when the token is good, ms since the epoch. */
  readonly expires: number;
  /** The access token itself, to be exchanged for one that another service takes. */
  readonly token: string;
}

/**
 * The caller that the claims of a token speak of: their roles in the realm and at this service.
 *
 * @param service name of the service that was called
 * @param rolePrefix beginning of names of roles that is left out; '' for none
 * @param allowing roles that what they call asks for
 */
export function callerOf(
  token: string,
  claims: AccessClaims,
  service: string,
  rolePrefix: string,
  allowing: readonly Role[],
): Caller {
  const given = [...claims.realm_access.roles, ...(claims.resource_access[service]?.roles ?? [])];
  const roles = given.map((role) => (role.startsWith(rolePrefix) ? role.slice(rolePrefix.length) : role));
  const held = heldRoles(roles);
  return {
    id: claims.sub,
    username: claims.preferred_username ?? null,
    client: claims.azp,
    roles: held,
    networks: networksOf(held, allowing).reading(networksOf(held, ['user'])),
    expires: claims.exp * 1000,
    token,
  };
}

/** Who calls, as it is kept; `local` where access control is off. */
export function nameOf(caller: Caller | null): string {
  return caller === null ? 'local' : (caller.username ?? caller.id);
}
