import { networksOf } from '../../access/address-networks.ts';
import { OAuthError } from '../../access/oauth-error.ts';

/** How many of whom may fail, and how long it is remembered. */
interface Bound {
  /** Failures without a pause. */
  readonly free: number;
  /** First pause after that [ms]; it doubles with each further failure. */
  readonly firstMs: number;
  readonly mostMs: number;
}

/** One sender that tries one account: the owner who mistypes a few times notices nothing. */
const PAIR: Bound = { free: 5, firstMs: 1_000, mostMs: 300_000 };
/** One sender that tries many accounts, perhaps a whole office behind one address. */
const SENDER: Bound = { free: 50, firstMs: 1_000, mostMs: 60_000 };
/** Many senders of one site. */
const SITE: Bound = { free: 500, firstMs: 1_000, mostMs: 60_000 };
/** One account that is tried from many addresses: the pause stays short, so that its owner still gets in. */
const ACCOUNT: Bound = { free: 20, firstMs: 250, mostMs: 2_000 };

interface Failures {
  count: number;
  /** Nobody is let in before this, ms since the epoch. */
  until: number;
  /** When it is forgotten, ms since the epoch. */
  forgotten: number;
}

/** Failures are forgotten after so long without another [ms]. */
const REMEMBERED_MS = 900_000;
/** So many are remembered at most; those that were quiet for longest go first. */
const MOST = 100_000;

/** An attempt that has begun. */
export interface Attempt {
  /** What it was noted as, is taken back: its account was let in. */
  succeeded(): void;
}

/**
 * Attempts at logins, by account and by where they come from: who has failed often waits before the next try, longer each
 * time. Nobody is shut out for good, an account least of all: who attacks it would else shut out its owner. Each counts as
 * failed from its beginning on, so that no more are under way at once than may fail.
 */
export class Attempts {
  readonly #failures = new Map<string, Failures>();
  readonly #acrossSenders: boolean;

  /**
   * @param acrossSenders false: an account is not paused for what others try from elsewhere. So it is for clients, whose
   *   secrets nobody guesses: a stranger's attempts would only stop a service.
   */
  constructor({ acrossSenders = true } = {}) {
    this.#acrossSenders = acrossSenders;
  }

  /** How long an address has to wait before it may try an account [ms]; 0: it may now. */
  waitMs(account: string, address: string, now: number): number {
    return Math.max(0, ...this.#keysOf(account, address).map(([key]) => (this.#failures.get(key)?.until ?? 0) - now));
  }

  /**
   * Begins an attempt where its sender need not wait.
   *
   * @param now ms since the epoch
   * @param failed what was too many, in words: `attempts failed`
   * @throws OAuthError `slow_down`
   */
  admit(account: string, address: string, now: number, failed: string): Attempt {
    const wait = this.waitMs(account, address, now);
    if (wait === 0) return this.begin(account, address, now);
    throw new OAuthError('slow_down', `too many ${failed}; try again later`, { retryAfter: Math.ceil(wait / 1000) });
  }

  /**
   * Begins an attempt, which is only to be done where nobody has to wait.
   *
   * @param now ms since the epoch
   */
  begin(account: string, address: string, now: number): Attempt {
    const noted = this.#keysOf(account, address).map(([key, bound]) => this.#note(key, bound, now));
    for (const key of this.#failures.keys()) {
      if (this.#failures.size <= MOST) break;
      this.#failures.delete(key);
    }
    return {
      succeeded: () => {
        const [[pair]] = keysOf(account, address);
        this.#failures.delete(pair);
        for (const { failures, before } of noted) {
          failures.count--;
          // Another that has failed meanwhile has its pause.
          if (failures.until === before.pausedUntil) failures.until = before.until;
        }
      },
    };
  }

  #keysOf(account: string, address: string): readonly (readonly [string, Bound])[] {
    const keys = keysOf(account, address);
    return this.#acrossSenders ? keys : keys.slice(0, -1);
  }

  #note(key: string, { free, firstMs, mostMs }: Bound, now: number) {
    const known = this.#failures.get(key);
    const failures = known !== undefined && known.forgotten > now ? known : { count: 0, until: 0, forgotten: 0 };
    const { until } = failures;
    failures.count++;
    const pause = failures.count < free ? 0 : Math.min(mostMs, firstMs * 2 ** Math.min(failures.count - free, 30));
    failures.until = now + pause;
    failures.forgotten = now + REMEMBERED_MS;
    this.#failures.delete(key);
    this.#failures.set(key, failures);
    return { failures, before: { until, pausedUntil: failures.until } };
  }
}

function keysOf(account: string, address: string): readonly (readonly [string, Bound])[] {
  const [, site, sender] = networksOf(address);
  return [
    [`p ${sender} ${account}`, PAIR],
    [`a ${sender}`, SENDER],
    [`s ${site}`, SITE],
    [`u ${account}`, ACCOUNT],
  ];
}
