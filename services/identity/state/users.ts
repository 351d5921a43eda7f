import { randomUUID } from 'node:crypto';
import type { Row, Statements } from '../../stores/catalogue.ts';

/** A user of a realm. */
export interface User {
  /** The `sub` of their tokens. */
  readonly id: string;
  readonly realm: string;
  /** Lower case. */
  readonly username: string;
  /** Hash of the password (PHC string format); null where they have none. */
  readonly password: string | null;
  /** Provider that they come from; null where they are this realm's own. */
  readonly federated: string | null;
  readonly name: string | null;
  readonly email: string | null;
  readonly roles: readonly string[];
  readonly disabled: boolean;
  /** Their password was made for them: it gives no token before they have changed it. */
  readonly mustChangePassword: boolean;
}

/** What a user is made of; an id of their own where they come with one. */
export type NewUser = Omit<User, 'id' | 'disabled' | 'mustChangePassword'> &
  Partial<Pick<User, 'id' | 'disabled' | 'mustChangePassword'>>;

/** A user name as it is kept: whoever has taken it has all its spellings (Unicode NFKC, lower case). */
export function usernameOf(given: string): string {
  return given.normalize('NFKC').toLowerCase().trim();
}

/** The user of a name in any spelling; null where there is none. */
export async function userNamed(catalogue: Statements, realm: string, username: string): Promise<User | null> {
  const sql = 'SELECT * FROM identity_users WHERE realm = $1 AND username = $2';
  const [row] = await catalogue.query(sql, [realm, usernameOf(username)]);
  return row === undefined ? null : userOf(row);
}

/** The user with an id; null where there is none. */
export async function userWithId(catalogue: Statements, realm: string, id: string): Promise<User | null> {
  const [row] = await catalogue.query('SELECT * FROM identity_users WHERE realm = $1 AND id = $2', [realm, id]);
  return row === undefined ? null : userOf(row);
}

/** All users of a realm by name. */
export async function usersOf(catalogue: Statements, realm: string): Promise<User[]> {
  const rows = await catalogue.query('SELECT * FROM identity_users WHERE realm = $1 ORDER BY username', [realm]);
  return rows.map(userOf);
}

/** Adds a user; null where the name is taken. */
export async function addUser(catalogue: Statements, user: NewUser): Promise<User | null> {
  const { id = randomUUID(), realm, username, password, federated, name, email, roles } = user;
  const { disabled = false, mustChangePassword = false } = user;
  const [row] = await catalogue.query(
    `INSERT INTO identity_users (id, realm, username, password, federated, name, email, roles, disabled, must_change_password)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING RETURNING *`,
    [id, realm, usernameOf(username), password, federated, name, email, [...roles], disabled, mustChangePassword],
  );
  return row === undefined ? null : userOf(row);
}

/** Gives a user the hash of another password; `mustChange`: it gives no token before they have changed it. */
export async function setPassword(
  catalogue: Statements,
  id: string,
  password: string,
  mustChange = false,
): Promise<void> {
  const sql = 'UPDATE identity_users SET password = $2, must_change_password = $3 WHERE id = $1';
  await catalogue.query(sql, [id, password, mustChange]);
}

/** Gives a user the hash of a password of their own choice; false where it was changed meanwhile. */
export async function changePassword(catalogue: Statements, user: User, password: string): Promise<boolean> {
  const sql = `UPDATE identity_users SET password = $2, must_change_password = false
    WHERE id = $1 AND password = $3 RETURNING id`;
  return (await catalogue.query(sql, [user.id, password, user.password])).length > 0;
}

/** Gives a user another hash of the password that they have, unless it has changed meanwhile. */
export async function renewPassword(catalogue: Statements, user: User, password: string): Promise<void> {
  const sql = 'UPDATE identity_users SET password = $2 WHERE id = $1 AND password = $3';
  await catalogue.query(sql, [user.id, password, user.password]);
}

/** Gives a user other roles. */
export async function setRoles(catalogue: Statements, id: string, roles: readonly string[]): Promise<void> {
  await catalogue.query('UPDATE identity_users SET roles = $2 WHERE id = $1', [id, [...roles]]);
}

/** Takes from a user the right to log in, or gives it back. */
export async function setDisabled(catalogue: Statements, id: string, disabled: boolean): Promise<void> {
  await catalogue.query('UPDATE identity_users SET disabled = $2 WHERE id = $1', [id, disabled]);
}

/** Gives a user another name and address. */
export async function setProfile(
  catalogue: Statements,
  id: string,
  { name, email }: Pick<User, 'name' | 'email'>,
): Promise<void> {
  await catalogue.query('UPDATE identity_users SET name = $2, email = $3 WHERE id = $1', [id, name, email]);
}

/** Forgets a user with their sessions. */
export async function removeUser(catalogue: Statements, id: string): Promise<void> {
  await catalogue.query('DELETE FROM identity_users WHERE id = $1', [id]);
}

/** True where somebody else than a user may log in and administer every network of a realm. */
export async function hasOtherAdministrator(catalogue: Statements, { realm, id }: User): Promise<boolean> {
  const sql = `SELECT 1 FROM identity_users WHERE realm = $1 AND id <> $2 AND NOT disabled AND 'admin' = ANY(roles)
    AND (password IS NOT NULL OR federated IS NOT NULL) LIMIT 1`;
  return (await catalogue.query(sql, [realm, id])).length > 0;
}

function userOf(row: Row): User {
  return {
    id: String(row['id']),
    realm: String(row['realm']),
    username: String(row['username']),
    password: row['password'] as string | null,
    federated: row['federated'] as string | null,
    name: row['name'] as string | null,
    email: row['email'] as string | null,
    roles: row['roles'] as string[],
    disabled: row['disabled'] === true,
    mustChangePassword: row['must_change_password'] === true,
  };
}
