import { setTimeout as wait } from 'node:timers/promises';
import { type ErrorCode, HalcyonError, messageOf } from '../../../schemas/errors.ts';
import type { RawItem } from '../../raw-item.ts';
import type { Feed, FeedContext } from '../feed.ts';
import { submitPatiently } from '../import/submit-patiently.ts';
import { featureItem, featuresOf } from './geojson-items.ts';
import type { Found, GeojsonPlace } from './geojson-place.ts';

export interface GeojsonFeedOptions {
  /** Time between two looks, ms. */
  readonly everyMs?: number;
  /** Waits between tries of a submit that failed for a while, ms. */
  readonly waits?: readonly number[];
  /** From 0 to 1: spreads the looks of many that failed together. */
  readonly random?: () => number;
}

const EVERY_MS = 60_000;
const LONGEST_MS = 900_000;
const BATCH = 5000;
/** Kept while the intake is away; a network of 1,000 stations makes so many in a day and a half. */
const MOST_HELD = 200_000;
const PASSING: ReadonlySet<ErrorCode> = new Set(['store_unavailable', 'store_locked', 'overloaded']);

/**
 * A GeoJSON FeatureCollection that shows the newest observation of each station, looked at again and again. What was
 * brought is not brought again, what could not be submitted is kept until it can. Where it breaks it is looked at ever
 * less often, with jitter, up to a quarter of an hour.
 */
export function geojsonFeed(place: GeojsonPlace, options: GeojsonFeedOptions = {}): Feed {
  return { name: 'geojson', run: (context) => new GeojsonRun(place, options, context).run() };
}

class GeojsonRun {
  private readonly place: GeojsonPlace;
  private readonly options: GeojsonFeedOptions;
  private readonly context: FeedContext;
  private version = '';
  /** Bytes of each feature of the last look: those that stand there still are not new. */
  private seen: ReadonlySet<string> = new Set();
  private held: RawItem[] = [];
  private failures = 0;

  constructor(place: GeojsonPlace, options: GeojsonFeedOptions, context: FeedContext) {
    this.place = place;
    this.options = options;
    this.context = context;
  }

  async run(): Promise<void> {
    const { signal } = this.context;
    const { everyMs = EVERY_MS, random = Math.random } = this.options;
    while (!signal.aborted) {
      await this.look();
      await this.submit();
      const longer = Math.min(LONGEST_MS, everyMs * 2 ** this.failures);
      const pause = this.failures === 0 ? everyMs : longer * (0.5 + random() / 2);
      await wait(pause, undefined, { signal }).catch(() => undefined);
    }
  }

  private async look(): Promise<void> {
    const { say, signal } = this.context;
    let found: Found;
    let features: readonly unknown[] | undefined;
    try {
      found = await this.place.read(this.version, signal);
      features = found === null ? [] : featuresOf(found.text);
      if (features === undefined) throw new Error('it is no GeoJSON FeatureCollection');
    } catch (error) {
      if (signal.aborted) return;
      if (this.failures === 0) say(`geojson: ${this.place.title} is away: ${messageOf(error)}; it is tried again`);
      this.failures = Math.min(this.failures + 1, 30);
      return;
    }
    if (this.failures > 0) say(`geojson: ${this.place.title} is back`);
    this.failures = 0;
    if (found === null) return;
    const seen = new Set<string>();
    for (const feature of features) {
      const item = featureItem(feature, this.place.title);
      const bytes = Buffer.from(item.body).toString('utf8');
      if (!this.seen.has(bytes) && !seen.has(bytes)) this.held.push(item);
      seen.add(bytes);
    }
    this.seen = seen;
    this.version = found.version;
  }

  private async submit(): Promise<void> {
    const { say } = this.context;
    while (this.held.length > 0) {
      const batch = this.held.slice(0, BATCH);
      try {
        const results = await submitPatiently(this.context, this.place.network, 'geojson', batch, this.options.waits);
        if (results === null) return;
      } catch (error) {
        if (!(error instanceof HalcyonError) || !PASSING.has(error.code)) throw error;
        const excess = this.held.length - MOST_HELD;
        if (excess > 0) {
          this.held = this.held.slice(excess);
          say(`geojson: ${excess} observations of ${this.place.title} are lost: the store is away for too long`);
        }
        return;
      }
      this.held = this.held.slice(batch.length);
    }
  }
}
