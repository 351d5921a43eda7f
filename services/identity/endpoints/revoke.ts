import { z } from 'zod';
import { OAuthError } from '../../access/oauth-error.ts';
import { LEEWAY_S } from '../../access/verify-access-token.ts';
import { ownClaimsIfGood } from '../bearer.ts';
import { authenticatedClient } from '../client-authentication.ts';
import { type IdentityEndpoint, OPENID_PATH } from '../identity-endpoint.ts';
import { required } from '../required-parameter.ts';
import { revoke as revokeToken } from '../state/revocations.ts';
import { endSession, sessionOfRefreshToken } from '../state/sessions.ts';
import { clientFields, exampleToken } from './form-fields.ts';

/** Takes a token back (RFC 7009); with a refresh token all that was issued in its session. */
export const revoke: IdentityEndpoint = {
  name: 'revoke',
  methods: ['POST'],
  path: `${OPENID_PATH}/revoke`,
  description: 'Takes a token back (RFC 7009); with a refresh token all that was issued in its session.',
  proof: 'client',
  form: z
    .object({ token: z.string().describe('An access or a refresh token of this client.'), ...clientFields })
    .meta({ examples: [{ token: exampleToken, client_id: 'halcyon-cli' }] }),
  audit: () => 'token.revoke',
  answers: { 200: ['It is taken back, or was no token.', z.object({})] },
  async answer(call, dependencies) {
    const { catalogue, lifetimes, now } = dependencies;
    const { realm } = call;
    const client = await authenticatedClient(call, dependencies);
    const token = required(call.form, 'token');
    const found = await sessionOfRefreshToken(catalogue, { realm, token });
    if (found !== null) {
      call.behind.id = found.session.user;
      if (found.session.client !== client.id) throw foreign();
      await catalogue.transaction((statements) => endSession(statements, found.session, lifetimes, now()));
      return { status: 200, body: {} };
    }
    const claims = await ownClaimsIfGood(token, realm, dependencies);
    // What is no token, or no longer one, is as good as revoked (section 2.2).
    if (claims === null) return { status: 200, body: {} };
    call.behind.id = claims.sub;
    call.behind.username = claims.preferred_username ?? null;
    if (claims.azp !== client.id) throw foreign();
    const until = (claims.exp + LEEWAY_S) * 1000;
    await revokeToken(catalogue, { realm, claim: 'jti', value: claims.jti, issued: now(), until });
    return { status: 200, body: {} };
  },
};

function foreign(): OAuthError {
  return new OAuthError('invalid_request', 'the token was not issued to this client');
}
