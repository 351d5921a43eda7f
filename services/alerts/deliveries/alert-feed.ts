import { setTimeout as sleep } from 'node:timers/promises';
import type { Classification } from '../../../schemas/anomaly.ts';
import type { Statements } from '../../stores/catalogue.ts';
import { feedAfter, lastOfFeed } from '../records/delivery-records.ts';
import type { AlertPayload } from './alert-email.ts';

/** How often the catalogue is asked for what is new [ms]. */
const LOOK_MS = 1_000;
/** Events that are read at once. */
const AT_ONCE = 500;

/** An event of an alert, as the feed takes it. */
export interface FeedEvent {
  readonly network: string;
  readonly stations: readonly string[];
  readonly classification: Classification;
  readonly body: () => AlertPayload;
}

/** Where the events of alerts are shown to those who look on: each process has every one of them once, in one order. */
export interface AlertFeed {
  /** @param place of the newest event before the first that is published */
  begin(place: number): void;
  /** @param place of the event among all of them: it grows, and stays the same */
  publish(place: number, event: FeedEvent): void;
}

/** Events of the feed after a place, in their order: what somebody missed who comes back. */
export async function feedEventsAfter(
  statements: Statements,
  place: number,
  limit: number,
): Promise<{ readonly place: number; readonly event: AlertPayload }[]> {
  const deliveries = await feedAfter(statements, place, limit);
  return deliveries.map((one) => ({ place: one.place, event: JSON.parse(one.payload) as AlertPayload }));
}

/** Brings the events of alerts from the catalogue, where any process may have written them, to the feed of this one. */
export class AlertFeedReader {
  readonly #statements: Statements;
  readonly #feed: AlertFeed;
  readonly #ending = new AbortController();
  #place = 0;
  #running: Promise<void> = Promise.resolve();

  constructor(statements: Statements, feed: AlertFeed) {
    this.#statements = statements;
    this.#feed = feed;
  }

  /** Begins with what is written from now on. */
  async start(): Promise<void> {
    this.#place = await lastOfFeed(this.#statements);
    this.#feed.begin(this.#place);
    this.#running = this.#run();
  }

  /** Ends. */
  async stop(): Promise<void> {
    this.#ending.abort();
    await this.#running;
  }

  /** Publishes what is new. @throws HalcyonError what the catalogue throws */
  async look(): Promise<void> {
    for (;;) {
      const events = await feedEventsAfter(this.#statements, this.#place, AT_ONCE);
      for (const { place, event } of events) {
        const { network, stations, classification } = event.alert;
        this.#feed.publish(place, { network, stations, classification, body: () => event });
        this.#place = place;
      }
      if (events.length < AT_ONCE) return;
    }
  }

  async #run(): Promise<void> {
    while (!this.#ending.signal.aborted) {
      // A catalogue that is away is told of by those who write to it.
      await this.look().catch(() => undefined);
      await sleep(LOOK_MS, undefined, { ref: false, signal: this.#ending.signal }).catch(() => undefined);
    }
  }
}
