import { messageOf } from '../../../schemas/errors.ts';
import type { RawItem } from '../../raw-item.ts';
import type { Feed, FeedContext } from '../feed.ts';
import { sleepUnlessAborted } from '../sleep-unless-aborted.ts';
import { passes, submitPatiently } from '../submit-patiently.ts';
import type { GeojsonAddress } from './geojson-address.ts';
import { featureFields, featureItem, featuresOf } from './geojson-items.ts';
import type { Found } from './geojson-place.ts';
import { KnownObservations } from './known-observations.ts';
import { LiveClock } from './live-clock.ts';
import { PlaceAway } from './place-away.ts';

export interface GeojsonFeedOptions {
  /** Time between two looks, ms. */
  readonly everyMs?: number;
  /** Waits between tries of a submit that failed for a while, ms. */
  readonly waits?: readonly number[];
  /** From 0 to 1: spreads the looks of many that failed together. */
  readonly random?: () => number;
  /** Waits between two looks; a test gives one that moves its clock. Resolves early when the signal aborts. */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
}

const EVERY_MS = 60_000;
/**
 * Longest wait while it is away, half of ten minutes: a feed that shows the newest observation of each station only is
 * looked at before it shows the next.
 */
const LONGEST_MS = 300_000;
const BATCH = 5000;
/** Kept while the intake is away; a network of 1,000 stations makes so many in a day and a half. */
const MOST_HELD = 200_000;

/**
 * A GeoJSON FeatureCollection of the newest observations, looked at again and again. What was brought is not brought
 * again, what could not be submitted is kept until it can. Where it breaks it is looked at ever less often, with jitter,
 * up to five minutes; a server that asks for a longer wait is given it.
 */
export function geojsonFeed(address: GeojsonAddress, options: GeojsonFeedOptions = {}): Feed {
  return { name: 'geojson', run: (context) => new GeojsonRun(address, options, context).run() };
}

class GeojsonRun {
  private readonly address: GeojsonAddress;
  private readonly options: GeojsonFeedOptions;
  private readonly context: FeedContext;
  private readonly known = new KnownObservations();
  private readonly clock: LiveClock | null;
  private version = '';
  private held: RawItem[] = [];
  private failures = 0;
  /** Wait that the server asked for, ms. */
  private asked = 0;

  constructor(address: GeojsonAddress, options: GeojsonFeedOptions, context: FeedContext) {
    this.address = address;
    this.options = options;
    this.context = context;
    this.clock = address.zone === null ? null : new LiveClock(address.zone);
  }

  async run(): Promise<void> {
    const { signal } = this.context;
    const { sleep = sleepUnlessAborted } = this.options;
    while (!signal.aborted) {
      await this.look();
      await this.submit();
      if (!signal.aborted) await sleep(this.pause(), signal);
    }
  }

  /** Time to the next look, ms. */
  private pause(): number {
    const { everyMs = EVERY_MS, random = Math.random } = this.options;
    if (this.failures === 0) return everyMs;
    const longer = Math.min(Math.max(LONGEST_MS, everyMs), everyMs * 2 ** this.failures);
    return Math.max(longer * (0.5 + random() / 2), this.asked);
  }

  private async look(): Promise<void> {
    const { signal, now } = this.context;
    const logger = this.context.logger.of('geojson');
    const { place, form } = this.address;
    let found: Found;
    let features: readonly unknown[] | undefined;
    try {
      found = await place.read({ known: this.version, signal, now: now() });
      features = found === null ? [] : featuresOf(found.text);
      if (features === undefined) throw new PlaceAway('it is no GeoJSON FeatureCollection');
    } catch (error) {
      if (signal.aborted) return;
      if (this.failures === 0) logger.warn(`${place.title} is away: ${messageOf(error)}; it is tried again`);
      this.failures = Math.min(this.failures + 1, 30);
      this.asked = error instanceof PlaceAway ? error.retryAfterMs : 0;
      return;
    }
    if (this.failures > 0) logger.info(`${place.title} is back`);
    this.failures = 0;
    logger.debug('read', { place: place.title, features: features.length, is_new: found !== null });
    if (found === null) return;
    const read = features.map((feature) => featureFields(feature, form));
    this.clock?.settle(read, now());
    const items = read.map((fields) => featureItem(fields, place.title));
    for (const item of this.known.newOf(items)) this.held.push(item);
    this.version = found.version;
  }

  private async submit(): Promise<void> {
    const logger = this.context.logger.of('geojson');
    const { place, network } = this.address;
    while (this.held.length > 0) {
      const batch = this.held.slice(0, BATCH);
      try {
        const results = await submitPatiently(this.context, network, 'geojson', batch, this.options.waits);
        if (results === null) return;
      } catch (error) {
        if (!passes(error)) throw error;
        const excess = this.held.length - MOST_HELD;
        if (excess > 0) {
          this.held = this.held.slice(excess);
          logger.warn(`${excess} observations of ${place.title} are lost: the store has taken nothing for too long`);
        }
        return;
      }
      this.held = this.held.slice(batch.length);
    }
  }
}
