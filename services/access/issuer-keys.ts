import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import { boundedBytes } from '../../schemas/bounded-bytes.ts';
import { HalcyonError, messageOf } from '../../schemas/errors.ts';
import { bareName, OutwardHosts } from '../../schemas/outward-hosts.ts';
import { outwardRequest } from '../../schemas/outward-request.ts';

/** How long an answer of the issuer may take [ms], and how large it may be [bytes]. */
const ANSWER_MS = 5_000;
const MOST_BYTES = 1024 * 1024;
/** Keys of this age are asked for anew [ms]. */
const OLD_MS = 300_000;
/** Keys of this age are not trusted any more, even where the issuer does not answer [ms]. */
const OLDEST_MS = 3_600_000;
/** For a key that is not among them they are asked for anew no sooner than this [ms]: anybody may send such a token. */
const AGAIN_MS = 5_000;
/** After a failure they are asked for no sooner than this [ms], doubled with each further one, at most. */
const FIRST_WAIT_MS = 500;
const MOST_WAIT_MS = 30_000;

/** What is read of a discovery document (OpenID Connect Discovery 1.0, section 3). */
const discovery = z.object({ issuer: z.string(), jwks_uri: z.url({ protocol: /^https?$/ }) });
const keySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) });

interface Read {
  readonly keys: JWTVerifyGetKey;
  readonly at: number;
}

/** The keys of an issuer elsewhere, found by its discovery document and kept for a while. */
export class IssuerKeys {
  readonly #issuer: string;
  readonly #hosts: OutwardHosts;
  #read: Read | null = null;
  #asking: Promise<void> | null = null;
  /** Not asked again before this, by the clock of `performance`. */
  #notBefore = Number.NEGATIVE_INFINITY;
  #failures = 0;
  #lastFailure: unknown;

  /**
   * @param issuer its issuer, a URL
   * @param keyHosts hosts of private networks, or this machine, that its keys may be at beside its own
   */
  constructor(issuer: string, keyHosts: readonly string[]) {
    this.#issuer = issuer;
    // The operator names the issuer; where its keys are is what the issuer says.
    this.#hosts = new OutwardHosts(['*', bareName(new URL(issuer)), ...keyHosts], {
      own: false,
      near: false,
      list: 'HALCYON_AUTH_KEY_HOSTS',
    });
  }

  /**
   * The key that a token names.
   *
   * @throws JOSEError where the issuer has no such key; HalcyonError `issuer_unavailable` where its keys cannot be had
   */
  readonly find: JWTVerifyGetKey = async (header, token) => {
    if (this.#age() >= OLD_MS) await this.#ask();
    try {
      return await this.#present()(header, token);
    } catch (error) {
      const mayBeNew = error instanceof errors.JWKSNoMatchingKey && this.#age() >= AGAIN_MS;
      if (!mayBeNew) throw error;
      await this.#ask();
      return this.#present()(header, token);
    }
  };

  /**
   * Asks for the keys now.
   *
   * @returns how long those at hand have been trusted without an answer [ms]; 0 where it answers
   * @throws HalcyonError `issuer_unavailable` where it does not answer and there are none that are trusted still
   */
  async check(): Promise<number> {
    try {
      await this.#fetched();
      return 0;
    } catch (cause) {
      if (this.#age() >= OLDEST_MS) throw unavailable(cause);
      return this.#age();
    }
  }

  #age(): number {
    return this.#read === null ? Number.POSITIVE_INFINITY : performance.now() - this.#read.at;
  }

  #present(): JWTVerifyGetKey {
    if (this.#read === null || this.#age() >= OLDEST_MS) throw unavailable(this.#lastFailure);
    return this.#read.keys;
  }

  /** Asks the issuer, unless it failed a moment ago; all who want to know meanwhile wait for one answer. */
  #ask(): Promise<void> {
    if (performance.now() < this.#notBefore) return Promise.resolve();
    this.#asking ??= this.#fetched()
      .then(
        () => {
          this.#failures = 0;
        },
        (error: unknown) => {
          this.#lastFailure = error;
          this.#notBefore = performance.now() + Math.min(MOST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.#failures);
          this.#failures = Math.min(this.#failures + 1, 10);
        },
      )
      .finally(() => {
        this.#asking = null;
      });
    return this.#asking;
  }

  async #fetched(): Promise<void> {
    const at = performance.now();
    const document = discovery.safeParse(await this.#json(`${this.#issuer}/.well-known/openid-configuration`));
    if (!document.success) throw new Error('the discovery document lacks issuer or jwks_uri');
    const { issuer, jwks_uri: place } = document.data;
    if (issuer !== this.#issuer) throw new Error(`the discovery document is of the issuer ${issuer}`);
    const keys = keySet.safeParse(await this.#json(place));
    if (!keys.success) throw new Error(`${place} answers no key set`);
    this.#read = { keys: createLocalJWKSet(keys.data as JSONWebKeySet), at };
  }

  async #json(url: string): Promise<unknown> {
    const signal = AbortSignal.timeout(ANSWER_MS);
    const response = await outwardRequest(new URL(url), this.#hosts, {
      headers: { accept: 'application/json' },
      signal,
    });
    try {
      if (response.statusCode !== 200) throw new Error(`${url} answers ${response.statusCode}`);
      const tooLarge = () => new Error(`${url} answers more than a key set can be`);
      return JSON.parse((await boundedBytes(response, MOST_BYTES, tooLarge)).toString('utf8'));
    } finally {
      response.destroy();
    }
  }
}

function unavailable(cause: unknown): HalcyonError {
  return new HalcyonError('issuer_unavailable', 'the identity service of the tokens does not answer as it should', {
    cause: new Error(messageOf(cause), { cause }),
  });
}
