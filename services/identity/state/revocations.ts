import type { Statements } from '../../stores/catalogue.ts';

/** Claims by which tokens are revoked: one token, all of a session, all of a client. */
export const REVOKED_CLAIMS = ['jti', 'sid', 'azp'] as const;
export type RevokedClaim = (typeof REVOKED_CLAIMS)[number];

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

/** True where a token with these claims is not to be taken any more. */
export async function isRevoked(
  statements: Statements,
  realm: string,
  claims: { readonly [C in RevokedClaim]?: string | undefined } & { readonly iat: number },
): Promise<boolean> {
  const names = REVOKED_CLAIMS.filter((claim) => claims[claim] !== undefined);
  const rows = await statements.query(
    `SELECT 1 FROM identity_revocations r JOIN unnest($2::text[], $3::text[]) AS c (claim, value) USING (claim, value)
     WHERE r.realm = $1 AND r.issued >= $4`,
    [realm, names, names.map((claim) => claims[claim]), new Date(claims.iat * 1000)],
  );
  return rows.length > 0;
}

/** Forgets those that concern no token any more. */
export async function forgetRevocations(statements: Statements, now: number): Promise<void> {
  await statements.query('DELETE FROM identity_revocations WHERE until <= $1', [new Date(now)]);
}
