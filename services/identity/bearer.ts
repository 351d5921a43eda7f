import { SIGNING_ALGORITHMS } from '../../schemas/signing-algorithms.ts';
import type { AccessClaims } from '../access/access-claims.ts';
import { bearerToken } from '../access/bearer-token.ts';
import { OAuthError } from '../access/oauth-error.ts';
import { verifyAccessToken } from '../access/verify-access-token.ts';
import type { IdentityDependencies } from './identity-dependencies.ts';
import type { IdentityCall } from './identity-endpoint.ts';
import { isRevoked } from './state/revocations.ts';

/** The bearer token of a request. @throws OAuthError `invalid_token` where there is none */
export function bearerOf({ authorization }: Pick<IdentityCall, 'authorization'>): string {
  const token = bearerToken(authorization);
  if (token === null) throw new OAuthError('invalid_token', 'the Authorization header should be Bearer and a token');
  return token;
}

/**
 * The claims of an access token of a realm that this service has issued and not revoked.
 *
 * @param audience the service that it should be for; null where any will do
 * @throws OAuthError `invalid_token`
 */
export async function ownClaims(
  token: string,
  realm: string,
  dependencies: IdentityDependencies,
  audience: string | null = null,
): Promise<AccessClaims> {
  const { catalogue, keys, issuerOf, now } = dependencies;
  const claims = await verifyAccessToken(token, {
    issuer: issuerOf(realm),
    audience,
    algorithms: SIGNING_ALGORITHMS,
    keys: await keys.verifier(realm),
    now: now(),
  });
  if (await isRevoked(catalogue, realm, claims)) throw new OAuthError('invalid_token', 'the token was revoked');
  return claims;
}

/** The same, null where the token is none or no longer one. */
export async function ownClaimsIfGood(
  token: string,
  realm: string,
  dependencies: IdentityDependencies,
): Promise<AccessClaims | null> {
  return ownClaims(token, realm, dependencies).catch((error: unknown) => {
    if (error instanceof OAuthError) return null;
    throw error;
  });
}
