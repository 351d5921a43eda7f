import { createPublicKey, type JsonWebKey } from 'node:crypto';
import { type IdentityEndpoint, OPENID_PATH } from './identity-endpoint.ts';

/** What Keycloak says of a realm itself, which some of its clients take the key from. */
export const realm: IdentityEndpoint = {
  name: 'realm',
  methods: ['GET'],
  path: '',
  async answer({ realm: name }, { keys, issuerOf }) {
    const { kid } = await keys.signer(name);
    const key = (await keys.published(name)).keys.find((one) => one.kid === kid);
    const spki = createPublicKey({ key: key as JsonWebKey, format: 'jwk' }).export({ type: 'spki', format: 'der' });
    return {
      status: 200,
      body: {
        realm: name,
        public_key: spki.toString('base64'),
        'token-service': `${issuerOf(name)}${OPENID_PATH}`,
        'tokens-not-before': 0,
      },
    };
  },
};
