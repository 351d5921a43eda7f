import { HalcyonError } from '../../../schemas/errors.ts';
import type { Statements } from '../../stores/catalogue.ts';
import type { IdentityDependencies } from '../identity-dependencies.ts';
import { endSessionsOf } from '../state/sessions.ts';
import {
  addUser,
  hasOtherAdministrator,
  removeUser,
  setDisabled,
  setPassword,
  setProfile,
  setRoles,
  type User,
  userWithId,
} from '../state/users.ts';

/** What changes of users and clients rest on. */
export type ChangeDependencies = Pick<IdentityDependencies, 'catalogue' | 'lifetimes' | 'now' | 'passwords'>;

/** What a user is made of; no password: they come from another provider. */
export type MadeUser = Pick<User, 'realm' | 'username' | 'federated' | 'name' | 'email' | 'roles' | 'password'> &
  Partial<Pick<User, 'mustChangePassword'>>;

/** Some properties of something that may be changed; those that are undefined stay. */
export type Changes<T, K extends keyof T> = { readonly [P in K]?: T[P] | undefined };

/** What of a user is changed; what is left out stays. */
export type UserChanges = Changes<User, 'roles' | 'disabled' | 'name' | 'email'>;

/**
 * Adds a user.
 *
 * @param user with their password as it is typed
 * @throws HalcyonError `invalid_parameter` where the name is taken
 */
export async function makeUser({ catalogue, passwords }: ChangeDependencies, user: MadeUser): Promise<User> {
  const password = user.password === null ? null : await passwords.hash(user.password);
  const added = await addUser(catalogue, { ...user, password, roles: [...new Set(user.roles)] });
  if (added !== null) return added;
  const msg = `there is a user '${user.username}' already; user list shows them`;
  throw new HalcyonError('invalid_parameter', msg, {
    problems: [{ loc: ['body', 'username'], msg, type: 'already_exists' }],
  });
}

/**
 * Changes what a user is called and may do. Roles, or being kept out, end their sessions.
 *
 * @param leaves true: somebody who may administer every network is left
 * @throws HalcyonError `conflict` where nobody would be
 */
export async function changeUser(
  { catalogue, lifetimes, now }: ChangeDependencies,
  user: User,
  changes: UserChanges,
  leaves = false,
): Promise<User> {
  const { disabled } = changes;
  const roles = changes.roles && [...new Set(changes.roles)];
  return catalogue.transaction(async (statements) => {
    const isAdministrator = (roles ?? user.roles).includes('admin') && !(disabled ?? user.disabled);
    if (leaves && !isAdministrator) await assertAdministratorLeft(statements, user);
    if (roles !== undefined) await setRoles(statements, user.id, roles);
    if (disabled !== undefined) await setDisabled(statements, user.id, disabled);
    if (changes.name !== undefined || changes.email !== undefined) {
      const { name = user.name, email = user.email } = changes;
      await setProfile(statements, user.id, { name, email });
    }
    // Tokens say which roles their user has: those with the old ones should not outlive them.
    if (roles !== undefined || disabled === true) await endSessionsOf(statements, user, lifetimes, now());
    return (await userWithId(statements, user.realm, user.id)) ?? user;
  });
}

/**
 * Gives a user another password and ends their sessions.
 *
 * @param mustChange true: it gives no token before they have changed it
 * @throws HalcyonError `invalid_parameter` where they have theirs at another provider
 */
export async function givePassword(
  { catalogue, lifetimes, now, passwords }: ChangeDependencies,
  user: User,
  password: string,
  mustChange = false,
): Promise<void> {
  if (user.federated !== null) {
    throw new HalcyonError('invalid_parameter', `user ${user.username} has their password at ${user.federated}`);
  }
  const hash = await passwords.hash(password);
  await catalogue.transaction(async (statements) => {
    await setPassword(statements, user.id, hash, mustChange);
    await endSessionsOf(statements, user, lifetimes, now());
  });
}

/** Forgets a user, whose tokens are good no more. @throws HalcyonError `conflict` where no administrator would be left */
export async function forgetUser({ catalogue, lifetimes, now }: ChangeDependencies, user: User): Promise<void> {
  await catalogue.transaction(async (statements) => {
    await assertAdministratorLeft(statements, user);
    await endSessionsOf(statements, user, lifetimes, now());
    await removeUser(statements, user.id);
  });
}

/** Of two administrators who demote each other at once one is refused: the realm is held until the transaction ends. */
async function assertAdministratorLeft(statements: Statements, user: User): Promise<void> {
  if (!user.roles.includes('admin') || user.disabled) return;
  await statements.query('SELECT 1 FROM identity_realms WHERE name = $1 FOR UPDATE', [user.realm]);
  if (await hasOtherAdministrator(statements, user)) return;
  const message = `user ${user.username} is the last administrator of every network; give somebody else the role admin first`;
  throw new HalcyonError('conflict', message);
}
