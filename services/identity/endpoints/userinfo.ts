import { z } from 'zod';
import { OAuthError } from '../../access/oauth-error.ts';
import { bearerOf, ownClaims } from '../bearer.ts';
import { type IdentityEndpoint, OPENID_PATH } from '../identity-endpoint.ts';
import { userWithId } from '../state/users.ts';
import { clientOfSubject } from '../tokens/client-subject.ts';
import { scopesOf } from '../tokens/scopes.ts';
import { profileOf } from '../tokens/token-issuer.ts';

/** What a token lets its bearer know of its user (OpenID Connect Core 1.0, section 5.3). */
export const userinfo: IdentityEndpoint = {
  name: 'userinfo',
  methods: ['GET', 'POST'],
  path: `${OPENID_PATH}/userinfo`,
  description: 'What a token with the scope `openid` lets its bearer know of its user (OpenID Connect Core 1.0).',
  proof: 'bearer',
  answers: {
    200: [
      'The user.',
      z.looseObject({
        sub: z.string(),
        preferred_username: z.string(),
        name: z.string().optional(),
        email: z.string().optional(),
      }),
    ],
  },
  async answer(call, dependencies) {
    const claims = await ownClaims(bearerOf(call), call.realm, dependencies);
    if (!scopesOf(claims.scope).includes('openid')) {
      throw new OAuthError('insufficient_scope', 'the token should have the scope openid');
    }
    const isUser = clientOfSubject(claims.sub) === null;
    const user = isUser ? await userWithId(dependencies.catalogue, call.realm, claims.sub) : null;
    if (user === null || user.disabled) throw new OAuthError('invalid_token', 'the token is of no user');
    return { status: 200, body: { sub: user.id, ...profileOf(user, claims.scope) } };
  },
};
