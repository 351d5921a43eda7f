import { createPublicKey, type JsonWebKey } from 'node:crypto';
import { z } from 'zod';
import { type IdentityEndpoint, OPENID_PATH } from '../identity-endpoint.ts';

/** What Keycloak says of a realm itself, which some of its clients take the key from. */
export const realm: IdentityEndpoint = {
  name: 'realm',
  methods: ['GET'],
  path: '',
  description: 'What Keycloak says of a realm itself: its key and where its tokens are made.',
  answers: {
    200: [
      'The realm.',
      z.object({
        realm: z.string(),
        public_key: z.string().describe('The key that signs, SubjectPublicKeyInfo as base64.'),
        'token-service': z.string(),
        'tokens-not-before': z.int(),
      }),
    ],
  },
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
