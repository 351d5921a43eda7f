import { OAuthError } from '../oauth-error.ts';
import { isImported, matchesImported } from './imported-hashes.ts';
import { hashPassword, matchesScrypt } from './scrypt-password.ts';

/** Hashes that are worked out at once: each keeps a processor busy for a quarter of a second and takes 32 MiB. */
const AT_ONCE = 2;
/** Checks that may wait for their turn. */
const MOST_WAITING = 64;

/**
 * Checks passwords. Every check does the same work, whether there is a password to check or not, so that its time says
 * nothing of who is known here; few are worked on at once, so that logins cannot take all of the machine.
 */
export class PasswordCheck {
  readonly #nobodys = hashPassword('');
  #working = 0;
  readonly #waiting: (() => void)[] = [];

  /**
   * True where the password has the hash.
   *
   * @param hash null where there is no password that would do
   * @throws OAuthError `temporarily_unavailable` where too many wait already
   */
  async matches(password: string, hash: string | null): Promise<boolean> {
    return this.#inTurn(async () => {
      const imported = hash !== null && isImported(hash) ? hash : null;
      const own = hash !== null && imported === null ? hash : await this.#nobodys;
      // A hash from elsewhere takes less time than our own: beside it, it shows nowhere.
      const [byOwn, byImported] = await Promise.all([
        matchesScrypt(password, own),
        imported !== null && matchesImported(password, imported),
      ]);
      return imported === null ? byOwn && hash !== null : byImported;
    });
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#working >= AT_ONCE) {
      if (this.#waiting.length >= MOST_WAITING) {
        throw new OAuthError('temporarily_unavailable', 'too many log in at the moment', { retryAfter: 5 });
      }
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else {
      this.#working++;
    }
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#working--;
      else next();
    }
  }
}
