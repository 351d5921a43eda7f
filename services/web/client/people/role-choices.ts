import { ROLES, type Role } from '../session/allowed.ts';

/** Between a role and the network that it is bound to, see services/access/roles.ts. */
const BOUND = '@';
const EVERYWHERE = '0';

/** The networks in which roles are offered: those that there are, and those that somebody has a role in. */
export function offeredNetworks(networks: readonly string[], held: readonly string[]): readonly string[] {
  return [...new Set([...networks, ...held.flatMap((name) => partsOf(name).network ?? [])])].sort();
}

/** Which places of a role are chosen, as its field has them: 0 for everywhere, else the number of the network from 1 on. */
export function chosenPlaces(held: readonly string[], role: Role, offered: readonly string[]): string {
  return held
    .map(partsOf)
    .filter((one) => one.role === role)
    .map(({ network }) => (network === null ? EVERYWHERE : String(offered.indexOf(network) + 1)))
    .join();
}

/** The chosen roles with their networks. A role for all networks stands alone. */
export function chosenRoles(placesOf: (role: Role) => string, offered: readonly string[]): string[] {
  return ROLES.flatMap((role) => {
    const places = placesOf(role).split(',').filter(Boolean);
    if (places.includes(EVERYWHERE)) return [role];
    return places.map((place) => `${role}${BOUND}${offered[Number(place) - 1]}`);
  });
}

/** A name is cut at its first `@`, as networks may have one in theirs. */
function partsOf(name: string): { readonly role: string; readonly network: string | null } {
  const at = name.indexOf(BOUND);
  return at < 0 ? { role: name, network: null } : { role: name.slice(0, at), network: name.slice(at + BOUND.length) };
}
