import { HalcyonError } from '../../../schemas/errors.ts';

/** Questions to the store that one request may ask: where lists are not asked for together, each can be one. */
const MOST_READS = 1_000;
/** Entities that one answer may hold, whatever they are expanded from. */
const MOST_ENTITIES = 50_000;

/** What one request may still cost. */
export class ReadBudget {
  #reads = 0;
  #entities = 0;
  readonly #signal: AbortSignal;

  /** @param signal aborted when nobody waits for the answer any more */
  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /** Before each question to the store. @throws HalcyonError `query_too_broad` where it is one too many */
  beforeRead(): void {
    this.#signal.throwIfAborted();
    this.#reads += 1;
    if (this.#reads > MOST_READS) throw tooBroad(`more than ${MOST_READS} lists`);
  }

  /** For each list of entities that goes into the answer. @throws HalcyonError `query_too_broad` where they are too many */
  spend(entities: number): void {
    this.#entities += entities;
    if (this.#entities > MOST_ENTITIES) throw tooBroad(`more than ${MOST_ENTITIES} entities`);
  }
}

function tooBroad(what: string): HalcyonError {
  return new HalcyonError('query_too_broad', `$expand: the answer would hold ${what}; ask for a smaller page by $top`);
}
