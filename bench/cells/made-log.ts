import type {
  Batch,
  BatchHandler,
  DeliveredRecord,
  EventLog,
  SubscriptionOptions,
} from '../../ingest/log/event-log.ts';
import type { TemporalRecord } from '../../schemas/anomaly.ts';
import type { Observation, Values } from '../../schemas/observation.ts';
import { type Station, stationKey } from '../../schemas/station.ts';
import { timeOfSlot } from '../../schemas/time.ts';
import type { TopicName } from '../../schemas/topics.ts';
import type { WindowReport } from '../../schemas/window-report.ts';
import { madeCandidate, madeStation } from '../made-network.ts';
import type { Places } from './continent.ts';

const NETWORK = 'continent';
/** Records of a batch, and registrations that are read at once. */
const BATCH = 1_000;
/** One of so many stations has a value that is flagged, in each slot. */
const STATIONS_A_CANDIDATE = 500;

const idOf = (index: number) => `station-${index}`;

/** Key of a station of the continent. */
export const keyOf = (index: number) => stationKey(NETWORK, idOf(index));

/** Registrations of all stations of the continent. */
export async function* madeStations({ latitudes, longitudes }: Places): AsyncGenerator<readonly Station[]> {
  for (let first = 0; first < latitudes.length; first += BATCH) {
    const count = Math.min(BATCH, latitudes.length - first);
    yield Array.from({ length: count }, (_, k) =>
      madeStation({
        network: NETWORK,
        id: idOf(first + k),
        latitude: latitudes[first + k],
        longitude: longitudes[first + k],
      }),
    );
  }
}

/** What is subscribed to: the options of a worker, and who takes its batches. */
interface Asked {
  readonly options: SubscriptionOptions<TopicName>;
  readonly handler: BatchHandler<unknown>;
}

/**
 * A log whose records are made when they are handed over, so that millions of stations take no room beside their places.
 * What handling them takes of the processor is measured without what making them does.
 */
export class MadeLog {
  readonly #places: Places;
  readonly #stationsOf: readonly Uint32Array[];
  readonly #partitionOf: (key: string) => number;
  readonly #asked = new Map<TopicName, Asked>();
  readonly #next: number[];
  readonly #found: number[];
  /** What is handed over from here on is counted and measured. */
  isMeasured = false;
  /** Observations that were handed over, and CPU time of all that was [us]. */
  observations = 0;
  cpuUs = 0;

  /**
   * @param partitionOf partition of a station, by its key
   * @param stationsOf stations of each partition
   */
  constructor(places: Places, partitionOf: (key: string) => number, stationsOf: readonly Uint32Array[]) {
    this.#places = places;
    this.#partitionOf = partitionOf;
    this.#stationsOf = stationsOf;
    this.#next = stationsOf.map(() => 0);
    this.#found = stationsOf.map(() => 0);
  }

  /** The log as a worker has it. */
  get log(): EventLog {
    const counts = async () => [...this.#next];
    const log: Partial<EventLog> = {
      partitionOf: (_, key) => this.#partitionOf(key),
      subscribe: async (options, handler) => {
        const asked = { options, handler } as unknown as Asked;
        this.#asked.set(options.topic, asked);
        for (const partition of options.topic === 'observations' ? (options.partitions ?? []) : []) {
          await options.onAssigned?.({ partition, done: null, note: '' });
        }
        return { stop: async () => {} };
      },
      ends: async (topic) => (topic === 'observations' ? counts() : topic === 'stations' ? [] : [...this.#found]),
      done: counts,
      notes: async () => this.#next.map(() => ''),
      traced: (topic) => ({ system: 'halcyon', destination: topic }),
      publish: async () => {},
      commit: async () => {},
    };
    return log as EventLog;
  }

  /** Partitions that the worker reads. */
  get readPartitions(): number {
    return this.#read.length;
  }

  get #read(): number[] {
    return [...(this.#asked.get('observations')?.options.partitions ?? [])];
  }

  /** All registrations. */
  stations(): AsyncGenerator<readonly Station[]> {
    return madeStations(this.#places);
  }

  /** What is stored of the stations in some partitions. */
  async *history(from: number, to: number, partitions: ReadonlySet<number>): AsyncGenerator<readonly WindowReport[]> {
    for (const partition of partitions) {
      for (const index of this.#stationsOf[partition]) {
        const station = idOf(index);
        const reports: WindowReport[] = [];
        for (let slot = from; slot <= to; slot++) {
          reports.push({
            station,
            time: timeOfSlot(slot),
            values: valuesOf(index, slot),
            rainCount: null,
            rainInterval: null,
          });
        }
        yield reports;
      }
    }
  }

  /** Gives a worker partitions that a predecessor had brought to a slot. */
  async give(partitions: readonly number[], note: string): Promise<void> {
    const asked = this.#asked.get('temporal-anomalies');
    await Promise.all(partitions.map(async (partition) => asked?.options.onAssigned?.({ partition, done: 0, note })));
  }

  /** Hands over what stations report in a slot, then what the temporal stage found of it in some partitions. */
  async report(slot: number, own: readonly number[]): Promise<void> {
    for (const partition of this.#read) {
      const stations = this.#stationsOf[partition];
      for (let first = 0; first < stations.length; first += BATCH) {
        const some = Array.from(stations.subarray(first, first + BATCH), (index) => observationOf(index, slot));
        await this.#handOver('observations', partition, some, this.#next);
        if (this.isMeasured) this.observations += some.length;
      }
    }
    for (const partition of own) {
      const stations = this.#stationsOf[partition].filter((index) => (index + slot) % STATIONS_A_CANDIDATE === 0);
      const found: TemporalRecord[] = Array.from(stations, (index) => candidateOf(index, slot));
      await this.#handOver('temporal-anomalies', partition, [...found, progressOf(slot)], this.#found);
    }
  }

  async #handOver(topic: TopicName, partition: number, values: readonly object[], next: number[]): Promise<void> {
    const asked = this.#asked.get(topic);
    const first = next[partition];
    next[partition] += values.length;
    const appended = Date.now();
    const records = values.map(
      (value, k): DeliveredRecord<unknown> => ({ key: '', value, offset: first + k, appended }),
    );
    const batch: Batch<unknown> = { partition, records, behind: 0 };
    const before = process.cpuUsage();
    await asked?.handler(batch);
    const { user, system } = process.cpuUsage(before);
    if (this.isMeasured) this.cpuUs += user + system;
  }
}

function valuesOf(index: number, slot: number): Values {
  const temp_out = 10 + (index % 7) + (slot % 5) + 0.1;
  return { temp_out, out_hum: 60, wind_speed: 5, bar: 1010, rain: 0 };
}

function observationOf(index: number, slot: number): Observation {
  return {
    network: NETWORK,
    station: idOf(index),
    time: timeOfSlot(slot),
    values: valuesOf(index, slot),
    extras: {},
    original: {},
    source: 'bench',
    received: 0,
  };
}

function candidateOf(index: number, slot: number): TemporalRecord {
  const expected = valuesOf(index, slot).temp_out ?? 0;
  return madeCandidate({
    network: NETWORK,
    station: idOf(index),
    variable: 'temp_out',
    slot,
    actual: expected + 20,
    expected,
  });
}

const progressOf = (slot: number): TemporalRecord => ({ kind: 'progress', network: NETWORK, slot });

/** The network that all stations belong to. */
export const CONTINENT = NETWORK;
