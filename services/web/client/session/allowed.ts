/** Roles as tokens have them, see services/access/roles.ts. */
export const ROLES = ['admin', 'curator', 'uploader', 'user', 'feed'] as const;
export type Role = (typeof ROLES)[number];

/**
 * The roles of who has logged in, `curator@north` for one that is bound to a network; null where access control is off: everybody
 * may do everything.
 */
export type HeldRoles = ReadonlySet<string> | null;

/** Roles that are enough for everything that a role allows. */
const ENOUGH: Readonly<Record<Role, readonly Role[]>> = {
  admin: ['admin'],
  curator: ['admin', 'curator'],
  uploader: ['admin', 'curator', 'uploader'],
  user: ['admin', 'curator', 'uploader', 'user'],
  feed: ['admin', 'curator', 'feed'],
};

/**
 * True where somebody is offered what a role allows, be it in one network. It decides what is shown; the services decide
 * what is allowed.
 */
export function isOffered(held: HeldRoles, role: Role): boolean {
  return held === null || isOfferedEverywhere(new Set([...held].map((name) => name.split('@')[0])), role);
}

/** True where somebody is offered what a role allows in every network alone. */
export function isOfferedEverywhere(held: HeldRoles, role: Role): boolean {
  return held === null || ENOUGH[role].some((one) => held.has(one));
}
