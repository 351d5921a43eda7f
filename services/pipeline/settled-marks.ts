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
  readonly #log: EventLog;
  readonly #store: MarkStore;
  readonly #logger: Logger;
  readonly #waiting = new Map<string, number>();

  constructor(log: EventLog, store: MarkStore, logger: Logger) {
    this.#log = log;
    this.#store = store;
    this.#logger = logger;
  }

  /** Every verdict of a network up to a slot has been published. */
  note(network: string, slot: number): void {
    this.#waiting.set(network, slot);
  }

  /** Writes what was noted. */
  async write(): Promise<void> {
    if (this.#waiting.size === 0) return;
    const marks = Array.from(this.#waiting, ([network, slot]) => ({ network, slot }));
    this.#waiting.clear();
    for (const topic of ['judgements', 'anomalies', 'faults', 'baselines'] as const) await this.#log.flushed(topic);
    await this.#store.insertJudgedUntil(marks);
    for (const { network, slot } of marks) {
      this.#logger.debug('settled', { network, until: isoOf(timeOfSlot(slot)) });
    }
  }
}
