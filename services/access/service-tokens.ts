import { createHash } from 'node:crypto';
import { z } from 'zod';
import { HalcyonError } from '../../schemas/errors.ts';
import type { Caller } from './caller.ts';

const ACCESS_TOKEN = 'urn:ietf:params:oauth:token-type:access_token';
const TOKEN_EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange';
const ANSWER_MS = 10_000;
/** A token is used again until so long before it expires [ms]. */
const SPARE_MS = 45_000;
/** Tokens that are kept at most; the oldest go first. */
const MOST = 1_000;

const answer = z.object({ access_token: z.string().min(1), expires_in: z.number() });
const refusal = z.object({ error: z.string() });

export interface ServiceTokensParts {
  /** Token endpoint of the issuer; asked when it is needed. */
  readonly tokenUrl: () => string;
  /** The client that this service is. */
  readonly clientId: string;
  readonly clientSecret: string;
  /** Current time, ms since the epoch. */
  readonly now: () => number;
}

interface Exchanged {
  readonly token: string;
  /** s from when it was given. */
  readonly expiresIn: number;
}

/**
 * Tokens with which a service of ours calls another one for its caller: the caller's token is exchanged for one that is
 * made for that service (RFC 8693), and used again while it is good.
 */
export class ServiceTokens {
  readonly #parts: ServiceTokensParts;
  readonly #kept = new Map<string, { readonly asked: Promise<Exchanged>; until: number }>();

  constructor(parts: ServiceTokensParts) {
    this.#parts = parts;
  }

  /**
   * A token for another service, which speaks for the caller.
   *
   * @throws HalcyonError `forbidden` where the issuer refuses the exchange, `issuer_unavailable` where it does not answer
   */
  async tokenFor(service: string, { token }: Pick<Caller, 'token'>): Promise<string> {
    const key = createHash('sha256').update(`${service} ${token}`).digest('base64');
    const known = this.#kept.get(key);
    if (known !== undefined && known.until > this.#parts.now()) return (await known.asked).token;
    const entry = { asked: this.#exchange(service, token), until: Number.POSITIVE_INFINITY };
    this.#kept.delete(key);
    this.#kept.set(key, entry);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST && oldest !== undefined) this.#kept.delete(oldest);
    try {
      const exchanged = await entry.asked;
      entry.until = this.#parts.now() + exchanged.expiresIn * 1000 - SPARE_MS;
      return exchanged.token;
    } catch (error) {
      this.#kept.delete(key);
      throw error;
    }
  }

  async #exchange(service: string, token: string): Promise<Exchanged> {
    const { tokenUrl, clientId, clientSecret } = this.#parts;
    const form = {
      grant_type: TOKEN_EXCHANGE,
      subject_token: token,
      subject_token_type: ACCESS_TOKEN,
      requested_token_type: ACCESS_TOKEN,
      scope: service,
    };
    const credentials = [clientId, clientSecret].map((part) => encodeURIComponent(part)).join(':');
    const response = await fetch(tokenUrl(), {
      method: 'POST',
      headers: { Authorization: `Basic ${Buffer.from(credentials).toString('base64')}` },
      body: new URLSearchParams(form),
      signal: AbortSignal.timeout(ANSWER_MS),
      redirect: 'error',
    }).catch((cause: unknown) => {
      throw unavailable(cause);
    });
    const body: unknown = await response.json().catch(() => null);
    const given = answer.safeParse(body);
    if (response.ok && given.success) return { token: given.data.access_token, expiresIn: given.data.expires_in };
    const refused = refusal.safeParse(body);
    if (response.status >= 500 || !refused.success) throw unavailable(new Error(`it answers ${response.status}`));
    throw new HalcyonError('forbidden', `your token cannot be used for a call of the service ${service}`, {
      cause: new Error(`the exchange was refused: ${refused.data.error}`),
    });
  }
}

function unavailable(cause: unknown): HalcyonError {
  return new HalcyonError('issuer_unavailable', 'the identity service does not answer as it should', { cause });
}
