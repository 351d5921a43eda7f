import type { AccessClaims } from '../identity/tokens/access-claims.ts';

/** Who calls a service, as their token says. */
export interface Caller {
  /** `sub` of the token: unique in its issuer, never given to another. */
  readonly id: string;
  readonly username: string | null;
  readonly roles: ReadonlySet<string>;
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
 */
export function callerOf(token: string, claims: AccessClaims, service: string, rolePrefix: string): Caller {
  const given = [...claims.realm_access.roles, ...(claims.resource_access[service]?.roles ?? [])];
  const roles = given.map((role) => (role.startsWith(rolePrefix) ? role.slice(rolePrefix.length) : role));
  return {
    id: claims.sub,
    username: claims.preferred_username ?? null,
    roles: new Set(roles),
    expires: claims.exp * 1000,
    token,
  };
}
