import { authenticatedClient } from '../client-authentication.ts';
import { OAuthError } from '../oauth-error.ts';
import { required } from '../required-parameter.ts';
import { endSession, sessionOfRefreshToken } from '../state/sessions.ts';
import { type IdentityEndpoint, OPENID_PATH } from './identity-endpoint.ts';

/** Ends a session by its refresh token, as clients of Keycloak do. */
export const logout: IdentityEndpoint = {
  name: 'logout',
  methods: ['POST'],
  path: `${OPENID_PATH}/logout`,
  async answer(call, parts) {
    const { catalogue, lifetimes, now } = parts;
    const client = await authenticatedClient(call, parts);
    const token = required(call.form, 'refresh_token');
    const found = await sessionOfRefreshToken(catalogue, { realm: call.realm, token });
    if (found !== null && found.session.client !== client.id) {
      throw new OAuthError('invalid_grant', 'Invalid refresh token');
    }
    if (found !== null) {
      await catalogue.transaction((statements) => endSession(statements, found.session, lifetimes, now()));
    }
    return { status: 204 };
  },
};
