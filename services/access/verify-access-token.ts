import { errors, type JWTHeaderParameters, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { type AccessClaims, accessClaims } from './access-claims.ts';
import { OAuthError } from './oauth-error.ts';

/** How far the clocks of issuer and verifier may differ [s]. */
export const LEEWAY_S = 30;
/** Longest token that is looked at [characters]. */
const MOST_CHARACTERS = 16_384;

/** What a token is held against. */
export interface Expectation {
  readonly issuer: string;
  /** The service that verifies; null where a token of any audience will do. */
  readonly audience: string | null;
  readonly algorithms: readonly string[];
  /** The keys of the issuer. */
  readonly keys: JWTVerifyGetKey;
  /** Current time, ms since the epoch. */
  readonly now: number;
}

/**
 * The claims of an access token that is good: signature by a key of the issuer with a pinned algorithm, issuer, audience,
 * times, and that it is an access token at all.
 *
 * @throws OAuthError `invalid_token` that says no more than a stranger may know; what the keys throw that cannot be had
 */
export async function verifyAccessToken(token: string, expected: Expectation): Promise<AccessClaims> {
  if (token.length > MOST_CHARACTERS) throw new OAuthError('invalid_token', 'the token is too long');
  const payload = await verified(token, expected);
  const claims = accessClaims.safeParse(payload);
  if (!claims.success) throw new OAuthError('invalid_token', 'the token is no access token');
  // A clock that is behind may issue for a moment to come, not for more.
  if (claims.data.iat > expected.now / 1000 + LEEWAY_S) {
    throw new OAuthError('invalid_token', 'the token is not valid yet');
  }
  return claims.data;
}

async function verified(token: string, { issuer, audience, algorithms, keys, now }: Expectation): Promise<JWTPayload> {
  try {
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      issuer,
      ...(audience !== null && { audience }),
      algorithms: [...algorithms],
      clockTolerance: LEEWAY_S,
      currentDate: new Date(now),
      requiredClaims: ['exp', 'iat', 'sub', 'jti'],
    });
    return isProfiled(protectedHeader) ? { typ: 'Bearer', azp: payload['client_id'], ...payload } : payload;
  } catch (cause) {
    if (cause instanceof errors.JWTExpired) throw new OAuthError('invalid_token', 'the token has expired', { cause });
    if (cause instanceof errors.JOSEError && !(cause instanceof errors.JWKSTimeout)) {
      throw new OAuthError('invalid_token', 'the token is not valid here', { cause, reason: cause.message });
    }
    throw cause;
  }
}

/** True for a token of the JWT profile of access tokens (RFC 9068), which says in its header what Keycloak says in claims. */
function isProfiled({ typ }: JWTHeaderParameters): boolean {
  return /^(application\/)?at\+jwt$/i.test(typ ?? '');
}
