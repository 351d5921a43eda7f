import { setTimeout as sleep } from 'node:timers/promises';
import type { ChannelType } from '../../../schemas/alert.ts';
import type { Logger } from '../../../schemas/logger.ts';
import { count } from '../../../schemas/telemetry/instruments.ts';
import { METRICS } from '../../../schemas/telemetry/metric-table.ts';
import type { Catalogue } from '../../stores/catalogue.ts';
import { claimDeliveries, type Delivery, giveBack, noteDelivered, noteFailed } from '../records/delivery-records.ts';
import { ruleWithId } from '../records/rule-records.ts';
import { secretFor, targetsOf } from '../rules/alert-rule.ts';
import type { Attempt, Outcome } from './attempt.ts';
import { WEBHOOK_MS } from './post-webhook.ts';
import { GIVEN_UP_MS, waitBeforeRetry } from './retry-time.ts';

/** How often it is looked for what is due [ms]. */
const LOOK_MS = 1_000;
/** An attempt that nothing was heard of for so long may be made by another [ms]: longer than any takes. */
const LEASE_MS = 4 * WEBHOOK_MS;
/** Attempts that are under way at once. */
const AT_ONCE = 16;
/** Characters of an error that are kept. */
const ERROR_LENGTH = 500;

/** What deliveries are made with. */
export interface DelivererDependencies {
  readonly catalogue: Catalogue;
  readonly attempts: Readonly<Record<Exclude<ChannelType, 'feed'>, Attempt>>;
  /** Current time, ms since the epoch. */
  readonly now: () => number;
  /** One line for the operator. */
  readonly logger: Logger;
  /** In [0, 1). */
  readonly random?: () => number;
}

/** Delivers what is written to be told, at least once each: tries again what fails, for a day. */
export class Deliverer {
  readonly #dependencies: DelivererDependencies;
  readonly #ending = new AbortController();
  readonly #underWay = new Set<Promise<void>>();
  #wake: () => void = () => {};
  #running: Promise<void> = Promise.resolve();

  constructor(dependencies: DelivererDependencies) {
    this.#dependencies = dependencies;
  }

  /** Begins to deliver, whenever something is due. */
  start(): void {
    this.#running = this.#run();
  }

  /** Looks at once: something was written. */
  wake(): void {
    this.#wake();
  }

  /** Ends; what is under way is broken off, and left to the next. */
  async stop(): Promise<void> {
    this.#ending.abort();
    this.#wake();
    await this.#running;
    await Promise.all(this.#underWay);
  }

  /**
   * Begins what is due, as far as there is room.
   *
   * @returns how many attempts were begun
   * @throws HalcyonError what the catalogue throws
   */
  async begin(): Promise<number> {
    const { catalogue, now } = this.#dependencies;
    const room = AT_ONCE - this.#underWay.size;
    if (room <= 0) return 0;
    const claimed = await claimDeliveries(catalogue, now(), LEASE_MS, room);
    for (const delivery of claimed) this.#follow(this.#attempt(delivery, true));
    return claimed.length;
  }

  /** Makes one attempt each of some deliveries, now; what fails is not tried again. */
  async tryOnce(ids: readonly string[]): Promise<void> {
    const { catalogue, now } = this.#dependencies;
    const claimed = await claimDeliveries(catalogue, now(), LEASE_MS, ids.length, ids);
    await Promise.all(claimed.map((delivery) => this.#attempt(delivery, false)));
  }

  /** Resolves when what is under way has ended. */
  async idle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  #follow(attempt: Promise<void>): void {
    const followed = attempt
      .catch((error: unknown) => this.#dependencies.logger.warn(`a delivery could not be noted`, { cause: error }))
      .finally(() => {
        this.#underWay.delete(followed);
        this.#wake();
      });
    this.#underWay.add(followed);
  }

  async #attempt(delivery: Delivery, again: boolean): Promise<void> {
    const { catalogue, attempts, now, random = Math.random } = this.#dependencies;
    const { id, channel, target } = delivery;
    if (channel === 'feed') return;
    const rule = await ruleWithId(catalogue, delivery.rule);
    if (rule === null || !targetsOf(rule).some((one) => one.channel === channel && one.target === target))
      return noteFailed(catalogue, id, 'the rule tells nobody there any more', null);
    const outcome = await attempts[channel](delivery, secretFor(rule, target), this.#ending.signal);
    if (outcome.kind === 'delivered') {
      count(METRICS.deliveries, 1, { channel, outcome: 'delivered' });
      return noteDelivered(catalogue, id, now());
    }
    if (this.#ending.signal.aborted) return giveBack(catalogue, id);
    const next = again ? this.#next(delivery, outcome, random()) : null;
    count(METRICS.deliveries, 1, { channel, outcome: next === null ? 'given_up' : 'failed' });
    await noteFailed(catalogue, id, outcome.error.slice(0, ERROR_LENGTH), next);
  }

  /** When the next attempt is due, ms since the epoch; null where there is none. */
  #next({ attempts, created }: Delivery, outcome: Outcome, random: number): number | null {
    if (outcome.kind !== 'failed') return null;
    const wait = Math.max(waitBeforeRetry(attempts, random), outcome.retryAfterMs ?? 0);
    const due = this.#dependencies.now() + wait;
    return due - created > GIVEN_UP_MS ? null : due;
  }

  async #run(): Promise<void> {
    let away = false;
    while (!this.#ending.signal.aborted) {
      const woken = new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      try {
        await this.begin();
        away = false;
      } catch (error) {
        if (!away && !this.#ending.signal.aborted)
          this.#dependencies.logger.warn(`deliveries of alerts wait`, { cause: error });
        away = true;
      }
      const pausing = new AbortController();
      const pause = sleep(LOOK_MS, undefined, { ref: false, signal: pausing.signal }).catch(() => undefined);
      await (away ? pause : Promise.race([woken, pause]));
      pausing.abort();
    }
  }
}
