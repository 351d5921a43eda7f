import { z } from 'zod';
import { OAuthError } from '../../access/oauth-error.ts';
import { authenticatedClient } from '../client-authentication.ts';
import type { IdentityDependencies } from '../identity-dependencies.ts';
import { type IdentityAnswer, type IdentityCall, type IdentityEndpoint, OPENID_PATH } from '../identity-endpoint.ts';
import { required } from '../required-parameter.ts';
import { endSession, sessionOfRefreshToken } from '../state/sessions.ts';
import { sessionOfHint } from '../tokens/id-token-hint.ts';
import { clientFields, exampleToken } from './form-fields.ts';

/**
 * Ends a session: by its refresh token, as clients of Keycloak do, or by its ID token (OpenID Connect RP-Initiated Logout
 * 1.0), which is how a browser is sent here.
 */
export const logout: IdentityEndpoint = {
  name: 'logout',
  methods: ['GET', 'POST'],
  path: `${OPENID_PATH}/logout`,
  readsQuery: true,
  description:
    'Ends a session: by its refresh token, as clients of Keycloak do (204), or by its ID token (200; OpenID Connect ' +
    'RP-Initiated Logout 1.0).',
  proof: 'client',
  form: z
    .object({
      refresh_token: z
        .string()
        .describe('Of the session; with it the client proves itself.')
        .meta({ examples: [exampleToken] })
        .optional(),
      id_token_hint: z
        .string()
        .describe('ID token of the session, instead.')
        .meta({ examples: [exampleToken] })
        .optional(),
      ...clientFields,
    })
    .meta({ examples: [{ refresh_token: exampleToken, client_id: 'halcyon-cli' }, { id_token_hint: exampleToken }] }),
  audit: () => 'logout',
  answers: { 200: ['It is ended.', z.object({ message: z.string() })], 204: ['It is ended.'] },
  async answer(call, dependencies) {
    return call.form['id_token_hint'] === undefined
      ? byRefreshToken(call, dependencies)
      : byIdToken(call, dependencies);
  },
};

async function byRefreshToken(call: IdentityCall, dependencies: IdentityDependencies): Promise<IdentityAnswer> {
  const { catalogue, lifetimes, now } = dependencies;
  const client = await authenticatedClient(call, dependencies);
  const token = required(call.form, 'refresh_token');
  const found = await sessionOfRefreshToken(catalogue, { realm: call.realm, token });
  if (found !== null && found.session.client !== client.id) {
    throw new OAuthError('invalid_grant', 'Invalid refresh token');
  }
  if (found !== null) {
    call.behind.id = found.session.user;
    await catalogue.transaction((statements) => endSession(statements, found.session, lifetimes, now()));
  }
  return { status: 204 };
}

async function byIdToken({ realm, form }: IdentityCall, dependencies: IdentityDependencies): Promise<IdentityAnswer> {
  const { catalogue, keys, issuerOf, lifetimes, now } = dependencies;
  const id = await sessionOfHint(required(form, 'id_token_hint'), issuerOf(realm), await keys.verifier(realm));
  await catalogue.transaction((statements) => endSession(statements, { realm, id }, lifetimes, now()));
  // Nobody is sent on: this service knows no pages of its clients, and would else send anybody anywhere.
  return { status: 200, body: { message: 'logged out' } };
}
