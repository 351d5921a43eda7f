import type { DeadLetter, DeadLetterReason } from '../../../schemas/dead-letter.ts';
import type { NetworkQuery, Page, PageQuery } from './page.ts';

export interface DeadLetterQuery extends PageQuery, NetworkQuery {
  readonly reason?: DeadLetterReason;
  /** True: those that were replayed too. */
  readonly replayed?: boolean;
}

/** What could not be taken in. */
export interface DeadLetterStore {
  insertDeadLetters(letters: readonly DeadLetter[]): Promise<void>;
  /** Letters that were not replayed (all of them with `replayed`), newest first. */
  deadLetters(query: DeadLetterQuery): Promise<Page<DeadLetter>>;
  deadLetter(id: string): Promise<DeadLetter | null>;
}
