import { isoOf, SLOT_MS, SLOTS_PER_DAY, SLOTS_PER_HOUR, slotOf, timeOfSlot } from '../../../schemas/time.ts';
import type { RawItem } from '../../raw-item.ts';
import type { Feed, FeedContext } from '../feed.ts';
import { sleepUnlessAborted } from '../sleep-unless-aborted.ts';
import { passes } from '../submit-patiently.ts';
import { DemoItems } from './demo-item.ts';
import { DEMO_NETWORK, type DemoOptions, demoNetwork } from './demo-network.ts';
import { ReportSchedule } from './report-schedule.ts';

export interface DemoFeedOptions extends DemoOptions {
  /** Time of the last observation that is stored, ms since the epoch; null where there is none. */
  readonly resumeFrom?: () => Promise<number | null>;
  /** Waits; a test gives one that moves its clock. Resolves early when the signal aborts. */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
}

const WEEK_SLOTS = 7 * SLOTS_PER_DAY;
const PLAYED_SLOTS = 6 * SLOTS_PER_HOUR;
const PLAY_MS_PER_SLOT = 1_000;
/** History beyond this many observations would keep a large network from ever reaching the present. */
const MOST_HISTORY = 20_000_000;
const LEAST_HISTORY_SLOTS = 12 * SLOTS_PER_HOUR;
const BATCH = 5_000;
/** Reports that come closer together are sent together; the clock is looked at again at least so often. */
const SHORTEST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 30_000;

/** Slots of history that a network of so many stations begins with: a week, less for more than 19,841 stations. */
export function historySlots(stations: number): number {
  return Math.min(WEEK_SLOTS, Math.max(LEAST_HISTORY_SLOTS, Math.floor(MOST_HISTORY / stations)));
}

/**
 * The demonstration as a feed: a week of history that ends now at full speed, its last six hours at a slot a second,
 * then real pace with the stations' reports spread over the ten minutes. Never ahead of the clock. Where data are
 * stored already it continues from their last slot (which is sent whole) and fills the gap at full speed.
 */
export function demoFeed(options: DemoFeedOptions): Feed {
  return { name: 'demo', run: (context) => new DemoRun(options, context).run() };
}

class DemoRun {
  readonly #options: DemoFeedOptions;
  readonly #context: FeedContext;
  readonly #schedule: ReportSchedule;
  readonly #items: DemoItems;
  readonly #sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** The next report: its slot and its place among the slot's reports. */
  #slot = 0;
  #place = 0;
  /** First slot that is played, and when that began; all before it is sent at full speed. */
  #playFrom = Number.POSITIVE_INFINITY;
  #playBegan = Number.NaN;
  #refused = false;

  constructor(options: DemoFeedOptions, context: FeedContext) {
    this.#options = options;
    this.#context = context;
    this.#schedule = new ReportSchedule(options.stations, options.seed);
    this.#items = new DemoItems(demoNetwork(options));
    this.#sleep = options.sleep ?? sleepUnlessAborted;
  }

  async run(): Promise<void> {
    const { signal, now } = this.#context;
    await this.#begin();
    while (!signal.aborted) {
      const time = now();
      const due = this.#due(time);
      if (due > time) {
        await this.#sleep(Math.min(LONGEST_WAIT_MS, Math.max(SHORTEST_WAIT_MS, due - time)), signal);
        continue;
      }
      const items = this.#gather(time);
      if (items.length > 0) await this.#send(items);
    }
  }

  /** Decides where to begin. */
  async #begin(): Promise<void> {
    const { now, logger: log } = this.#context;
    const logger = log.of('demo');
    const { stations, seed } = this.#options;
    const stored = (await this.#options.resumeFrom?.()) ?? null;
    const newest = Math.floor(now() / SLOT_MS);
    const oldest = newest - historySlots(stations) + 1;
    if (stored === null) {
      this.#slot = oldest;
      this.#playFrom = newest - PLAYED_SLOTS + 1;
      logger.info(`${stations} stations (seed ${seed}), history from ${isoOf(timeOfSlot(oldest))}`);
    } else {
      this.#slot = Math.min(newest, Math.max(oldest, slotOf(stored)));
      logger.info(`${stations} stations (seed ${seed}), continuing from ${isoOf(timeOfSlot(this.#slot))}`);
    }
  }

  /** When the next report is to be sent, ms since the epoch. */
  #due(time: number): number {
    const real = this.#schedule.time(this.#slot, this.#place);
    if (this.#slot < this.#playFrom) return real;
    if (Number.isNaN(this.#playBegan)) this.#playBegan = time;
    return Math.max(real, this.#playBegan + (this.#slot - this.#playFrom) * PLAY_MS_PER_SLOT);
  }

  /** The reports that are due, in the order of slots and, inside one, of their offsets. */
  #gather(time: number): RawItem[] {
    const items: RawItem[] = [];
    // Reports that do not come count too: an outage of the whole network must not hold up the loop.
    for (let seen = 0; seen < BATCH && this.#due(time) <= time; seen++) {
      const item = this.#items.item(this.#schedule.station(this.#place), this.#slot);
      if (item !== null) items.push(item);
      this.#place += 1;
      if (this.#place === this.#options.stations) {
        this.#place = 0;
        this.#slot += 1;
      }
    }
    return items;
  }

  /** Sends until it is taken: what is sent after it must not be stored before it. */
  async #send(items: readonly RawItem[]): Promise<void> {
    const { intake, signal, logger: log } = this.#context;
    const logger = log.of('demo');
    for (let attempt = 0; !signal.aborted; attempt++) {
      try {
        const results = await intake.submit(DEMO_NETWORK, 'demo', items);
        const refused = results.find((result) => result.status === 'dead_letter');
        if (refused?.status === 'dead_letter' && !this.#refused) {
          this.#refused = true;
          logger.warn(`an observation was refused: ${refused.detail}`);
        }
        logger.debug('submitted', { observations: items.length });
        return;
      } catch (error) {
        if (signal.aborted) return;
        if (!passes(error)) throw error;
        if (attempt === 0) logger.warn(`${error.message}; trying again until it is taken`);
        await this.#sleep(Math.min(LONGEST_WAIT_MS, 1_000 * 2 ** attempt), signal);
      }
    }
  }
}
