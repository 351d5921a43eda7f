import type { EventLog } from '../../ingest/log/event-log.ts';
import type { Logger } from '../../schemas/logger.ts';
import { isoOf, timeOfSlot } from '../../schemas/time.ts';
import type { VerdictStore } from '../stores/roles/verdict-store.ts';

/** Where marks are kept. */
export type MarkStore = Pick<VerdictStore, 'insertJudgedUntil'>;

/**
 * Remembers in the store how far each network is settled, so that a start judges again only what is not. A mark is
 * written after everything it speaks of is stored.
 */
export class SettledMarks {
  readonly #log: Pick<EventLog, 'flushed'>;
  readonly #store: MarkStore;
  readonly #logger: Logger;
  readonly #waiting = new Map<string, number>();
  #writing: Promise<void> = Promise.resolve();

  constructor(log: Pick<EventLog, 'flushed'>, store: MarkStore, logger: Logger) {
    this.#log = log;
    this.#store = store;
    this.#logger = logger;
  }

  /** Every verdict of a network up to a slot has been published. */
  note(network: string, slot: number): void {
    this.#waiting.set(network, slot);
  }

  /**
   * Writes what was noted, after what an earlier call still writes: where it resolves, all that was noted is stored.
   *
   * @throws HalcyonError of the store; what was noted waits for the next call then
   */
  write(): Promise<void> {
    const written = this.#writing.then(() => this.#writeNoted());
    this.#writing = written.catch(() => undefined);
    return written;
  }

  async #writeNoted(): Promise<void> {
    if (this.#waiting.size === 0) return;
    const marks = Array.from(this.#waiting, ([network, slot]) => ({ network, slot }));
    for (const topic of ['judgements', 'anomalies', 'faults', 'baselines'] as const) await this.#log.flushed(topic);
    await this.#store.insertJudgedUntil(marks);
    for (const { network, slot } of marks) {
      if (this.#waiting.get(network) === slot) this.#waiting.delete(network);
      this.#logger.debug('settled', { network, until: isoOf(timeOfSlot(slot)) });
    }
  }
}
