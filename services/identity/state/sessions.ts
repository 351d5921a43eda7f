import { randomBytes, randomUUID } from 'node:crypto';
import { LEEWAY_S } from '../../access/verify-access-token.ts';
import type { Catalogue, Row, Statements } from '../../stores/catalogue.ts';
import { revoke } from './revocations.ts';
import { secretDigest } from './secret-digest.ts';
import type { User } from './users.ts';

/** What one login of a user has led to: its refresh tokens are one family. */
export interface Session {
  readonly id: string;
  readonly realm: string;
  readonly client: string;
  /** Id of the user. */
  readonly user: string;
  /** Scopes that were granted, with spaces between. */
  readonly scope: string;
  /** When the user proved who they are, ms since the epoch. */
  readonly started: number;
}

/** A session with the refresh token by which it goes on. */
export interface OpenSession {
  readonly session: Session;
  readonly refreshToken: string;
}

/** What became of a refresh token that was shown. */
export type Refreshed<T> = (OpenSession & { readonly admitted: T }) | 'unknown' | 'expired' | 'reused';

/** How long tokens live [s]. */
export interface Lifetimes {
  readonly access: number;
  readonly refresh: number;
}

/** Begins a session and gives its first refresh token. */
export async function openSession(
  catalogue: Catalogue,
  session: Omit<Session, 'id'>,
  lifetimes: Lifetimes,
): Promise<OpenSession> {
  const id = randomUUID();
  const { realm, client, user, scope, started } = session;
  return catalogue.transaction(async (statements) => {
    await statements.query(
      `INSERT INTO identity_sessions (id, realm, client, "user", scope, started) VALUES ($1, $2, $3, $4, $5, $6)`,
      [id, realm, client, user, scope, new Date(started)],
    );
    const refreshToken = await giveRefreshToken(statements, id, started + lifetimes.refresh * 1000);
    return { session: { ...session, id }, refreshToken };
  });
}

/**
 * Takes a refresh token for a new one. A token that was taken before is in two hands: the whole session is ended with all
 * that was issued in it (RFC 9700, section 4.14.2).
 *
 * @param client id of the client that shows it; a token is its own client's alone
 * @param admit looks whether the session may go on; where it rejects, the token stays as it was
 */
export async function refreshSession<T>(
  catalogue: Catalogue,
  shown: { readonly realm: string; readonly client: string; readonly token: string },
  lifetimes: Lifetimes,
  now: number,
  admit: (session: Session, statements: Statements) => Promise<T>,
): Promise<Refreshed<T>> {
  const digest = secretDigest(shown.token);
  return catalogue.transaction(async (statements) => {
    const [row] = await statements.query(
      `SELECT s.*, t.used, t.expires FROM identity_refresh_tokens t JOIN identity_sessions s ON s.id = t.session
       WHERE t.digest = $1 AND s.realm = $2 AND s.client = $3 FOR UPDATE`,
      [digest, shown.realm, shown.client],
    );
    if (row === undefined || row['ended'] !== null) return 'unknown';
    const session = sessionOf(row);
    if (row['used'] !== null) {
      await endSession(statements, session, lifetimes, now);
      return 'reused';
    }
    if ((row['expires'] as Date).getTime() <= now) return 'expired';
    const admitted = await admit(session, statements);
    await statements.query('UPDATE identity_refresh_tokens SET used = $2 WHERE digest = $1', [digest, new Date(now)]);
    const refreshToken = await giveRefreshToken(statements, session.id, now + lifetimes.refresh * 1000);
    return { session, refreshToken, admitted };
  });
}

/** The open session that a refresh token of a client belongs to, and when the token expires; null where it is of none. */
export async function sessionOfRefreshToken(
  catalogue: Statements,
  shown: { readonly realm: string; readonly token: string },
): Promise<{ session: Session; expires: number; used: boolean } | null> {
  const [row] = await catalogue.query(
    `SELECT s.*, t.used, t.expires FROM identity_refresh_tokens t JOIN identity_sessions s ON s.id = t.session
     WHERE t.digest = $1 AND s.realm = $2 AND s.ended IS NULL`,
    [secretDigest(shown.token), shown.realm],
  );
  if (row === undefined) return null;
  return { session: sessionOf(row), expires: (row['expires'] as Date).getTime(), used: row['used'] !== null };
}

/** Ends a session: its refresh tokens and its access tokens are good no more. */
export async function endSession(
  statements: Statements,
  { realm, id }: Pick<Session, 'realm' | 'id'>,
  lifetimes: Lifetimes,
  now: number,
): Promise<void> {
  await statements.query('UPDATE identity_sessions SET ended = $2 WHERE id = $1 AND ended IS NULL', [
    id,
    new Date(now),
  ]);
  const until = now + (lifetimes.access + LEEWAY_S) * 1000;
  await revoke(statements, { realm, claim: 'sid', value: id, issued: now, until });
}

/** Ends all sessions of a user. All of their tokens are of one, so that none of them is good any more. */
export async function endSessionsOf(
  statements: Statements,
  { realm, id }: Pick<User, 'realm' | 'id'>,
  lifetimes: Lifetimes,
  now: number,
): Promise<void> {
  const sql = 'SELECT id FROM identity_sessions WHERE "user" = $1 AND ended IS NULL';
  for (const row of await statements.query(sql, [id])) {
    await endSession(statements, { realm, id: String(row['id']) }, lifetimes, now);
  }
}

/** Forgets sessions of which no token is good any more; returns how many. */
export async function forgetSessions(statements: Statements, lifetimes: Lifetimes, now: number): Promise<number> {
  const rows = await statements.query(
    `DELETE FROM identity_sessions s WHERE NOT EXISTS (
       SELECT 1 FROM identity_refresh_tokens t WHERE t.session = s.id AND t.expires > $1
     ) RETURNING s.id`,
    // A session is needed to end it, for as long as it has an access token.
    [new Date(now - (lifetimes.access + LEEWAY_S) * 1000)],
  );
  return rows.length;
}

async function giveRefreshToken(statements: Statements, session: string, expires: number): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await statements.query('INSERT INTO identity_refresh_tokens (digest, session, expires) VALUES ($1, $2, $3)', [
    secretDigest(token),
    session,
    new Date(expires),
  ]);
  return token;
}

function sessionOf(row: Row): Session {
  return {
    id: String(row['id']),
    realm: String(row['realm']),
    client: String(row['client']),
    user: String(row['user']),
    scope: String(row['scope']),
    started: (row['started'] as Date).getTime(),
  };
}
