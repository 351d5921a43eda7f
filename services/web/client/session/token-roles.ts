/**
 * Roles that an access token gives at the service of the pages, unverified: they decide what is shown, never what is allowed. One that is
 * bound to a network has its name: `curator@north`.
 *
 * @param token a JWT (RFC 9068, or as Keycloak writes it); of another form nothing is known
 * @param service name of the service
 * @param prefix beginning of names of roles that is left out; '' for none
 */
export function tokenRoles(token: string, service: string, prefix: string): ReadonlySet<string> {
  const { realm_access, resource_access } = claimsOf(token);
  const given = [...(realm_access?.roles ?? []), ...(resource_access?.[service]?.roles ?? [])];
  return new Set(given.map((role) => (role.startsWith(prefix) ? role.slice(prefix.length) : role)));
}

/** Services that an access token is made for, unverified. */
export function tokenServices(token: string): ReadonlySet<string> {
  return new Set([claimsOf(token).aud ?? []].flat());
}

/** Who an access token is of, unverified: the name to log in with, else the subject; null where it is of another form. */
export function tokenName(token: string): string | null {
  const { preferred_username: name, sub } = claimsOf(token);
  return name ?? sub ?? null;
}

interface Roles {
  readonly roles?: readonly string[];
}
interface Claims {
  readonly preferred_username?: string;
  readonly sub?: string;
  readonly aud?: string | readonly string[];
  readonly realm_access?: Roles;
  readonly resource_access?: Readonly<Record<string, Roles>>;
}

function claimsOf(token: string): Claims {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(payload), (letter) => letter.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(bytes)) as Claims;
  } catch {
    return {};
  }
}
