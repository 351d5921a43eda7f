import { HalcyonError } from '../../../schemas/errors.ts';

/** What PostgreSQL calls a disk without room (appendix A of its manual). */
const DISK_FULL = '53100';

/** Lets work in until it is closed; closing waits for what is inside, so that nobody is left without an answer. */
export class StatementGate {
  readonly #inside = new Set<Promise<unknown>>();
  #closed: Promise<void> | null = null;

  /** Runs `work`. @throws HalcyonError `store_unavailable` once the gate is closed, `insufficient_storage` where the disk is full */
  async pass<T>(work: () => Promise<T>): Promise<T> {
    if (this.#closed !== null) throw new HalcyonError('store_unavailable', 'The catalogue is closed.');
    const running = work();
    this.#inside.add(running);
    try {
      return await running;
    } catch (error) {
      throw error instanceof Error && 'code' in error && error.code === DISK_FULL ? diskFull(error) : error;
    } finally {
      this.#inside.delete(running);
    }
  }

  /** Closes the gate and runs `end` once all work is out; asked again, it waits for the same end. */
  close(end: () => Promise<void>): Promise<void> {
    this.#closed ??= Promise.allSettled(this.#inside).then(end);
    return this.#closed;
  }
}

/** The error of a catalogue whose disk has no room. */
export function diskFull(cause?: unknown): HalcyonError {
  const said = 'the disk of the catalogue is full: nothing was stored; make room, then send it again';
  return new HalcyonError('insufficient_storage', said, cause === undefined ? {} : { cause });
}
