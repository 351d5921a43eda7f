import type { IdentityDependencies } from '../identity-dependencies.ts';
import type { Client } from '../state/clients.ts';
import type { OpenSession } from '../state/sessions.ts';
import type { User } from '../state/users.ts';
import { scopesOf } from '../tokens/scopes.ts';
import type { TokenAnswer } from './grant.ts';

/** The answer that gives a session's client its tokens: access, refresh and, with the scope `openid`, an ID token. */
export async function sessionAnswer(
  { session, refreshToken }: OpenSession,
  user: User,
  client: Client,
  audience: readonly string[],
  { issuer, lifetimes }: IdentityDependencies,
): Promise<TokenAnswer> {
  const { token, expiresIn } = await issuer.access({
    realm: session.realm,
    client,
    subject: { id: user.id, username: user.username, roles: user.roles },
    audience,
    scope: session.scope,
    session: session.id,
  });
  const withIdentity = scopesOf(session.scope).includes('openid');
  return {
    access_token: token,
    expires_in: expiresIn,
    refresh_expires_in: lifetimes.refresh,
    refresh_token: refreshToken,
    token_type: 'Bearer',
    ...(withIdentity && { id_token: await issuer.identity(session, user) }),
    'not-before-policy': 0,
    session_state: session.id,
    scope: session.scope,
  };
}
