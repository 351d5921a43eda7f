import { compactVerify, errors, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import { SIGNING_ALGORITHMS } from '../../../schemas/signing-algorithms.ts';
import { OAuthError } from '../../access/oauth-error.ts';

const hint = z.object({ iss: z.string(), typ: z.literal('ID'), sid: z.string() });

/**
 * The session that an ID token was issued in, also where it has expired since (OpenID Connect RP-Initiated Logout 1.0,
 * section 2).
 *
 * @param issuer of the realm
 * @param keys the public keys of the realm
 * @throws OAuthError `invalid_request` where it is no ID token of this realm
 */
export async function sessionOfHint(token: string, issuer: string, keys: JWTVerifyGetKey): Promise<string> {
  try {
    const { payload } = await compactVerify(token, (header, jws) => keys(header, jws), {
      algorithms: [...SIGNING_ALGORITHMS],
    });
    const claims = hint.safeParse(JSON.parse(Buffer.from(payload).toString('utf8')));
    if (claims.success && claims.data.iss === issuer) return claims.data.sid;
  } catch (error) {
    if (!(error instanceof errors.JOSEError) && !(error instanceof SyntaxError)) throw error;
  }
  throw new OAuthError('invalid_request', 'id_token_hint should be an ID token of this realm');
}
