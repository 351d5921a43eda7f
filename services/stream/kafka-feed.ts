import type { Batch, EventLog } from '../../ingest/log/event-log.ts';
import type { TopicRecords } from '../../schemas/topics.ts';
import { anomalyEvent, faultEvent, observationEvent, type SaidOf, weatherEvent } from './log-events.ts';
import type { Lane, Position } from './position.ts';
import type { StationPlaces } from './station-places.ts';
import type { StreamEvent } from './stream-event.ts';
import type { EventFeed, LogLanes } from './stream-hub.ts';

const GROUP = 'stream';

/** Topics that are told of, in the order of their lanes. */
const TOPICS = ['observations', 'anomalies', 'faults', 'weather-events'] as const;
type ToldTopic = (typeof TOPICS)[number];

/** A topic that is told of; null for a record of which nothing is told. */
interface Told<K extends ToldTopic> {
  readonly topic: K;
  readonly eventsOf: (
    records: readonly TopicRecords[K][],
  ) => readonly (StreamEvent | null)[] | Promise<readonly StreamEvent[]>;
}

const OBSERVATIONS: Told<'observations'> = {
  topic: 'observations',
  eventsOf: (records) => records.map(observationEvent),
};

const FAULTS: Told<'faults'> = {
  topic: 'faults',
  eventsOf: (records) => records.map((record) => (record.kind === 'fault' ? faultEvent(record.fault) : null)),
};

const WEATHER: Told<'weather-events'> = {
  topic: 'weather-events',
  eventsOf: (records) => records.map(weatherEvent),
};

/** What the events of a log on Kafka are read with. */
export interface KafkaFeedDependencies {
  /** Opens the log, or gives the one that this process has. */
  readonly log: () => Promise<EventLog>;
  readonly places: Pick<StationPlaces, 'follow'>;
  readonly saidOf: SaidOf;
  /** Records before the present ones that are read of each topic, for those who come from another process. */
  readonly before: number;
}

/**
 * The events of a log that outlives its readers: a lane for each partition of the observations, of the anomalies, of the
 * faults, then of the weather events, with the partition's own offsets, so that every process of the system gives an event the same number.
 */
export class KafkaFeed implements EventFeed {
  readonly #dependencies: KafkaFeedDependencies;
  #log: EventLog | null = null;

  constructor(dependencies: KafkaFeedDependencies) {
    this.#dependencies = dependencies;
  }

  async start(lanes: LogLanes): Promise<void> {
    const log = await this.#dependencies.log();
    this.#log = log;
    await this.#dependencies.places.follow(log);
    const ends = await endsOf(log);
    const from = (ofTopic: readonly number[]) =>
      ofTopic.map((end) => Math.max(0, end - Math.ceil(this.#dependencies.before / ofTopic.length)));
    lanes.open(
      `k${ends.map(({ length }) => length).join('x')}`,
      ends.flatMap((ofTopic, k) => ofTopic.map((): Lane => ({ types: [TOPICS[k]] }))),
      ends.flatMap(from),
    );
    const [observations, anomalies, faults] = ends;
    await this.#follow(log, OBSERVATIONS, lanes, 0);
    const told: Told<'anomalies'> = {
      topic: 'anomalies',
      eventsOf: async (records) => {
        const said = await this.#dependencies.saidOf(records);
        return records.map((anomaly) => anomalyEvent(anomaly, said));
      },
    };
    await this.#follow(log, told, lanes, observations.length);
    await this.#follow(log, FAULTS, lanes, observations.length + anomalies.length);
    await this.#follow(log, WEATHER, lanes, observations.length + anomalies.length + faults.length);
  }

  async ends(): Promise<Position> {
    const log = this.#log ?? (await this.#dependencies.log());
    return (await endsOf(log)).flat();
  }

  async #follow<K extends ToldTopic>(
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
        for (const [k, { offset }] of records.entries()) {
          const event = events[k];
          if (event === null) lanes.pass(lane, offset + 1);
          else lanes.publish(lane, offset, event);
        }
      },
    );
  }
}

/** Where the partitions of each topic end. */
function endsOf(log: EventLog): Promise<readonly (readonly number[])[]> {
  return Promise.all(TOPICS.map((topic) => log.ends(topic)));
}
