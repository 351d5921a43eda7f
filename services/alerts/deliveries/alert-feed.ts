import type { AlertClass } from '../../../schemas/alert.ts';
import type { Statements } from '../../stores/catalogue.ts';
import { lookRegularly } from '../../stores/regular-looks.ts';
import { feedAfter, placeBefore } from '../records/delivery-records.ts';
import { type AlertMessage, type AlertPayload, alertMessage } from './alert-message.ts';

/** How often the catalogue is asked for what is new [ms]. */
const LOOK_MS = 1_000;
/** Events that are read at once. */
const AT_ONCE = 500;
/** Events from before the start that are told: who comes back after a restart goes on where they were. */
const TOLD_AGAIN = 1_000;

/** An event of an alert, as the feed takes it. */
interface FeedEvent {
  readonly network: string;
  readonly stations: readonly string[];
  readonly classification: AlertClass;
  readonly body: () => AlertMessage;
}

/** Where the events of alerts are shown to those who look on: each process has every one of them once, in one order. */
export interface AlertFeed {
  /** @param place of the newest event before the first that is published */
  begin(place: number): void;
  /** @param place of the event among all of them: it grows, and stays the same */
  publish(place: number, event: FeedEvent): void;
}

/** Brings the events of alerts from the catalogue, where any process may have written them, to the feed of this one. */
export class AlertFeedReader {
  readonly #statements: Statements;
  readonly #feed: AlertFeed;
  readonly #publicUrl: () => string;
  readonly #ending = new AbortController();
  #place = 0;
  #running: Promise<void> = Promise.resolve();

  /** @param publicUrl address of the pages, without a slash at its end */
  constructor(statements: Statements, feed: AlertFeed, publicUrl: () => string) {
    this.#statements = statements;
    this.#feed = feed;
    this.#publicUrl = publicUrl;
  }

  /** Begins, some way back. @throws HalcyonError what the catalogue throws */
  async start(): Promise<void> {
    this.#place = await placeBefore(this.#statements, TOLD_AGAIN);
    this.#feed.begin(this.#place);
    // At once: whoever comes now for the first time is told what is new only.
    await this.look();
    // A catalogue that is away is told of by those who write to it.
    const onFailure = () => undefined;
    this.#running = lookRegularly({ look: () => this.look(), pauseMs: LOOK_MS, onFailure }, this.#ending.signal);
  }

  /** Ends. */
  async stop(): Promise<void> {
    this.#ending.abort();
    await this.#running;
  }

  /** Publishes what is new. @throws HalcyonError what the catalogue throws */
  async look(): Promise<void> {
    for (;;) {
      const events = await feedAfter(this.#statements, this.#place, AT_ONCE);
      for (const { place, payload } of events) {
        const event = JSON.parse(payload) as AlertPayload;
        const { network, stations, classification } = event.alert;
        this.#feed.publish(place, {
          network,
          stations,
          classification,
          body: () => alertMessage(event, this.#publicUrl()),
        });
        this.#place = place;
      }
      if (events.length < AT_ONCE) return;
    }
  }
}
