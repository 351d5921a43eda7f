import { join } from 'node:path';
import type { EventLog } from '../../ingest/log/event-log.ts';
import type { Anomaly } from '../../schemas/anomaly.ts';
import type { Configuration } from '../../schemas/configuration.ts';
import { HalcyonError } from '../../schemas/errors.ts';
import type { Logger } from '../../schemas/logger.ts';
import { NO_OVERLAY, type Overlay, overlayOf } from '../experts/overlay.ts';
import type { RuleRegister } from '../experts/rule-register.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import type { TimeSeriesStore } from '../stores/time-series-store.ts';
import { ArrivalJournal } from '../stream/arrival-journal.ts';
import { EmbeddedFeed } from '../stream/embedded-feed.ts';
import { KafkaFeed } from '../stream/kafka-feed.ts';
import { StationPlaces } from '../stream/station-places.ts';
import { RING_EVENTS, StreamHub } from '../stream/stream-hub.ts';
import { watchStream } from '../stream/stream-metrics.ts';
import { kafkaSettings } from './kafka-configuration.ts';

/** What the stream of a process is opened with. */
export interface OpenStreamDependencies {
  readonly configuration: Configuration;
  /** null where this process has nothing of it. */
  readonly pipeline: Pipeline | null;
  readonly store: TimeSeriesStore;
  /** What people say of anomalies. */
  readonly rules: RuleRegister;
  /** Opens the log, or gives the one that this process has; null where there is none. */
  readonly log: () => Promise<EventLog | null>;
  /** Current time, ms since the epoch. */
  readonly now: () => number;
  /** One line for the operator. */
  readonly logger: Logger;
}

/** The stream of a process. */
export interface OpenedStream {
  readonly hub: StreamHub;
  /** Ends the reading, after the log has ended and the hub. */
  close(): Promise<void>;
}

/** File of a data folder that keeps the order in which things came. */
const JOURNAL = 'stream-arrivals';

/**
 * Makes the hub of a process's subscribers. Nothing is read until the first of them comes, or where a run before this one had
 * some who may come back.
 */
export async function openStream(dependencies: OpenStreamDependencies): Promise<OpenedStream> {
  const { configuration, store, now, logger } = dependencies;
  const places = new StationPlaces(store);
  const feed = feedOf(dependencies, places);
  const hub = new StreamHub({ feed, placeOf: places.placeOf, mostSubscribers: configuration.streamSubscribers, now });
  const endWatching = watchStream(hub);
  if (feed instanceof EmbeddedFeed && (await ArrivalJournal.isThere(journalOf(configuration)))) {
    hub.start().catch((error: unknown) => logger.warn(`the stream could not begin`, { cause: error }));
  }
  return {
    hub,
    close: async () => {
      endWatching();
      if (feed instanceof EmbeddedFeed) await feed.close();
    },
  };
}

function feedOf(
  { configuration, pipeline, store, rules, log, now, logger }: OpenStreamDependencies,
  places: StationPlaces,
): KafkaFeed | EmbeddedFeed {
  const saidOf = (anomalies: readonly Anomaly[]) => saidIn(rules, anomalies);
  if (pipeline !== null && kafkaSettings(configuration) === null) {
    const journal = journalOf(configuration);
    return new EmbeddedFeed({ log: pipeline.log, store, places, saidOf, journal, capacity: RING_EVENTS, now, logger });
  }
  const opened = async () => {
    const found = await log();
    if (found !== null) return found;
    const why = 'the log is in the memory of another process: ask the one that runs feed, temporal, spatial and sink';
    throw new HalcyonError('log_unavailable', `${why}, or set KAFKA_BROKERS and SCHEMA_REGISTRY_URL`);
  };
  return new KafkaFeed({ log: opened, places, saidOf, before: RING_EVENTS / 2 });
}

/** A catalogue that is away holds up no event: what people said is in the lists when it is back. */
async function saidIn(rules: RuleRegister, anomalies: readonly Anomaly[]): Promise<Overlay> {
  if (anomalies.length === 0) return NO_OVERLAY;
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { time } of anomalies) [from, to] = [Math.min(from, time), Math.max(to, time)];
  return overlayOf(rules, { from, to }).catch(() => NO_OVERLAY);
}

function journalOf({ data }: Configuration): string {
  return join(data, JOURNAL);
}
