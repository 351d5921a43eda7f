import type { EventLog } from '../../ingest/log/event-log.ts';
import { type OpenLogDependencies, openLog } from './open-log.ts';

/** A log on Kafka that is opened when it is first asked for, and again where that failed. */
export class KeptLog {
  readonly #dependencies: OpenLogDependencies;
  #opening: Promise<EventLog | null> | null = null;

  constructor(dependencies: OpenLogDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * The log; null where the settings name no brokers.
   *
   * @throws HalcyonError `log_unavailable`
   */
  opened(): Promise<EventLog | null> {
    this.#opening ??= openLog(this.#dependencies).catch((error: unknown) => {
      this.#opening = null;
      throw error;
    });
    return this.#opening;
  }

  /** Closes it, where it was opened. */
  async close(): Promise<void> {
    const opening = this.#opening;
    await (await opening?.catch(() => null))?.close();
  }
}
