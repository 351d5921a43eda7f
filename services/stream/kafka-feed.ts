import type { Batch, EventLog } from '../../ingest/log/event-log.ts';
import type { TopicRecords } from '../../schemas/topics.ts';
import { anomalyEvent, observationEvent, type SaidOf } from './log-events.ts';
import type { Lane, Position } from './position.ts';
import type { StationPlaces } from './station-places.ts';
import type { StreamEvent } from './stream-event.ts';
import type { EventFeed, LogLanes } from './stream-hub.ts';

const GROUP = 'stream';

/** A topic that is told of. */
interface Told<K extends 'observations' | 'anomalies'> {
  readonly topic: K;
  readonly eventsOf: (records: readonly TopicRecords[K][]) => StreamEvent[] | Promise<StreamEvent[]>;
}

const OBSERVATIONS: Told<'observations'> = {
  topic: 'observations',
  eventsOf: (records) => records.map(observationEvent),
};

const OBSERVATIONS_LANE: Lane = { types: ['observations'] };
const ANOMALIES_LANE: Lane = { types: ['anomalies'] };

/** What the events of a log on Kafka are read with. */
export interface KafkaFeedParts {
  /** Opens the log, or gives the one that this process has. */
  readonly log: () => Promise<EventLog>;
  readonly places: Pick<StationPlaces, 'follow'>;
  readonly saidOf: SaidOf;
  /** Records before the present ones that are read of each topic, for those who come from another process. */
  readonly before: number;
}

/**
 * The events of a log that outlives its readers: a lane for each partition of the observations, then of the anomalies, with
 * the partition's own offsets, so that every process of the system gives an event the same number.
 */
export class KafkaFeed implements EventFeed {
  readonly #parts: KafkaFeedParts;
  #log: EventLog | null = null;

  constructor(parts: KafkaFeedParts) {
    this.#parts = parts;
  }

  async start(lanes: LogLanes): Promise<void> {
    const log = await this.#parts.log();
    this.#log = log;
    await this.#parts.places.follow(log);
    const observations = await log.ends('observations');
    const anomalies = await log.ends('anomalies');
    const from = (ends: readonly number[]) =>
      ends.map((end) => Math.max(0, end - Math.ceil(this.#parts.before / ends.length)));
    lanes.open(
      `k${observations.length}x${anomalies.length}`,
      [...observations.map(() => OBSERVATIONS_LANE), ...anomalies.map(() => ANOMALIES_LANE)],
      [...from(observations), ...from(anomalies)],
    );
    await this.#follow(log, OBSERVATIONS, lanes, 0);
    const told: Told<'anomalies'> = {
      topic: 'anomalies',
      eventsOf: async (records) => {
        const said = await this.#parts.saidOf(records);
        return records.map((anomaly) => anomalyEvent(anomaly, said));
      },
    };
    await this.#follow(log, told, lanes, observations.length);
  }

  async ends(): Promise<Position> {
    const log = this.#log ?? (await this.#parts.log());
    return [...(await log.ends('observations')), ...(await log.ends('anomalies'))];
  }

  async #follow<K extends 'observations' | 'anomalies'>(
    log: EventLog,
    { topic, eventsOf }: Told<K>,
    lanes: LogLanes,
    firstLane: number,
  ): Promise<void> {
    const begun = new Set<number>();
    await log.subscribe(
      {
        group: GROUP,
        topic,
        read: 'all',
        onAssigned: async ({ partition }) => lanes.positionOf(firstLane + partition),
      },
      async ({ partition, records }: Batch<TopicRecords[K]>) => {
        const lane = firstLane + partition;
        // What the log has forgotten nobody can go on from.
        if (!begun.has(lane) && records.length > 0) lanes.begin(lane, records[0].offset);
        begun.add(lane);
        const events = await eventsOf(records.map(({ value }) => value));
        for (const [k, { offset }] of records.entries()) lanes.publish(lane, offset, events[k]);
      },
    );
  }
}
