/** How many of whom may fail, and how long it is remembered. */
interface Bound {
  /** Failures without a pause. */
  readonly free: number;
  /** First pause after that [ms]; it doubles with each further failure. */
  readonly firstMs: number;
  readonly mostMs: number;
}

/** One address that tries one account: the owner who mistypes a few times notices nothing. */
const PAIR: Bound = { free: 5, firstMs: 1_000, mostMs: 300_000 };
/** One address that tries many accounts, perhaps a whole office behind one address. */
const ADDRESS: Bound = { free: 50, firstMs: 1_000, mostMs: 60_000 };
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

/**
 * Failed logins, by account and by address: who has failed often waits before the next try, longer each time. Nobody is
 * shut out for good, an account least of all: who attacks it would else shut out its owner.
 */
export class Attempts {
  readonly #failures = new Map<string, Failures>();

  /** How long an address has to wait before it may try an account [ms]; 0: it may now. */
  waitMs(account: string, address: string, now: number): number {
    return Math.max(0, ...keysOf(account, address).map(([key]) => (this.#failures.get(key)?.until ?? 0) - now));
  }

  /** Notes a failure. */
  failed(account: string, address: string, now: number): void {
    for (const [key, { free, firstMs, mostMs }] of keysOf(account, address)) {
      const known = this.#failures.get(key);
      const count = known !== undefined && known.forgotten > now ? known.count + 1 : 1;
      const pause = count < free ? 0 : Math.min(mostMs, firstMs * 2 ** Math.min(count - free, 30));
      this.#failures.delete(key);
      this.#failures.set(key, { count, until: now + pause, forgotten: now + REMEMBERED_MS });
    }
    for (const key of this.#failures.keys()) {
      if (this.#failures.size <= MOST) break;
      this.#failures.delete(key);
    }
  }

  /** Notes that an account was let in: its owner is at this address. */
  succeeded(account: string, address: string): void {
    const [[pair]] = keysOf(account, address);
    this.#failures.delete(pair);
  }
}

function keysOf(account: string, address: string): [[string, Bound], [string, Bound], [string, Bound]] {
  return [
    [`p ${address} ${account}`, PAIR],
    [`a ${address}`, ADDRESS],
    [`u ${account}`, ACCOUNT],
  ];
}
