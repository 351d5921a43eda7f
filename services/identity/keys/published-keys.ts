import { createLocalJWKSet, type JWK, type JWTVerifyGetKey } from 'jose';
import type { Row, Statements } from '../../stores/catalogue.ts';

/** How long what was read of the catalogue is taken for present [ms]. */
export const FRESH_MS = 5_000;

/** The keys of a realm whose signatures may be met. */
export interface KeySet {
  /** Rows of the catalogue in the order in which they begin to sign. */
  readonly rows: readonly Row[];
  /** As a JWK set (RFC 7517). */
  readonly published: { readonly keys: JWK[] };
  /** Finds the public key that a token names. */
  readonly verifier: JWTVerifyGetKey;
  /** When it was read, ms since the epoch. */
  readonly read: number;
}

/** The public keys of realms, read of the catalogue now and then; for who verifies without signing. */
export class PublishedKeys {
  readonly #catalogue: Statements;
  readonly #now: () => number;
  readonly #sets = new Map<string, Promise<KeySet>>();

  /** @param now current time, ms since the epoch */
  constructor(catalogue: Statements, now: () => number) {
    this.#catalogue = catalogue;
    this.#now = now;
  }

  /** The keys of a realm; all who ask at once wait for one reading. @throws what the catalogue throws */
  of(realm: string): Promise<KeySet> {
    const known = this.#sets.get(realm) ?? this.#read(realm);
    const current = known.then((set) => (this.#now() - set.read < FRESH_MS ? set : this.#read(realm)));
    this.#sets.set(realm, current);
    // What failed is asked for again by the next.
    current.catch(() => this.#sets.delete(realm));
    return current;
  }

  /** What was read of a realm is not present any more. */
  forget(realm: string): void {
    this.#sets.delete(realm);
  }

  async #read(realm: string): Promise<KeySet> {
    const read = this.#now();
    const rows = await shownKeys(this.#catalogue, realm, read);
    const published = { keys: rows.map(publishedKey) };
    return { rows, published, verifier: createLocalJWKSet(published), read };
  }
}

/** Keys of a realm whose signatures may be met, in the order in which they begin to sign. */
export function shownKeys(statements: Statements, realm: string, now: number): Promise<Row[]> {
  return statements.query(
    'SELECT * FROM identity_keys WHERE realm = $1 AND (retires IS NULL OR retires > $2) ORDER BY signs, kid',
    [realm, new Date(now)],
  );
}

function publishedKey(row: Row): JWK {
  const jwk = JSON.parse(String(row['public'])) as JWK;
  return { ...jwk, kid: String(row['kid']), alg: String(row['algorithm']), use: 'sig' };
}
