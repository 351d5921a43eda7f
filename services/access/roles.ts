import { networkName } from '../../schemas/http/name-text.ts';
import { NetworkScope } from '../../schemas/network-scope.ts';

/** What a caller may do, by the names of the roles in their token. */
export const ROLES = ['admin', 'user', 'uploader', 'curator', 'feed'] as const;
export type Role = (typeof ROLES)[number];

/** The roles that somebody has, each with the networks that it holds in. */
export type HeldRoles = ReadonlyMap<string, NetworkScope>;

/** The roles that each one includes. A feed is a program at a station: it pushes, and reads nothing. */
const INCLUDED: Readonly<Record<Role, readonly Role[]>> = {
  admin: ROLES,
  curator: ['uploader', 'user'],
  uploader: ['user'],
  user: [],
  feed: [],
};

/** Between a role and the network that it is bound to. */
const BOUND = '@';

/**
 * Roles by what a token calls them: `curator` holds everywhere, `curator@north` in the network north alone; a name is cut at
 * its first `@`, as networks may have one in theirs.
 */
export function heldRoles(names: readonly string[]): HeldRoles {
  const held = new Map<string, NetworkScope>();
  for (const name of names) {
    const { role, network } = roleOf(name);
    const scope = network === null ? NetworkScope.everywhere : new NetworkScope([network]);
    held.set(role, held.get(role)?.or(scope) ?? scope);
  }
  return held;
}

/** A role's name, and the network that it is bound to; null: none. */
function roleOf(name: string): { readonly role: string; readonly network: string | null } {
  const at = name.indexOf(BOUND);
  return at < 0 ? { role: name, network: null } : { role: name.slice(0, at), network: name.slice(at + BOUND.length) };
}

/** What is wrong with the name of a role, and what would be right; null where nothing is. */
export function roleProblem(name: string): string | null {
  const { role, network } = roleOf(name);
  const isKnown = ROLES.some((known) => known === role);
  if (isKnown && (network === null || networkName.safeParse(network).success)) return null;
  const right = `a role should be one of ${ROLES.join(', ')}, or one of them in a network, such as curator${BOUND}north`;
  return `'${name.slice(0, 100)}' is no role: ${right}`;
}

/** Roles of which one is enough for something that some roles allow. */
export function rolesEnoughFor(allowing: readonly Role[]): Role[] {
  return ROLES.filter((role) => [role, ...INCLUDED[role]].some((one) => allowing.includes(one)));
}

/** True where one of somebody's roles is enough for something that some roles allow, be it in one network. */
export function isAllowed(held: HeldRoles, allowing: readonly Role[]): boolean {
  return rolesEnoughFor(allowing).some((role) => held.has(role));
}

/** The networks in which somebody's roles are enough for something that some roles allow; none where they have no such role. */
export function networksOf(held: HeldRoles, allowing: readonly Role[]): NetworkScope {
  return rolesEnoughFor(allowing)
    .map((role) => held.get(role) ?? NetworkScope.nowhere)
    .reduce((one, other) => one.or(other), NetworkScope.nowhere);
}
