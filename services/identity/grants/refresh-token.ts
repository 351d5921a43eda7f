import { OAuthError } from '../../access/oauth-error.ts';
import type { IdentityDependencies } from '../identity-dependencies.ts';
import { required } from '../required-parameter.ts';
import { servicesOf } from '../state/clients.ts';
import { type OpenSession, refreshSession } from '../state/sessions.ts';
import { userWithId } from '../state/users.ts';
import { granted, scopesOf } from '../tokens/scopes.ts';
import type { Grant, GrantCall, TokenAnswer } from './grant.ts';
import { sessionAnswer } from './session-answer.ts';

/** Why a refresh token was not taken, for the log. */
const REASONS = {
  unknown: 'no such token of this client, or its session has ended',
  expired: 'expired',
  reused: 'used a second time: its session is ended',
} as const;

/** Refresh token (RFC 6749, section 6) with rotation: each is good once. */
export const refreshToken: Grant = {
  grantType: 'refresh_token',
  action: 'token.refresh',
  parameters: ['refresh_token', 'scope'],
  open: true,
  async handler(
    { realm, client, parameters, behind }: GrantCall,
    dependencies: IdentityDependencies,
  ): Promise<TokenAnswer> {
    const { catalogue, lifetimes, now } = dependencies;
    const token = required(parameters, 'refresh_token');
    const shown = { realm, client: client.id, token };
    const refreshed = await refreshSession(catalogue, shown, lifetimes, now(), async (session, statements) => {
      const user = await userWithId(statements, realm, session.user);
      behind.id = session.user;
      behind.username = user?.username ?? null;
      if (user === null || user.disabled) {
        const reason = `${session.user} is disabled or gone`;
        throw new OAuthError('invalid_grant', 'Invalid refresh token', { reason, why: 'disabled' });
      }
      const services = await servicesOf(statements, realm);
      // What was granted once may have been taken from the client since.
      const still = scopesOf(session.scope).filter((name) => !services.has(name) || client.scopes.includes(name));
      return { user, grant: granted(client, narrowed(still, parameters['scope']), undefined, services) };
    });
    if (typeof refreshed === 'string') {
      const reason = `refresh token of ${realm}/${client.id}: ${REASONS[refreshed]}`;
      throw new OAuthError('invalid_grant', 'Invalid refresh token', { reason, why: refreshed });
    }
    const { user, grant } = refreshed.admitted;
    const answered: OpenSession = { ...refreshed, session: { ...refreshed.session, scope: grant.scope } };
    return sessionAnswer(answered, user, client, grant.audience, dependencies);
  },
};

/** Scopes of one token: those of the session, or fewer (RFC 6749, section 6). */
function narrowed(granted: readonly string[], asked: string | undefined): string {
  const scopes = scopesOf(asked);
  if (asked === undefined) return granted.join(' ');
  if (scopes.every((token) => granted.includes(token))) return scopes.join(' ');
  throw new OAuthError('invalid_scope', 'the scope is more than was granted at first');
}
