import type { JWTVerifyGetKey } from 'jose';
import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import type { SigningAlgorithm } from '../../../schemas/signing-algorithms.ts';
import type { Catalogue, Row, Statements } from '../../stores/catalogue.ts';
import { FRESH_MS, PublishedKeys, shownKeys } from './published-keys.ts';
import { seal, unseal } from './sealed-text.ts';

/** A key as it signs. */
export interface SigningKey {
  /** RFC 7638 thumbprint of the public key. */
  readonly kid: string;
  readonly algorithm: SigningAlgorithm;
  readonly key: CryptoKey;
}

/** What the keys of realms are kept and made with. */
export interface SigningKeysDependencies {
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

/** A new key is shown so long before it signs, that all processes and verifiers have it by then [ms]. */
const SHOWN_BEFORE_MS = 3 * FRESH_MS;
const RSA_BITS = 2048;

/**
 * The keys that sign the tokens of realms, shared by all processes through the catalogue. A new key is shown before it
 * signs and an old one after, so that a change of keys refuses nobody.
 */
export class SigningKeys {
  readonly #dependencies: SigningKeysDependencies;
  readonly #published: PublishedKeys;
  /** Keys that have signed, opened, by `kid`. */
  readonly #opened = new Map<string, Promise<SigningKey>>();

  constructor(dependencies: SigningKeysDependencies) {
    this.#dependencies = dependencies;
    this.#published = new PublishedKeys(dependencies.catalogue, dependencies.now);
  }

  /**
   * The key that signs now; the first of a realm is made when it is asked for.
   *
   * @throws HalcyonError `invalid_configuration` where it was encrypted with another key
   */
  async signer(realm: string): Promise<SigningKey> {
    const at = this.#dependencies.now();
    let row = signingAt((await this.#published.of(realm)).rows, at);
    if (row === undefined) {
      await this.#makeFirst(realm, at);
      row = signingAt((await this.#published.of(realm)).rows, at);
    }
    if (row === undefined) throw new Error(`realm ${realm} has no key that signs`);
    const kid = String(row['kid']);
    const opened = this.#opened.get(kid) ?? this.#open(realm, row);
    this.#opened.set(kid, opened);
    return opened;
  }

  /** The public keys of a realm, as a JWK set (RFC 7517). */
  async published(realm: string): Promise<{ keys: JWK[] }> {
    await this.signer(realm);
    return (await this.#published.of(realm)).published;
  }

  /** Finds the public key that a token of a realm names. */
  async verifier(realm: string): Promise<JWTVerifyGetKey> {
    return (await this.#published.of(realm)).verifier;
  }

  /** Makes a new key, which signs as soon as everybody has seen it; those before it retire. Returns its `kid`. */
  async rotate(realm: string): Promise<string> {
    const { catalogue, longestLife, now } = this.#dependencies;
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
    this.#published.forget(realm);
    return made.kid;
  }

  /** Of several processes that begin at once one makes the key. */
  async #makeFirst(realm: string, signs: number): Promise<void> {
    const made = await this.#make(realm, signs);
    await this.#dependencies.catalogue.transaction(async (statements) => {
      await statements.query('SELECT 1 FROM identity_realms WHERE name = $1 FOR UPDATE', [realm]);
      if (signingAt(await shownKeys(statements, realm, signs), signs) === undefined) await insertKey(statements, made);
    });
    this.#published.forget(realm);
  }

  async #make(realm: string, signs: number): Promise<NewKey> {
    const { algorithm, fileKey } = this.#dependencies;
    const options = { extractable: true, modulusLength: RSA_BITS };
    const { publicKey, privateKey } = await generateKeyPair(algorithm, options);
    const open = await exportJWK(publicKey);
    const kid = await calculateJwkThumbprint(open);
    const sealed = seal(fileKey, placeOf(realm, kid), JSON.stringify(await exportJWK(privateKey)));
    return { realm, kid, algorithm, open: JSON.stringify(open), sealed, signs };
  }

  async #open(realm: string, row: Row): Promise<SigningKey> {
    const [kid, algorithm] = [String(row['kid']), row['algorithm'] as SigningAlgorithm];
    const jwk = JSON.parse(unseal(this.#dependencies.fileKey, placeOf(realm, kid), String(row['sealed']))) as JWK;
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

/** Of some keys the one that signs at a moment; undefined where none does yet. */
function signingAt(rows: readonly Row[], at: number): Row | undefined {
  return rows.filter((row) => (row['signs'] as Date).getTime() <= at).at(-1);
}

function placeOf(realm: string, kid: string): string {
  return `identity_keys/${realm}/${kid}`;
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
