import type { Statements } from '../../stores/catalogue.ts';

/** Claims by which tokens are revoked: one token, all of a session, all of a client. */
const REVOKED_CLAIMS = ['jti', 'sid', 'azp'] as const;
type RevokedClaim = (typeof REVOKED_CLAIMS)[number];

/** Access tokens that are not to be taken any more: those with a claim of this value that were issued up to a moment. */
export interface Revocation {
  readonly realm: string;
  readonly claim: RevokedClaim;
  readonly value: string;
  /** ms since the epoch. */
  readonly issued: number;
  /** From here on none of them is left, ms since the epoch. */
  readonly until: number;
}

/** Notes a revocation; of two of the same value the later holds. */
export async function revoke(statements: Statements, revocation: Revocation): Promise<void> {
  const { realm, claim, value, issued, until } = revocation;
  await statements.query(
    `INSERT INTO identity_revocations (realm, claim, value, issued, until) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (realm, claim, value) DO UPDATE SET
       issued = greatest(identity_revocations.issued, excluded.issued),
       until = greatest(identity_revocations.until, excluded.until)`,
    [realm, claim, value, new Date(issued), new Date(until)],
  );
}

/** Those of a realm that still concern a token somewhere. */
export async function revocationsAt(statements: Statements, realm: string, now: number): Promise<Revocation[]> {
  const sql = 'SELECT * FROM identity_revocations WHERE realm = $1 AND until > $2';
  const rows = await statements.query(sql, [realm, new Date(now)]);
  return rows.map((row) => ({
    realm: String(row['realm']),
    claim: row['claim'] as RevokedClaim,
    value: String(row['value']),
    issued: (row['issued'] as Date).getTime(),
    until: (row['until'] as Date).getTime(),
  }));
}

/** What of a token can be revoked: claims of its own, and of those that it was exchanged for (RFC 8693). */
export type RevocableClaims = { readonly [C in RevokedClaim]?: string | undefined } & {
  readonly iat: number;
  readonly exchanged_for?: readonly RevocableClaims[] | undefined;
};

/** By what a token would be revoked: a claim, its value, and when the token with it was issued [ms since the epoch]. */
export function revocableParts(
  claims: RevocableClaims,
): readonly (Pick<Revocation, 'claim' | 'value'> & { readonly issued: number })[] {
  return [claims, ...(claims.exchanged_for ?? [])].flatMap((one) =>
    REVOKED_CLAIMS.flatMap((claim) => {
      const value = one[claim];
      return value === undefined ? [] : [{ claim, value, issued: one.iat * 1000 }];
    }),
  );
}

/** True where a token with these claims is not to be taken any more. */
export async function isRevoked(statements: Statements, realm: string, claims: RevocableClaims): Promise<boolean> {
  const parts = revocableParts(claims);
  const rows = await statements.query(
    `SELECT 1 FROM identity_revocations r
     JOIN unnest($2::text[], $3::text[], $4::timestamptz[]) AS c (claim, value, issued) USING (claim, value)
     WHERE r.realm = $1 AND r.issued >= c.issued`,
    [
      realm,
      parts.map(({ claim }) => claim),
      parts.map(({ value }) => value),
      parts.map(({ issued }) => new Date(issued).toISOString()),
    ],
  );
  return rows.length > 0;
}

/** Forgets those that concern no token any more. */
export async function forgetRevocations(statements: Statements, now: number): Promise<void> {
  await statements.query('DELETE FROM identity_revocations WHERE until <= $1', [new Date(now)]);
}
