/** What a caller may do, by the names of the roles in their token. */
export const ROLES = ['admin', 'user', 'uploader', 'curator', 'feed'] as const;
export type Role = (typeof ROLES)[number];

/** True where one of the roles is enough for something that some roles allow; an administrator may all. */
export function isAllowed(roles: ReadonlySet<string>, allowing: readonly Role[]): boolean {
  return roles.has('admin') || allowing.some((role) => roles.has(role));
}
