import type { Logger } from '../../../schemas/logger.ts';
import { type SnapshotPace, type SnapshotSource, writeSnapshot } from './write-snapshot.ts';

/** How old a snapshot becomes before the next is written [ms]: a million stations are 2 GB of it. */
const EVERY_MS = 3_600_000;
/** How long one that could not be written is waited for [ms]. */
const AGAIN_MS = 60_000;
/** While others work: how long what is stored may take to be judged, and how long they have their turn after each block [ms]. */
const BESIDE = { patienceMs: 10_000, pauseMs: 20 };
/** When all is judged and nobody works any more. */
const AT_END = { patienceMs: 0, pauseMs: 0 };

/** What a keeper works with. */
export interface SnapshotKeeperDependencies extends SnapshotSource {
  /** The file. */
  readonly path: string;
  /** One line for the operator. */
  readonly logger: Logger;
}

/** Keeps windows and baselines in a file: once all that is stored has been judged, every hour from then on, and at a stop. */
export class SnapshotKeeper {
  readonly #dependencies: SnapshotKeeperDependencies;
  readonly #ending = new AbortController();
  #writing: Promise<void> = Promise.resolve();
  /** When the next is due, by the clock of `performance.now`; null before everything has been judged, and after the end. */
  #due: number | null = null;

  constructor(dependencies: SnapshotKeeperDependencies) {
    this.#dependencies = dependencies;
  }

  /** Everything that is stored has been judged: the first is written. */
  begin(): void {
    this.#due = performance.now();
    this.tick();
  }

  /** Begins to write one where it is due. */
  tick(): void {
    if (this.#due === null || performance.now() < this.#due) return;
    this.#due = Number.POSITIVE_INFINITY;
    this.#writing = this.#write({ ...BESIDE, signal: this.#ending.signal }).then((written) => {
      if (this.#due !== null) this.#due = performance.now() + (written ? EVERY_MS : AGAIN_MS);
    });
  }

  /** Writes the last one, unless not all that is stored has been judged: then the one before remains. */
  async end(): Promise<void> {
    const begun = this.#due !== null;
    this.#due = null;
    this.#ending.abort();
    await this.#writing;
    if (begun) await this.#write(AT_END);
  }

  async #write(pace: SnapshotPace): Promise<boolean> {
    const { path, logger } = this.#dependencies;
    try {
      return await writeSnapshot(path, this.#dependencies, pace);
    } catch (error) {
      logger.warn(`the windows cannot be kept in ${path}, the next start takes longer`, { cause: error });
      return false;
    }
  }
}
