import type { Configuration } from '../../schemas/configuration.ts';
import { IssuerKeys } from './issuer-keys.ts';
import type { TokenVerifier } from './token-verifier.ts';
import { verifyAccessToken } from './verify-access-token.ts';

/** Asymmetric algorithms of RFC 7518 and RFC 8037: an issuer may sign with any, nobody with its public key as a secret. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

/**
 * Trusts another identity service by its discovery document and its keys. What it revokes is not seen here: its tokens
 * should be short-lived.
 *
 * @param issuer its issuer, a URL, and the hosts near by that its keys may be at beside its own
 * @param now current time, ms since the epoch
 */
export function externalIssuer(
  { authIssuer: issuer, authKeyHosts }: Pick<Configuration, 'authIssuer' | 'authKeyHosts'>,
  now: () => number,
): TokenVerifier {
  const keys = new IssuerKeys(issuer, authKeyHosts);
  return {
    issuer,
    verify: (token, audience) =>
      verifyAccessToken(token, { issuer, audience, algorithms: ALGORITHMS, keys: keys.find, now: now() }),
    async check() {
      const unansweredMs = await keys.check();
      if (unansweredMs === 0) return 'the issuer answers';
      return `the issuer does not answer, its keys of ${Math.round(unansweredMs / 60_000)} min ago are trusted for an hour`;
    },
    close: () => undefined,
  };
}
