import { OAuthError } from '../../access/oauth-error.ts';
import { password as newPassword } from '../administration/request-fields.ts';
import type { IdentityDependencies } from '../identity-dependencies.ts';
import { isImported } from '../passwords/imported-hashes.ts';
import { required } from '../required-parameter.ts';
import { servicesOf } from '../state/clients.ts';
import { openSession } from '../state/sessions.ts';
import { changePassword, renewPassword, type User, userNamed, usernameOf } from '../state/users.ts';
import { granted } from '../tokens/scopes.ts';
import type { Grant, GrantCall, TokenAnswer } from './grant.ts';
import { sessionAnswer } from './session-answer.ts';

/** How Keycloak begins to answer whoever has to do something before they are let in; the pages know it by this. */
const NOT_SET_UP = 'Account is not fully set up';
/** Longest name and password that are looked at [characters]. */
const MOST_CHARACTERS = 1_024;

/** Resource owner password credentials (RFC 6749, section 4.3): for users with a password of this realm. */
export const password: Grant = {
  grantType: 'password',
  action: 'login',
  parameters: ['username', 'password', 'new_password', 'scope'],
  open: true,
  async handler(call: GrantCall, dependencies: IdentityDependencies): Promise<TokenAnswer> {
    const { realm, client, parameters } = call;
    const username = required(parameters, 'username');
    const given = required(parameters, 'password');
    if (username.length > MOST_CHARACTERS || given.length > MOST_CHARACTERS) {
      throw new OAuthError('invalid_request', `username and password have ${MOST_CHARACTERS} characters at most`);
    }
    const grant = granted(client, parameters['scope'], undefined, await servicesOf(dependencies.catalogue, realm));
    const user = await loggedIn(call, username, given, dependencies);
    if (user.mustChangePassword) await changed(user, given, parameters['new_password'], dependencies);
    const session = { realm, client: client.id, user: user.id, scope: grant.scope, started: dependencies.now() };
    const opened = await openSession(dependencies.catalogue, session, dependencies.lifetimes);
    return sessionAnswer(opened, user, client, grant.audience, dependencies);
  },
};

/**
 * Takes the password that a user chooses in place of the one that was made for them.
 *
 * @throws OAuthError `invalid_grant` where they choose none, `invalid_request` where it will not do
 */
async function changed(
  user: User,
  given: string,
  chosen: string | undefined,
  dependencies: IdentityDependencies,
): Promise<void> {
  if (chosen === undefined) {
    const how = `send another one as new_password, log in at /map, or run halcyon identity user password ${user.username}`;
    throw new OAuthError('invalid_grant', `${NOT_SET_UP}: the password is to be changed first; ${how}`);
  }
  const wanted = newPassword.safeParse(chosen);
  if (!wanted.success) throw new OAuthError('invalid_request', `new_password: ${wanted.error.issues[0]?.message}`);
  if (chosen === given) throw new OAuthError('invalid_request', 'new_password should be another than the password');
  if (!(await changePassword(dependencies.catalogue, user, await dependencies.passwords.hash(chosen)))) {
    throw new OAuthError('invalid_grant', 'Invalid user credentials', { reason: 'the password was changed meanwhile' });
  }
}

/** The user with this name and password. Who is refused learns nothing of why, neither by words nor by time. */
async function loggedIn(
  call: GrantCall,
  username: string,
  given: string,
  dependencies: IdentityDependencies,
): Promise<User> {
  const { realm, address, behind } = call;
  const account = `${realm}/${usernameOf(username)}`;
  const attempt = dependencies.attempts.admit(account, address, dependencies.now(), 'attempts failed');
  const found: { user: User | null } = { user: null };
  const hashOf = async () => {
    found.user = await userNamed(dependencies.catalogue, realm, username);
    behind.id = found.user?.id ?? null;
    behind.username = found.user?.username ?? null;
    return barredBy(found.user) === null ? (found.user?.password ?? null) : null;
  };
  const matches = await dependencies.passwords.matches(given, hashOf, call);
  const { user } = found;
  const barred = barredBy(user);
  if (user !== null && matches) {
    attempt.succeeded();
    if (isImported(user.password ?? '')) {
      await renewPassword(dependencies.catalogue, user, await dependencies.passwords.hash(given));
    }
    return user;
  }
  const { why, words } = barred ?? WRONG;
  throw new OAuthError('invalid_grant', 'Invalid user credentials', { reason: `${account}: ${words}`, why });
}

/** Why a user is not let in: as a code, and in words. */
interface Barrier {
  readonly why: string;
  readonly words: string;
}

const WRONG: Barrier = { why: 'wrong_password', words: 'wrong password' };

/** Why a user cannot log in whatever the password is, for the log; null where one might do. */
function barredBy(user: User | null): Barrier | null {
  if (user === null) return { why: 'unknown_user', words: 'no such user' };
  if (user.disabled) return { why: 'disabled', words: 'disabled' };
  if (user.federated !== null) return { why: 'federated', words: `federated (${user.federated})` };
  return user.password === null ? { why: 'no_password', words: 'has no password' } : null;
}
