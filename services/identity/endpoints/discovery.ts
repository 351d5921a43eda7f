import { z } from 'zod';
import { SIGNING_ALGORITHMS } from '../../../schemas/signing-algorithms.ts';
import { GRANTS } from '../grants/registry.ts';
import { type IdentityEndpoint, OPENID_PATH } from '../identity-endpoint.ts';
import { STANDARD_SCOPES } from '../tokens/scopes.ts';

/** Behind the path of a realm. */
const DISCOVERY_PATH = '/.well-known/openid-configuration';

/** What a client has to know of a realm (OpenID Connect Discovery 1.0, RFC 8414). */
export const discovery: IdentityEndpoint = {
  name: 'discovery',
  methods: ['GET'],
  path: DISCOVERY_PATH,
  description: 'What a client has to know of a realm (OpenID Connect Discovery 1.0, RFC 8414).',
  answers: {
    200: [
      'Addresses and abilities.',
      z.looseObject({
        issuer: z.string(),
        token_endpoint: z.string(),
        jwks_uri: z.string(),
        grant_types_supported: z.array(z.string()),
      }),
    ],
  },
  async answer({ realm }, { issuerOf }) {
    const issuer = issuerOf(realm);
    const at = (name: string) => `${issuer}${OPENID_PATH}/${name}`;
    const clientMethods = ['client_secret_basic', 'client_secret_post'];
    return {
      status: 200,
      body: {
        issuer,
        token_endpoint: at('token'),
        jwks_uri: at('certs'),
        userinfo_endpoint: at('userinfo'),
        introspection_endpoint: at('token/introspect'),
        revocation_endpoint: at('revoke'),
        end_session_endpoint: at('logout'),
        grant_types_supported: [...GRANTS.keys()],
        // There is no page to log in at: nothing is asked for by redirects.
        response_types_supported: ['none'],
        subject_types_supported: ['public'],
        scopes_supported: STANDARD_SCOPES,
        id_token_signing_alg_values_supported: SIGNING_ALGORITHMS,
        token_endpoint_auth_methods_supported: clientMethods,
        introspection_endpoint_auth_methods_supported: clientMethods,
        revocation_endpoint_auth_methods_supported: clientMethods,
        claims_supported: ['iss', 'sub', 'aud', 'exp', 'iat', 'auth_time', 'preferred_username', 'name', 'email'],
      },
    };
  },
};
