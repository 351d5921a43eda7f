import type { JWTVerifyGetKey } from 'jose';
import {
  type CryptoKey,
  calculateJwkThumbprint,
  createLocalJWKSet,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
} from 'jose';
import type { Catalogue, Row, Statements } from '../../stores/catalogue.ts';
import { seal, unseal } from './sealed-text.ts';

/** Algorithms of signatures (RFC 7518, RFC 8037). */
export const SIGNING_ALGORITHMS = ['RS256', 'ES256', 'EdDSA'] as const;
export type SigningAlgorithm = (typeof SIGNING_ALGORITHMS)[number];

/** A key as it signs. */
export interface SigningKey {
  /** RFC 7638 thumbprint of the public key. */
  readonly kid: string;
  readonly algorithm: SigningAlgorithm;
  readonly key: CryptoKey;
}

/** What the keys of realms are kept and made with. */
export interface SigningKeysParts {
  readonly catalogue: Catalogue;
  /** Key that private keys are encrypted with, 32 bytes. */
  readonly fileKey: Buffer;
  /** Algorithm of keys that are made from now on. */
  readonly algorithm: SigningAlgorithm;
  /** How long a token lives at most [s]: so long a key is shown after its last signature. */
  readonly longestLife: number;
  /** Current time, ms since the epoch. */
  readonly now: () => number;
}

interface KeySet {
  readonly read: number;
  readonly published: { readonly keys: JWK[] };
  readonly verifier: JWTVerifyGetKey;
  readonly signer: SigningKey;
}

/** How long what was read of the catalogue is taken for present [ms]. */
const FRESH_MS = 5_000;
/** A new key is shown so long before it signs, that all processes and verifiers have it by then [ms]. */
const SHOWN_BEFORE_MS = 3 * FRESH_MS;
const RSA_BITS = 2048;

/**
 * The keys that sign the tokens of realms, shared by all processes through the catalogue. A new key is shown before it
 * signs and an old one after, so that a change of keys refuses nobody.
 */
export class SigningKeys {
  readonly #parts: SigningKeysParts;
  readonly #sets = new Map<string, Promise<KeySet>>();

  constructor(parts: SigningKeysParts) {
    this.#parts = parts;
  }

  /** The key that signs now; the first of a realm is made when it is asked for. */
  async signer(realm: string): Promise<SigningKey> {
    return (await this.#set(realm)).signer;
  }

  /** The public keys of a realm, as a JWK set (RFC 7517). */
  async published(realm: string): Promise<{ keys: JWK[] }> {
    return (await this.#set(realm)).published;
  }

  /** Finds the public key that a token of a realm names. */
  async verifier(realm: string): Promise<JWTVerifyGetKey> {
    return (await this.#set(realm)).verifier;
  }

  /** Makes a new key, which signs as soon as everybody has seen it; those before it retire. Returns its `kid`. */
  async rotate(realm: string): Promise<string> {
    const { catalogue, longestLife, now } = this.#parts;
    const signs = now() + SHOWN_BEFORE_MS;
    const retires = signs + (longestLife + SHOWN_BEFORE_MS / 1000) * 1000;
    const made = await this.#make(realm, signs);
    await catalogue.transaction(async (statements) => {
      await statements.query(
        'UPDATE identity_keys SET retires = $2 WHERE realm = $1 AND retires IS NULL AND signs <= $3',
        [realm, new Date(retires), new Date(now())],
      );
      await insertKey(statements, made);
    });
    this.#sets.delete(realm);
    return made.kid;
  }

  #set(realm: string): Promise<KeySet> {
    const known = this.#sets.get(realm) ?? this.#read(realm);
    const current = known.then((set) => (this.#parts.now() - set.read < FRESH_MS ? set : this.#read(realm)));
    this.#sets.set(realm, current);
    // What failed is asked for again by the next.
    current.catch(() => this.#sets.delete(realm));
    return current;
  }

  async #read(realm: string): Promise<KeySet> {
    const { catalogue, now } = this.#parts;
    const at = now();
    let rows = await shownKeys(catalogue, realm, at);
    if (!rows.some((row) => (row['signs'] as Date).getTime() <= at)) {
      await this.#makeFirst(realm, at);
      rows = await shownKeys(catalogue, realm, at);
    }
    const signing = rows.filter((row) => (row['signs'] as Date).getTime() <= at).at(-1);
    if (signing === undefined) throw new Error(`realm ${realm} has no key that signs`);
    const published = { keys: rows.map(publishedKey) };
    return { read: at, published, verifier: createLocalJWKSet(published), signer: await this.#opened(realm, signing) };
  }

  /** Of several processes that begin at once one makes the key. */
  async #makeFirst(realm: string, signs: number): Promise<void> {
    const made = await this.#make(realm, signs);
    await this.#parts.catalogue.transaction(async (statements) => {
      await statements.query('SELECT 1 FROM identity_realms WHERE name = $1 FOR UPDATE', [realm]);
      const keys = await shownKeys(statements, realm, signs);
      if (!keys.some((row) => (row['signs'] as Date).getTime() <= signs)) await insertKey(statements, made);
    });
  }

  async #make(realm: string, signs: number): Promise<NewKey> {
    const { algorithm, fileKey } = this.#parts;
    const options = { extractable: true, modulusLength: RSA_BITS, crv: 'Ed25519' };
    const { publicKey, privateKey } = await generateKeyPair(algorithm, options);
    const open = await exportJWK(publicKey);
    const kid = await calculateJwkThumbprint(open);
    const sealed = seal(fileKey, placeOf(realm, kid), JSON.stringify(await exportJWK(privateKey)));
    return { realm, kid, algorithm, open: JSON.stringify(open), sealed, signs };
  }

  async #opened(realm: string, row: Row): Promise<SigningKey> {
    const [kid, algorithm] = [String(row['kid']), row['algorithm'] as SigningAlgorithm];
    const jwk = JSON.parse(unseal(this.#parts.fileKey, placeOf(realm, kid), String(row['sealed']))) as JWK;
    return { kid, algorithm, key: (await importJWK(jwk, algorithm)) as CryptoKey };
  }
}

interface NewKey {
  readonly realm: string;
  readonly kid: string;
  readonly algorithm: SigningAlgorithm;
  /** Public JWK. */
  readonly open: string;
  readonly sealed: string;
  readonly signs: number;
}

function publishedKey(row: Row): JWK {
  const jwk = JSON.parse(String(row['public'])) as JWK;
  return { ...jwk, kid: String(row['kid']), alg: String(row['algorithm']), use: 'sig' };
}

function placeOf(realm: string, kid: string): string {
  return `identity_keys/${realm}/${kid}`;
}

/** Keys of a realm whose signatures may be met, in the order in which they begin to sign. */
function shownKeys(statements: Statements, realm: string, now: number): Promise<Row[]> {
  return statements.query(
    'SELECT * FROM identity_keys WHERE realm = $1 AND (retires IS NULL OR retires > $2) ORDER BY signs, kid',
    [realm, new Date(now)],
  );
}

async function insertKey(
  statements: Statements,
  { realm, kid, algorithm, open, sealed, signs }: NewKey,
): Promise<void> {
  await statements.query(
    'INSERT INTO identity_keys (realm, kid, algorithm, public, sealed, signs) VALUES ($1, $2, $3, $4, $5, $6)',
    [realm, kid, algorithm, open, sealed, new Date(signs)],
  );
}
