import { LRUCache } from 'lru-cache';
import type { Pool } from 'workerpool';
import { networksOf } from '../../access/address-networks.ts';
import { OAuthError } from '../../access/oauth-error.ts';
import { processPool } from '../../stores/process-pool.ts';
import { FairTurns } from './fair-turns.ts';
import type { matchesEither } from './hashing-process.ts';
import { isImported } from './imported-hashes.ts';
import { hashPassword } from './scrypt-password.ts';

/** Hashes that are worked out at once: each keeps a processor busy for a quarter of a second and takes 32 MiB. */
const AT_ONCE = 2;
/** Checks that may wait for their turn. */
const MOST_WAITING = 64;
/** Senders that are remembered as such that somebody has logged in from. */
const MOST_KNOWN = 10_000;

/** Where a password comes from. */
export interface Sender {
  /** Network address. */
  readonly address: string;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

/**
 * Checks passwords. Every check does the same work, whether there is a password to check or not, so that its time says
 * nothing of who is known here; few are worked on at once, in processes of their own, so that logins cannot take all of the
 * machine. Their turns are shared fairly by where they come from, half of them among senders that have logged in before.
 */
export class PasswordCheck {
  /** Made by the first check: a command that changes users checks none. */
  #nobodys: Promise<string> | null = null;
  readonly #logN: number | undefined;
  readonly #turns = new FairTurns({ atOnce: AT_ONCE, waiting: MOST_WAITING });
  readonly #known = new LRUCache<string, true>({ max: MOST_KNOWN });
  #pool: Pool | null = null;

  /** @param logN cost of the hashes that are made here, see `hashPassword`; the usual one where not given */
  constructor(logN?: number) {
    this.#logN = logN;
  }

  /** The hash of a password that a user has or chooses. */
  hash(password: string): Promise<string> {
    return hashPassword(password, this.#logN);
  }

  /** Checks that wait for their turn. */
  get waiting(): number {
    return this.#turns.waiting;
  }

  /**
   * True where the password has the hash.
   *
   * @param hashOf looks the hash up, once it is this sender's turn: who has left until then costs the catalogue nothing; null
   *   where there is no password that would do
   * @throws OAuthError `temporarily_unavailable` where too many wait already
   */
  async matches(password: string, hashOf: () => Promise<string | null>, { address, signal }: Sender): Promise<boolean> {
    this.#nobodys ??= this.hash('');
    const nobodys = await this.#nobodys;
    const networks = networksOf(address);
    const [, , own] = networks;
    if (!(await this.#turns.begin([this.#known.has(own) ? 'known' : 'new', ...networks], signal))) {
      throw new OAuthError('temporarily_unavailable', 'too many log in at the moment', { retryAfter: 5 });
    }
    try {
      const hash = await hashOf();
      const imported = hash !== null && isImported(hash) ? hash : null;
      const scrypt = imported === null ? (hash ?? nobodys) : nobodys;
      this.#pool ??= processPool('./hashing-process', import.meta.url, AT_ONCE);
      const asked: Parameters<typeof matchesEither> = [password, scrypt, imported];
      const matches = (await this.#pool.exec('matchesEither', asked)) === true && hash !== null;
      if (matches) this.#known.set(own, true);
      return matches;
    } finally {
      this.#turns.end();
    }
  }

  async close(): Promise<void> {
    await this.#pool?.terminate(true);
  }
}
