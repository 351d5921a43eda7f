import { join } from 'node:path';
import type { EventLog } from '../../ingest/log/event-log.ts';
import { KafkaLog } from '../../ingest/log/kafka/kafka-log.ts';
import type { Configuration } from '../../schemas/configuration.ts';
import { HalcyonError, messageOf } from '../../schemas/errors.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import type { TimeSeriesStore } from '../stores/time-series-store.ts';
import { ArrivalJournal } from '../stream/arrival-journal.ts';
import { EmbeddedFeed } from '../stream/embedded-feed.ts';
import { KafkaFeed } from '../stream/kafka-feed.ts';
import { StationPlaces } from '../stream/station-places.ts';
import { type EventFeed, RING_EVENTS, StreamHub } from '../stream/stream-hub.ts';
import { watchStream } from '../stream/stream-metrics.ts';
import { kafkaSettings } from './kafka-configuration.ts';

/** What the stream of a process is opened with. */
export interface OpenStreamParts {
  readonly configuration: Configuration;
  /** null where this process has nothing of it. */
  readonly pipeline: Pipeline | null;
  readonly store: TimeSeriesStore;
  /** Current time, ms since the epoch. */
  readonly now: () => number;
  /** One line for the operator. */
  readonly say: (line: string) => void;
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
export async function openStream(parts: OpenStreamParts): Promise<OpenedStream> {
  const { configuration, store, now, say } = parts;
  const places = new StationPlaces(store);
  const { feed, close } = await feedOf(parts, places);
  const hub = new StreamHub({ feed, placeOf: places.placeOf, mostSubscribers: configuration.streamSubscribers, now });
  const endWatching = watchStream(hub);
  if (feed instanceof EmbeddedFeed && (await ArrivalJournal.isThere(journalOf(configuration)))) {
    hub.start().catch((error: unknown) => say(`the stream could not begin: ${messageOf(error)}`));
  }
  return {
    hub,
    close: async () => {
      endWatching();
      await close();
    },
  };
}

async function feedOf(
  { configuration, pipeline, store, now, say }: OpenStreamParts,
  places: StationPlaces,
): Promise<{ readonly feed: EventFeed; close(): Promise<void> }> {
  const settings = kafkaSettings(configuration);
  if (settings !== null) {
    let own: Promise<EventLog> | null = null;
    const open = (): Promise<EventLog> => {
      own ??= KafkaLog.open({ settings, say, now }).catch((error: unknown) => {
        own = null;
        throw error;
      });
      return own;
    };
    const log = async () => pipeline?.log ?? open();
    const feed = new KafkaFeed({ log, places, before: RING_EVENTS / 2 });
    return { feed, close: async () => (await own?.catch(() => null))?.close() };
  }
  if (pipeline !== null) {
    const journal = journalOf(configuration);
    const feed = new EmbeddedFeed({ log: pipeline.log, store, places, journal, capacity: RING_EVENTS, now, say });
    return { feed, close: () => feed.close() };
  }
  const refuse = async (): Promise<never> => {
    const why = 'the log is in the memory of another process: ask the one that runs feed, temporal, spatial and sink';
    throw new HalcyonError('log_unavailable', `${why}, or set KAFKA_BROKERS and SCHEMA_REGISTRY_URL`);
  };
  return { feed: { start: refuse, ends: refuse }, close: async () => undefined };
}

function journalOf({ data }: Configuration): string {
  return join(data, JOURNAL);
}
