import { z } from 'zod';
import { type IdentityEndpoint, OPENID_PATH } from '../identity-endpoint.ts';

/** The public keys of a realm (RFC 7517, section 5). */
export const certs: IdentityEndpoint = {
  name: 'certs',
  methods: ['GET'],
  path: `${OPENID_PATH}/certs`,
  description: 'The public keys of a realm, by which its tokens are verified (RFC 7517).',
  answers: { 200: ['The keys.', z.object({ keys: z.array(z.looseObject({ kid: z.string(), kty: z.string() })) })] },
  async answer({ realm }, { keys }) {
    return { status: 200, body: await keys.published(realm) };
  },
};
