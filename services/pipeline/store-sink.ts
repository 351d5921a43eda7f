import type { EventLog, Subscription } from '../../ingest/log/event-log.ts';
import type { TopicName, TopicRecords } from '../../schemas/topics.ts';
import type { TimeSeriesStore } from '../stores/time-series-store.ts';

/** The group whose commits make a record of the embedded log durable. */
export const STORE_GROUP = 'store';

/** Largest insert, in records. */
const BATCH = 40_000;
/** How long a small insert waits for company [ms]: many tiny inserts cost the engine more than the wait costs anyone. */
const LINGER_MS = 20;

/** Reads every topic that is kept into the time-series store; a batch is committed when it is stored. */
export class StoreSink {
  readonly #log: EventLog;
  readonly #store: TimeSeriesStore;
  readonly #subscriptions: Subscription[] = [];

  constructor(log: EventLog, store: TimeSeriesStore) {
    this.#log = log;
    this.#store = store;
  }

  /** Begins to read. */
  async start(): Promise<void> {
    const store = this.#store;
    await this.#drain('stations', (records) => store.insertStations(records));
    await this.#drain('observations', (records) => store.insertObservations(records));
    await this.#drain('judgements', (records) => store.insertJudgements(records));
    await this.#drain('anomalies', (records) => store.insertAnomalies(records));
    await this.#drain('baselines', (records) => store.insertBaselines(records));
    await this.#drain('dead-letters', (records) => store.insertDeadLetters(records));
  }

  /** Ends after the inserts at hand. */
  async stop(): Promise<void> {
    await Promise.all(this.#subscriptions.map((subscription) => subscription.stop()));
  }

  async #drain<K extends TopicName>(topic: K, insert: (records: TopicRecords[K][]) => Promise<void>): Promise<void> {
    const options = { group: STORE_GROUP, topic, maxRecords: BATCH, lingerMs: LINGER_MS };
    const subscription = await this.#log.subscribe(options, (batch) =>
      insert(batch.records.map((record) => record.value)),
    );
    this.#subscriptions.push(subscription);
  }
}
