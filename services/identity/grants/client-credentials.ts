import type { IdentityDependencies } from '../identity-dependencies.ts';
import { servicesOf } from '../state/clients.ts';
import { clientSubject } from '../tokens/client-subject.ts';
import { granted } from '../tokens/scopes.ts';
import type { Grant, GrantCall, TokenAnswer } from './grant.ts';

/** Client credentials (RFC 6749, section 4.4): a client acts for itself; it can always ask again, so that nothing is to be refreshed. */
export const clientCredentials: Grant = {
  grantType: 'client_credentials',
  action: 'token.client',
  parameters: ['scope', 'audience'],
  open: false,
  async handler(
    { realm, client, parameters, behind }: GrantCall,
    dependencies: IdentityDependencies,
  ): Promise<TokenAnswer> {
    const services = await servicesOf(dependencies.catalogue, realm);
    const { audience, scope } = granted(client, parameters['scope'], parameters['audience'], services);
    const subject = {
      id: clientSubject(client.id),
      // As Keycloak names the account of a client.
      username: `service-account-${client.id}`,
      roles: client.roles,
    };
    behind.id = subject.id;
    behind.username = subject.username;
    const { token, expiresIn } = await dependencies.issuer.access({ realm, client, subject, audience, scope });
    return {
      access_token: token,
      expires_in: expiresIn,
      refresh_expires_in: 0,
      token_type: 'Bearer',
      'not-before-policy': 0,
      scope,
    };
  },
};
