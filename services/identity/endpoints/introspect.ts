import { z } from 'zod';
import { OAuthError } from '../../access/oauth-error.ts';
import { ownClaimsIfGood } from '../bearer.ts';
import { authenticatedClient } from '../client-authentication.ts';
import type { IdentityDependencies } from '../identity-dependencies.ts';
import { type IdentityEndpoint, OPENID_PATH } from '../identity-endpoint.ts';
import { required } from '../required-parameter.ts';
import type { Client } from '../state/clients.ts';
import { sessionOfRefreshToken } from '../state/sessions.ts';
import { userWithId } from '../state/users.ts';
import { clientFields, exampleToken } from './form-fields.ts';

/** Whether a token is good (RFC 7662): for the service that it is for, and for the client that it was issued to. */
export const introspect: IdentityEndpoint = {
  name: 'introspect',
  methods: ['POST'],
  path: `${OPENID_PATH}/token/introspect`,
  description:
    'Whether a token is good (RFC 7662): told to the service that it is for, and to the client that it was issued to.',
  proof: 'client',
  form: z
    .object({ token: z.string().describe('An access or a refresh token.'), ...clientFields })
    .meta({ examples: [{ token: exampleToken, client_id: 'reader', client_secret: 'a secret of the client' }] }),
  answers: { 200: ['Whether it is `active`, and then its claims.', z.looseObject({ active: z.boolean() })] },
  async answer(call, dependencies) {
    const client = await authenticatedClient(call, dependencies);
    if (client.secret === null) {
      throw new OAuthError('invalid_client', 'a client without a secret may not look into tokens');
    }
    const token = required(call.form, 'token');
    const found = (await accessToken(token, client, dependencies)) ?? (await refreshToken(token, client, dependencies));
    return { status: 200, body: found ?? { active: false } };
  },
};

async function accessToken(token: string, client: Client, dependencies: IdentityDependencies): Promise<object | null> {
  const claims = await ownClaimsIfGood(token, client.realm, dependencies);
  if (claims === null || claims.exp * 1000 <= dependencies.now()) return null;
  const concerned = claims.azp === client.id || (client.service !== null && claims.aud.includes(client.service));
  if (!concerned) return null;
  return { active: true, ...claims, client_id: claims.azp, username: claims.preferred_username, token_type: 'Bearer' };
}

async function refreshToken(token: string, client: Client, dependencies: IdentityDependencies): Promise<object | null> {
  const found = await sessionOfRefreshToken(dependencies.catalogue, { realm: client.realm, token });
  if (found === null || found.used || found.expires <= dependencies.now() || found.session.client !== client.id)
    return null;
  const { session, expires } = found;
  const user = await userWithId(dependencies.catalogue, client.realm, session.user);
  if (user === null || user.disabled) return null;
  return {
    active: true,
    iss: dependencies.issuerOf(client.realm),
    sub: user.id,
    exp: Math.floor(expires / 1000),
    typ: 'Refresh',
    azp: client.id,
    client_id: client.id,
    username: user.username,
    scope: session.scope,
    sid: session.id,
  };
}
