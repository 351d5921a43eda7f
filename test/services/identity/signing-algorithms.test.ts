import assert from 'node:assert/strict';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { SIGNING_ALGORITHMS } from '../../../schemas/signing-algorithms.ts';
import { RunningIdentity } from './running-identity.ts';

describe('tokens', () => {
  for (const algorithm of SIGNING_ALGORITHMS) {
    it(`are signed by ${algorithm} where the settings say so, and verified by what is published`, async () => {
      const identity = await RunningIdentity.start(algorithm);
      try {
        const issuer = `${identity.url}/oauth/realms/halcyon`;
        const keys = createRemoteJWKSet(new URL(`${issuer}/protocol/openid-connect/certs`));
        const token = await identity.tokenFor('dmm');
        const { protectedHeader } = await jwtVerify(token, keys, { issuer, audience: 'dmm', algorithms: [algorithm] });
        assert.equal(protectedHeader.alg, algorithm);
        assert.equal((await identity.exchange('dmm:secret-of-dmm', token)).status, 200);
      } finally {
        await identity.stop();
      }
    });
  }
});
