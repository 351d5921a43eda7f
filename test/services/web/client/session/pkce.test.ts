import assert from 'node:assert/strict';
import { challengeOf, newVerifier } from '../../../../../services/web/client/session/pkce.ts';

describe('PKCE', () => {
  it('makes the challenge of RFC 7636, appendix B', async () => {
    const challenge = await challengeOf('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk');
    assert.equal(challenge, 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM');
  });

  it('makes another verifier each time, of allowed characters', () => {
    const [one, other] = [newVerifier(), newVerifier()];
    assert.notEqual(one, other);
    assert.match(one, /^[A-Za-z0-9_-]{43}$/);
  });
});
