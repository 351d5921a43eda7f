import { createHash } from 'node:crypto';
import type { EventLog, Subscription } from '../../ingest/log/event-log.ts';
import { Gathering } from '../../ingest/log/gathering.ts';
import type { Anomaly } from '../../schemas/anomaly.ts';
import { HalcyonError } from '../../schemas/errors.ts';
import type { Fault } from '../../schemas/fault.ts';
import type { Logger } from '../../schemas/logger.ts';
import type { Observation } from '../../schemas/observation.ts';
import { stationKey } from '../../schemas/station.ts';
import type { ToldWeatherEvent } from '../../schemas/weather-event.ts';
import type { Overlay } from '../experts/overlay.ts';
import type { FaultStore } from '../stores/roles/fault-store.ts';
import type { ObservationStore } from '../stores/roles/observation-store.ts';
import type { VerdictStore } from '../stores/roles/verdict-store.ts';
import type { WeatherEventStore } from '../stores/roles/weather-event-store.ts';
import { type Arrival, ArrivalJournal } from './arrival-journal.ts';
import { anomalyEvent, faultEvent, observationEvent, type SaidOf, weatherEvent } from './log-events.ts';
import type { Lane, Position } from './position.ts';
import type { StationPlaces } from './station-places.ts';
import type { StreamEvent } from './stream-event.ts';
import type { EventFeed, LogLanes } from './stream-hub.ts';

/** What the events of an embedded log are read with. */
export interface EmbeddedFeedDependencies {
  readonly log: EventLog;
  readonly store: Pick<ObservationStore, 'observationsReceived'> &
    Pick<VerdictStore, 'anomaliesJudged'> &
    Pick<FaultStore, 'faultsJudged'> &
    Pick<WeatherEventStore, 'weatherEventsJudged'>;
  readonly places: Pick<StationPlaces, 'follow'>;
  readonly saidOf: SaidOf;
  /** File of the journal of arrivals. */
  readonly journal: string;
  /** Arrivals that somebody may come back to. */
  readonly capacity: number;
  /** Current time, ms since the epoch. */
  readonly now: () => number;
  /** One line for the operator. */
  readonly logger: Logger;
}

/** Something that came, in the words of the journal and of the stream. */
interface Arrived extends Arrival {
  readonly event: StreamEvent;
}

const GROUP = 'stream';
/** Records that are taken at once, and written to the journal: each time the store is waited for. */
const MOST_AT_ONCE = 8_192;
const TOPICS = ['observations', 'anomalies', 'faults', 'weather-events'] as const;
const LANE: Lane = { types: TOPICS };

/**
 * The events of an embedded log, in one lane: the order of the journal of arrivals. Nothing is told before it is stored;
 * after a restart what the journal names is read from the store again, and what was stored and not named any more, since
 * the process was ended in between, follows. What is judged again and found the same is no news.
 */
export class EmbeddedFeed implements EventFeed {
  readonly #dependencies: EmbeddedFeedDependencies;
  #journal: ArrivalJournal | null = null;
  #subscriptions: Subscription[] = [];

  constructor(dependencies: EmbeddedFeedDependencies) {
    this.#dependencies = dependencies;
  }

  async start(lanes: LogLanes): Promise<void> {
    const { log, places, journal: path, capacity, now, logger } = this.#dependencies;
    await places.follow(log);
    const journal = await ArrivalJournal.open(path, capacity, now(), logger);
    const gathering = new Gathering<Arrived>({ write: (some) => tell(lanes, journal, some), most: MOST_AT_ONCE });
    let begin = () => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    // What comes while the past is recalled waits in the log.
    const take = async (topic: (typeof TOPICS)[number], some: readonly Arrived[]): Promise<void> => {
      await begun;
      if (this.#journal !== journal) return;
      try {
        await log.flushed(topic);
      } catch (error) {
        // The log is closed: what it stores yet is found in the store at the next start.
        if (error instanceof HalcyonError && error.code === 'interrupted') return;
        throw error;
      }
      await gathering.add(some);
    };
    const options = { group: GROUP, read: 'new', maxRecords: MOST_AT_ONCE } as const;
    const subscriptions = [
      await log.subscribe({ ...options, topic: 'observations' }, async ({ records }) =>
        take(
          'observations',
          records.map(({ value }) => observationArrived(value)),
        ),
      ),
      await log.subscribe({ ...options, topic: 'anomalies' }, async ({ records }) =>
        take('anomalies', await this.#anomaliesArrived(records.map(({ value }) => value))),
      ),
      await log.subscribe({ ...options, topic: 'faults' }, async ({ records }) => {
        const faults = records.flatMap(({ value }) => (value.kind === 'fault' ? [faultArrived(value.fault)] : []));
        await take('faults', faults);
      }),
      await log.subscribe({ ...options, topic: 'weather-events' }, async ({ records }) =>
        take(
          'weather-events',
          records.map(({ value }) => weatherArrived(value)),
        ),
      ),
    ];
    try {
      await this.#recall(lanes, journal);
      this.#journal = journal;
      this.#subscriptions = subscriptions;
    } catch (error) {
      await journal.close();
      throw error;
    } finally {
      begin();
      if (this.#journal !== journal) await Promise.all(subscriptions.map((subscription) => subscription.stop()));
    }
  }

  async ends(): Promise<Position> {
    return [this.#journal?.next ?? 0];
  }

  /** Ends the reading, after the log has been closed. */
  async close(): Promise<void> {
    await Promise.all(this.#subscriptions.map((subscription) => subscription.stop()));
    await this.#journal?.close();
  }

  async #anomaliesArrived(anomalies: readonly Anomaly[]): Promise<Arrived[]> {
    const said = await this.#dependencies.saidOf(anomalies);
    return anomalies.map((anomaly) => anomalyArrived(anomaly, said));
  }

  /** Tells again what the journal names, then what it should have named. */
  async #recall(lanes: LogLanes, journal: ArrivalJournal): Promise<void> {
    const { store, capacity, now, logger } = this.#dependencies;
    const { arrivals, first } = journal;
    const stamps = arrivals.map(({ stamp }) => stamp);
    const since = first === 1 ? journal.begun : earliest(stamps);
    // What came before the journal's first arrival is not missing from it: the newer half is beyond doubt.
    const missingSince = first === 1 ? journal.begun : earliest(stamps.slice(stamps.length / 2));
    const stored = [
      ...(await store.observationsReceived(since, capacity)).map(observationArrived),
      ...(await this.#anomaliesArrived(await store.anomaliesJudged(since, capacity))),
      ...(await store.faultsJudged(since, capacity)).map(faultArrived),
      ...(await store.weatherEventsJudged(since, capacity)).map(weatherArrived),
    ];
    const named = new Map<number, StreamEvent>();
    const missing: Arrived[] = [];
    for (const arrived of stored) {
      const number = journal.numberOf(arrived.key);
      if (number !== undefined) named.set(number, arrived.event);
      else if (arrived.stamp >= missingSince) missing.push(arrived);
    }
    if (missing.length > capacity / 2) {
      logger.warn('stream: more came without this system than can be told in order; subscribers load anew');
      await journal.beginAnew(now());
      lanes.open(tokenOf(journal), [LANE], [journal.first]);
      return;
    }
    lanes.open(tokenOf(journal), [LANE], [first]);
    // What is not found was replaced by what came later: a correction, a verdict that was settled as it was.
    for (const [number, event] of [...named].sort(([a], [b]) => a - b)) lanes.publish(0, number, event);
    lanes.pass(0, journal.next);
    await tell(
      lanes,
      journal,
      missing.sort((a, b) => a.stamp - b.stamp),
    );
  }
}

function earliest(stamps: readonly number[]): number {
  return stamps.reduce((least, stamp) => Math.min(least, stamp), Number.POSITIVE_INFINITY);
}

function tokenOf(journal: ArrivalJournal): string {
  return `e${journal.id}`;
}

/** Puts what is new into the journal, then tells it. */
async function tell(lanes: LogLanes, journal: ArrivalJournal, some: readonly Arrived[]): Promise<void> {
  const fresh = new Map<string, Arrived>();
  for (const arrived of some) {
    if (journal.numberOf(arrived.key) === undefined && !fresh.has(arrived.key)) fresh.set(arrived.key, arrived);
  }
  if (fresh.size === 0) return;
  let number = await journal.add([...fresh.values()]);
  for (const { event } of fresh.values()) lanes.publish(0, number++, event);
}

function observationArrived(observation: Observation): Arrived {
  const { network, station, time, received } = observation;
  const key = keyOf(`observation ${stationKey(network, station)} ${time} ${received}`);
  return { key, stamp: received, event: observationEvent(observation) };
}

/** A verdict that is given again is the same where it rests on the same and says the same of how certain it is. */
function anomalyArrived(anomaly: Anomaly, said: Overlay): Arrived {
  const { id, version, state, final, judged } = anomaly;
  return {
    key: keyOf(`anomaly ${id} ${version} ${state} ${final}`),
    stamp: judged,
    event: anomalyEvent(anomaly, said),
  };
}

/** Equal facts give equal versions. */
function faultArrived(fault: Fault): Arrived {
  const { id, version, judged } = fault;
  return { key: keyOf(`fault ${id} ${version}`), stamp: judged, event: faultEvent(fault) };
}

/** An event that was withdrawn and is told again may say what it said before: when it was told is part of what it is. */
function weatherArrived(event: ToldWeatherEvent): Arrived {
  const { id, version, state, judged } = event;
  return { key: keyOf(`weather-event ${id} ${version} ${state} ${judged}`), stamp: judged, event: weatherEvent(event) };
}

/** Eight bytes: of ten thousand million arrivals not one is likely to be taken for another that is still known. */
function keyOf(text: string): string {
  return createHash('sha1').update(text).digest().toString('latin1', 0, 8);
}
