import type { Catalogue } from '../stores/catalogue.ts';

/**
 * The catalogue of a system, whose first opening takes a second or two: it is opened beside the time series and what follows, but
 * not before the time series are held. Two processes that each had one of the two would wait for each other.
 */
export class OpeningCatalogue {
  readonly #open: (() => Promise<Catalogue>) | null;
  #opening: Promise<Catalogue> | null = null;

  /** @param open null where this process needs no catalogue */
  constructor(open: (() => Promise<Catalogue>) | null) {
    this.#open = open;
  }

  /** Opens it, once. What opening throws, whoever waits for it gets; until then it is nobody's failure. */
  begin(): Promise<Catalogue> | null {
    if (this.#opening === null && this.#open !== null) {
      this.#opening = this.#open();
      this.#opening.catch(() => undefined);
    }
    return this.#opening;
  }

  /** Closes it where it was opened. */
  async close(): Promise<void> {
    const opened = await this.#opening?.catch(() => null);
    await opened?.close();
  }
}
