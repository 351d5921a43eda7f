import type { EventLog, Subscription } from '../../ingest/log/event-log.ts';
import type { Logger } from '../../schemas/logger.ts';
import type { TopicRecords } from '../../schemas/topics.ts';
import type { ReadinessCheck } from '../telemetry/readiness-check.ts';
import { GatheredInserts, MOST_ROWS } from './gathered-inserts.ts';
import { STORE_GROUP } from './log-groups.ts';
import { type RebuiltTopic, rebuildStore } from './rebuild-store.ts';
import { measuredInsert, measureFreshness, tracedStore, watchWaiting } from './sink-metrics.ts';
import type { SpaceWatch } from './space-watch.ts';
import { STORED, type StoredTopic, type TopicInserts, type TopicStore, topicInserts } from './topic-inserts.ts';

/** An insert that takes longer than this is told as one that fails is [ms]; a large one takes a second. */
const SLOW_MS = 10_000;

/** What a sink works with. */
export interface StoreSinkDependencies {
  readonly log: EventLog;
  readonly store: TopicStore;
  /** Room on the disk of the store: nothing is inserted where there is too little. */
  readonly space: SpaceWatch;
  /** The allowed lateness: a correction that comes sooner is judged again. */
  readonly latenessSlots: number;
  /** How long a small batch waits for company [ms]. */
  readonly lingerMs: number;
  /** How long those of some topics wait, whose storing nobody waits for [ms]; as long as others where not given. */
  readonly longerMs?: Partial<Readonly<Record<StoredTopic, number>>>;
  /** Current time, ms since the epoch. */
  readonly now: () => number;
  /** One line for the operator. */
  readonly logger: Logger;
}

/**
 * Reads every topic that is kept into the time-series store; a batch is committed when it is stored. While the store is
 * away it waits, holds one batch of each partition, and says so.
 */
export class StoreSink {
  readonly #dependencies: StoreSinkDependencies;
  readonly #subscriptions: Subscription[] = [];
  readonly #inserts: TopicInserts;
  readonly #gathered: { stop(): Promise<void> }[] = [];
  /** Since when a topic cannot be stored, ms since the epoch. */
  readonly #away = new Map<StoredTopic, number>();
  /** Topics of which it was told why they cannot be stored. */
  readonly #refused = new Set<StoredTopic>();
  #endWatching: () => void = () => {};

  constructor(dependencies: StoreSinkDependencies) {
    this.#dependencies = dependencies;
    const { store, space, latenessSlots } = dependencies;
    const inserts = topicInserts(store, latenessSlots);
    this.#inserts = {
      ...inserts,
      observations: async (records) => {
        await inserts.observations(records);
        await space.assertHeld(records);
      },
      judgements: async (records) => {
        await inserts.judgements(records);
        measureFreshness(records, dependencies.now());
      },
    };
  }

  /** Begins to read. */
  async start(): Promise<void> {
    this.#endWatching = watchWaiting(STORED, this.#away, this.#dependencies.now);
    for (const topic of STORED) await this.#drain(topic);
  }

  /**
   * Stores again all that the log has. Of several sinks one does it.
   *
   * @returns what of each topic was stored again; null where that is for another process
   * @throws the signal's reason
   */
  async rebuild(signal: AbortSignal): Promise<RebuiltTopic[] | null> {
    const { log, space } = this.#dependencies;
    if (!log.positions(STORE_GROUP, 'observations').has(0)) return null;
    return rebuildStore({ log, inserts: this.#inserts, room: () => space.assertRoom(), signal });
  }

  /** Whether it stores, or since when it waits. */
  check(): ReadinessCheck {
    if (this.#away.size === 0) return { ok: true, detail: 'storing' };
    return { ok: false, detail: `waiting for the store for ${Math.round(this.waitingMs / 1000)} s` };
  }

  /** How long the store has not taken what is to be stored [ms]; 0 while it does. */
  get waitingMs(): number {
    return this.#away.size === 0 ? 0 : this.#dependencies.now() - Math.min(...this.#away.values());
  }

  /** Ends after the inserts at hand; what the store does not take stays in the log. */
  async stop(): Promise<void> {
    const stopping = this.#subscriptions.map((subscription) => subscription.stop());
    await Promise.all(this.#gathered.map((inserts) => inserts.stop()));
    await Promise.all(stopping);
    this.#endWatching();
  }

  /** A server that hangs fails no insert for a long time: it is told all the same. */
  async #watched(topic: StoredTopic, insert: () => Promise<void>): Promise<void> {
    const slow = setTimeout(() => this.#missing(topic, { waitedMs: SLOW_MS }), SLOW_MS);
    const began = performance.now();
    try {
      this.#dependencies.space.assertRoom();
      await insert();
      this.#dependencies.logger.trace('stored', { topic, ms: Math.round(performance.now() - began) });
    } finally {
      clearTimeout(slow);
    }
    this.#refused.delete(topic);
    if (this.#away.delete(topic)) this.#dependencies.logger.info(`${topic} are stored again`);
  }

  /** @param waitedMs how long the store has not answered before this [ms]; where it refuses, `cause` is why */
  #missing(topic: StoredTopic, { cause, waitedMs = 0 }: { cause?: unknown; waitedMs?: number }): void {
    // What hangs may be refused later: then the cause is told too, once.
    const isKnown = this.#away.has(topic) && (cause === undefined || this.#refused.has(topic));
    if (cause !== undefined) this.#refused.add(topic);
    if (isKnown) return;
    if (!this.#away.has(topic)) this.#away.set(topic, this.#dependencies.now() - waitedMs);
    const why = cause === undefined ? `no answer for ${waitedMs / 1000} s` : 'trying again';
    this.#dependencies.logger.warn(`${topic} cannot be stored, ${why}`, {
      topic,
      ...(cause !== undefined && { cause }),
    });
  }

  async #drain<K extends StoredTopic>(topic: K): Promise<void> {
    const { log, lingerMs, longerMs = {} } = this.#dependencies;
    const insert = this.#inserts[topic];
    const inserts = new GatheredInserts<TopicRecords[K]>({
      insert: (records) => this.#watched(topic, () => measuredInsert(topic, records.length, () => insert(records))),
      onFailure: (error) => this.#missing(topic, { cause: error }),
    });
    this.#gathered.push(inserts);
    const options = { group: STORE_GROUP, topic, maxRecords: MOST_ROWS, lingerMs: longerMs[topic] ?? lingerMs };
    const subscription = await log.subscribe(options, ({ records }) =>
      tracedStore(topic, records, () => inserts.add(records.map(({ value }) => value))),
    );
    this.#subscriptions.push(subscription);
  }
}
