import { HalcyonError } from '../../schemas/errors.ts';
import type { Statements } from '../stores/catalogue.ts';
import { type RevocableClaims, type Revocation, revocableParts, revocationsAt } from './state/revocations.ts';

/** How often the list is read [ms]: what was revoked is refused within twice that. */
const READ_MS = 2_000;
/** A list that could not be read for so long says nothing any more [ms]. */
const OLDEST_MS = 30_000;

export interface RevocationListDependencies {
  readonly catalogue: Statements;
  readonly realm: string;
  /** Current time, ms since the epoch. */
  readonly now: () => number;
}

/** The tokens that are not to be taken any more, as the catalogue lists them; read again and again, asked without waiting. */
export class RevocationList {
  readonly #dependencies: RevocationListDependencies;
  /** When tokens of a claim's value were revoked, by claim and value, ms since the epoch. */
  #issued = new Map<string, number>();
  #read = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(dependencies: RevocationListDependencies) {
    this.#dependencies = dependencies;
  }

  /** Reads the list and goes on reading it. @throws what the catalogue throws the first time */
  async follow(): Promise<void> {
    await this.#readList();
    this.#again();
  }

  /**
   * True where a token with these claims was revoked, or one that it was exchanged for.
   *
   * @throws HalcyonError `issuer_unavailable` where the list could not be read for half a minute
   */
  isRevoked(claims: RevocableClaims): boolean {
    if (performance.now() - this.#read > OLDEST_MS) {
      throw new HalcyonError('issuer_unavailable', 'the list of revoked tokens cannot be read at the moment');
    }
    return revocableParts(claims).some(
      (part) => (this.#issued.get(keyOf(part)) ?? Number.NEGATIVE_INFINITY) >= part.issued,
    );
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  #again(): void {
    if (this.#closed) return;
    this.#timer = setTimeout(() => {
      // What keeps failing shows when the list has grown too old.
      this.#readList()
        .catch(() => undefined)
        .finally(() => this.#again());
    }, READ_MS);
    this.#timer.unref();
  }

  async #readList(): Promise<void> {
    const { catalogue, realm, now } = this.#dependencies;
    const began = performance.now();
    const listed = await revocationsAt(catalogue, realm, now());
    this.#issued = new Map(listed.map((revocation) => [keyOf(revocation), revocation.issued]));
    this.#read = began;
  }
}

function keyOf({ claim, value }: Pick<Revocation, 'claim' | 'value'>): string {
  return `${claim} ${value}`;
}
