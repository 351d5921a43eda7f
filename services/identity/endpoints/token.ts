import { OAuthError } from '../../access/oauth-error.ts';
import { authenticatedClient } from '../client-authentication.ts';
import { GRANTS } from '../grants/registry.ts';
import { type IdentityEndpoint, OPENID_PATH } from '../identity-endpoint.ts';
import { required } from '../required-parameter.ts';
import { tokenAnswerShape, tokenForm } from './token-form.ts';

/** The token endpoint (RFC 6749, section 3.2). */
export const token: IdentityEndpoint = {
  name: 'token',
  methods: ['POST'],
  path: `${OPENID_PATH}/token`,
  description:
    'Gives tokens (RFC 6749, section 3.2): for a password, for a client itself, for a refresh token, or in exchange for ' +
    'the token of a caller (RFC 8693). `scope` names the services that the token is for.',
  proof: 'client',
  form: tokenForm,
  audit: ({ grant_type: type }) => GRANTS.get(type ?? '')?.action ?? 'access',
  answers: { 200: ['The tokens.', tokenAnswerShape] },
  async answer(call, dependencies) {
    const { form, realm, address, behind, signal } = call;
    const type = required(form, 'grant_type');
    const client = await authenticatedClient(call, dependencies);
    const grant = GRANTS.get(type);
    if (grant === undefined) {
      throw new OAuthError('unsupported_grant_type', `grant_type should be one of ${[...GRANTS.keys()].join(', ')}`);
    }
    if (!grant.open && client.secret === null) {
      throw new OAuthError('unauthorized_client', 'a client without a secret may not use this grant');
    }
    const parameters = Object.fromEntries(
      grant.parameters.flatMap((name) => (form[name] === undefined ? [] : [[name, form[name]]])),
    );
    return {
      status: 200,
      body: await grant.handler({ realm, client, parameters, address, behind, signal }, dependencies),
    };
  },
};
