import { HalcyonError } from '../../schemas/errors.ts';
import { SIGNING_ALGORITHMS } from '../../schemas/signing-algorithms.ts';
import { OAuthError } from '../access/oauth-error.ts';
import type { TokenVerifier } from '../access/token-verifier.ts';
import { verifyAccessToken } from '../access/verify-access-token.ts';
import type { Statements } from '../stores/catalogue.ts';
import type { PublishedKeys } from './keys/published-keys.ts';
import { RevocationList } from './revocation-list.ts';

export interface OwnIssuerDependencies {
  readonly catalogue: Statements;
  readonly keys: PublishedKeys;
  readonly realm: string;
  /** Issuer of the realm, a URL; asked when the process has begun to listen. */
  readonly issuer: () => string;
  /** Current time, ms since the epoch. */
  readonly now: () => number;
}

/**
 * Trusts the identity service of this installation: its keys and its revocations come from the catalogue, which every
 * process has.
 *
 * @throws what the catalogue throws
 */
export async function ownIssuer({
  catalogue,
  keys,
  realm,
  issuer,
  now,
}: OwnIssuerDependencies): Promise<TokenVerifier> {
  const revocations = new RevocationList({ catalogue, realm, now });
  await revocations.follow();
  const keysOf = () =>
    keys.of(realm).catch((cause: unknown) => {
      throw new HalcyonError('issuer_unavailable', 'the keys of the tokens cannot be read at the moment', { cause });
    });
  return {
    get issuer() {
      return issuer();
    },
    async verify(token, audience) {
      const claims = await verifyAccessToken(token, {
        issuer: issuer(),
        audience,
        algorithms: SIGNING_ALGORITHMS,
        keys: (await keysOf()).verifier,
        now: now(),
      });
      if (revocations.isRevoked(claims)) throw new OAuthError('invalid_token', 'the token was revoked');
      return claims;
    },
    async check() {
      const { rows } = await keysOf();
      return `${rows.length} keys`;
    },
    close: () => revocations.close(),
  };
}
