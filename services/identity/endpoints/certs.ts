import { type IdentityEndpoint, OPENID_PATH } from './identity-endpoint.ts';

/** The public keys of a realm (RFC 7517, section 5). */
export const certs: IdentityEndpoint = {
  name: 'certs',
  methods: ['GET'],
  path: `${OPENID_PATH}/certs`,
  async answer({ realm }, { keys }) {
    return { status: 200, body: await keys.published(realm) };
  },
};
