import { setImmediate as turn } from 'node:timers/promises';
import { EmbeddedLog } from '../../../ingest/log/embedded-log.ts';
import type { Anomaly } from '../../../schemas/anomaly.ts';
import type { ExpertRule } from '../../../schemas/expert-rule.ts';
import type { Fault, FaultRecord } from '../../../schemas/fault.ts';
import { SILENT } from '../../../schemas/logger.ts';
import type { Observation } from '../../../schemas/observation.ts';
import type { ToldWeatherEvent } from '../../../schemas/weather-event.ts';
import { Overlay } from '../../../services/experts/overlay.ts';
import { EmbeddedFeed } from '../../../services/stream/embedded-feed.ts';
import type { StreamFilter } from '../../../services/stream/stream-event.ts';
import { StreamHub } from '../../../services/stream/stream-hub.ts';
import { until } from '../../until.ts';
import { type Heard, hear } from './heard.ts';

/** What is stored, as a store has it: of versions of a verdict that are alike the last one, of revisions the last. */
export class Stored {
  readonly observations = new Map<string, Observation>();
  readonly anomalies = new Map<string, Anomaly>();
  /** The last version of each. */
  readonly faults = new Map<string, Fault>();
  /** The last version of each. */
  readonly weather = new Map<string, ToldWeatherEvent>();
  /** What people say of them. */
  readonly said: ExpertRule[] = [];

  async observationsReceived(since: number, most: number): Promise<Observation[]> {
    return newest(this.observations, ({ received }) => received, since, most);
  }

  async anomaliesJudged(since: number, most: number): Promise<Anomaly[]> {
    return newest(this.anomalies, ({ judged }) => judged, since, most);
  }

  async faultsJudged(since: number, most: number): Promise<Fault[]> {
    return newest(this.faults, ({ judged }) => judged, since, most);
  }

  async weatherEventsJudged(since: number, most: number): Promise<ToldWeatherEvent[]> {
    return newest(this.weather, ({ judged }) => judged, since, most);
  }

  put(...records: (Observation | Anomaly)[]): void {
    for (const record of records) {
      if ('values' in record) this.observations.set(`${record.station} ${record.time}`, record);
      else this.anomalies.set(`${record.id} ${record.version}`, record);
    }
  }
}

const TOPICS = ['observations', 'anomalies', 'faults', 'weather-events'] as const;

/** One life of a system: its log, its sink and its stream. */
export class Life {
  readonly log = new EmbeddedLog({
    durableGroups: { observations: 'store', anomalies: 'store', faults: 'store', 'weather-events': 'store' },
  });
  readonly feed: EmbeddedFeed;
  readonly hub: StreamHub;
  /** Hears everything, from before the first of the others. */
  #all: Promise<Heard> | undefined;

  constructor(stored: Stored, journal: string, now: number, capacity = 1_000) {
    const places = { follow: async () => undefined };
    const saidOf = async () => new Overlay([...stored.said]);
    const parts = { log: this.log, store: stored, places, saidOf, journal, capacity, now: () => now, logger: SILENT };
    this.feed = new EmbeddedFeed(parts);
    this.hub = new StreamHub({
      feed: this.feed,
      // Of the stations of a weather event one stands where it is known.
      placeOf: (_, station) => (station === 's2' ? { latitude: 51, longitude: 4 } : undefined),
      mostSubscribers: 10,
      now: () => now,
      ringEvents: capacity,
    });
    for (const topic of ['observations', 'anomalies'] as const) {
      void this.log.subscribe({ group: 'store', topic }, async ({ records }) => {
        await turn();
        stored.put(...records.map(({ value }) => value));
      });
    }
    void this.log.subscribe({ group: 'store', topic: 'faults' }, async ({ records }) => {
      await turn();
      for (const { value } of records) if (value.kind === 'fault') stored.faults.set(value.fault.id, value.fault);
    });
    void this.log.subscribe({ group: 'store', topic: 'weather-events' }, async ({ records }) => {
      await turn();
      for (const { value } of records) stored.weather.set(value.id, value);
    });
  }

  async hear(lastId?: string, changes: Partial<StreamFilter> = {}): Promise<Heard> {
    this.#all ??= this.#open();
    await this.#all;
    return this.#open(lastId, changes);
  }

  async #open(lastId?: string, changes: Partial<StreamFilter> = {}): Promise<Heard> {
    const filter = { types: TOPICS, ...changes };
    return hear(await this.hub.open({ filter, lastId, expires: null, who: null, cut: () => undefined }));
  }

  /** Waits until everything that was published has been told. */
  async told(): Promise<void> {
    const all = await this.#all;
    if (all === undefined) return;
    for (const topic of TOPICS) await until(`all ${topic} are taken`, () => this.log.held(topic) === 0);
    const [next] = await this.feed.ends();
    await until('all that was taken is told', () => Number.parseInt(all.lastId.split('.').at(-1) ?? '', 36) >= next);
    await turn();
  }

  async observe(...observations: Observation[]): Promise<void> {
    await this.log.publish(
      'observations',
      observations.map((value) => ({ key: 'a', value })),
    );
  }

  async judge(...anomalies: Anomaly[]): Promise<void> {
    await this.log.publish(
      'anomalies',
      anomalies.map((value) => ({ key: 'a', value })),
    );
  }

  async name(...records: FaultRecord[]): Promise<void> {
    await this.log.publish(
      'faults',
      records.map((value) => ({ key: 'a', value })),
    );
  }

  async tellOf(...events: ToldWeatherEvent[]): Promise<void> {
    await this.log.publish(
      'weather-events',
      events.map((value) => ({ key: value.network, value })),
    );
  }

  async end(): Promise<void> {
    await this.told();
    this.hub.close();
    await turn();
    await this.log.close();
    await this.feed.close();
  }
}

/** The newest records from a time on, the oldest of them first. */
function newest<T>(records: ReadonlyMap<string, T>, timeOf: (record: T) => number, since: number, most: number): T[] {
  const found = [...records.values()].filter((record) => timeOf(record) >= since);
  return found.sort((a, b) => timeOf(a) - timeOf(b)).slice(-most);
}
