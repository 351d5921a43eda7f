import type { DeadLetter } from '../../schemas/dead-letter.ts';
import { HalcyonError } from '../../schemas/errors.ts';
import type { Observation } from '../../schemas/observation.ts';
import { newStation, type Station, stationKey } from '../../schemas/station.ts';
import { count } from '../../schemas/telemetry/instruments.ts';
import { METRICS } from '../../schemas/telemetry/metric-table.ts';
import { isoOf } from '../../schemas/time.ts';
import type { TopicName, TopicRecords } from '../../schemas/topics.ts';
import { deadLetterOf } from '../dead-letters.ts';
import type { RegisteringIntake, RegistrationResult, Sender, StationHomes } from '../intake.ts';
import type { LogRecord, LogWriter } from '../log/event-log.ts';
import { inSpan, type RecordHeaders, sending } from '../log/record-trace.ts';
import { revisionHeaders } from '../log/station-record.ts';
import type { ItemResult, RawItem } from '../raw-item.ts';
import { readNetwork } from '../validation/identifier.ts';
import { type Reading, readObservation, withStationInterval } from '../validation/observation-fields.ts';
import { carriesPosition, readRegistration } from '../validation/position.ts';
import { rainIntervalOf } from '../validation/rain-fields.ts';
import { Refusal, shown } from '../validation/refusal.ts';
import { readStation } from '../validation/station-fields.ts';
import type { StationDirectory } from './station-directory.ts';

export interface LogIntakeOptions {
  readonly log: LogWriter;
  /** What is known of stations; registrations are put there once they are safe. */
  readonly stations: StationDirectory;
  /** Current time, ms since the epoch. */
  readonly now: () => number;
  /** How far ahead of the clock an observation may be, ms. */
  readonly hindsightMs: number;
  /** Throws where nothing can be taken in, before anything is; always where it is not given. */
  readonly admit?: () => void;
}

/** Records published at once: small enough for any bound of a log. */
const PUBLISH_AT_ONCE = 1000;

/** What one call of `submit` will publish. */
interface Delivery {
  readonly network: string;
  readonly source: string;
  readonly sender: Sender | undefined;
  /** What is kept as the source of what it brings. */
  readonly from: string;
  readonly stations: Map<string, Station>;
  readonly observations: LogRecord<Observation>[];
  readonly letters: LogRecord<DeadLetter>[];
  /** Newest `received` by network, time and station, for corrections inside the delivery. */
  readonly stamps: Map<string, Map<number, Map<string, number>>>;
}

/** The intake on an event log: validates, then publishes stations, observations and dead letters and waits until they are safe. */
export class LogIntake implements RegisteringIntake {
  private readonly options: LogIntakeOptions;
  private lastStamp = 0;

  constructor(options: LogIntakeOptions) {
    this.options = options;
  }

  get homes(): StationHomes {
    return this.options.stations;
  }

  /** Begins after what an earlier run stored: a clock that was put back since is behind it, and corrections have to count. */
  continueAfter(stored: number): void {
    this.lastStamp = Math.max(this.lastStamp, stored);
  }

  /**
   * @throws HalcyonError `interrupted` once the log is closed, or what the log's store throws; nothing of the items is
   *   promised then, and submitting them again doubles nothing
   */
  async submit(
    network: string,
    source: string,
    items: readonly RawItem[],
    sender?: Sender,
  ): Promise<readonly ItemResult[]> {
    if (items.length === 0) return [];
    this.options.admit?.();
    const topic = this.options.log.traced('observations');
    return inSpan(sending(topic, items.length, { 'halcyon.source': source }), (headers) =>
      this.deliver(items, { network, source, sender }, headers),
    );
  }

  private async deliver(
    items: readonly RawItem[],
    given: Pick<Delivery, 'network' | 'source' | 'sender'>,
    headers: RecordHeaders | undefined,
  ): Promise<readonly ItemResult[]> {
    const { source, sender } = given;
    const from = sender === undefined ? source : `${source}:${sender.name}`;
    const delivery: Delivery = {
      ...given,
      from,
      stations: new Map(),
      observations: [],
      letters: [],
      stamps: new Map(),
    };
    const stamp = this.nextStamp();
    const results = items.map((item) => this.sort(item, stamp, delivery));
    await this.register(Array.from(delivery.stations.values()));
    await this.publish('observations', delivery.observations, headers);
    await this.publish('dead-letters', delivery.letters, headers);
    if (delivery.observations.length > 0) await this.options.log.flushed('observations');
    if (delivery.letters.length > 0) await this.options.log.flushed('dead-letters');
    countDelivery(source, delivery);
    return results;
  }

  async registerStations(
    network: string,
    given: readonly unknown[],
    loc: readonly (string | number)[] = ['body'],
  ): Promise<RegistrationResult[]> {
    this.options.admit?.();
    const stamp = this.nextStamp();
    const stamps = new Map<string, number>();
    const results = given.map((raw, index): RegistrationResult => {
      const station = readStation(raw, network, stamp, [...loc, index]);
      if (Array.isArray(station)) return { status: 'refused', problems: station };
      return { status: 'registered', station: newStation({ ...station, updated: this.updatedOf(station, stamps) }) };
    });
    const stations = results.flatMap((result) => (result.status === 'registered' ? [result.station] : []));
    await this.register(stations);
    return results;
  }

  /** Says what becomes of an item and puts it where it belongs. */
  private sort(item: RawItem, stamp: number, delivery: Delivery): ItemResult {
    const { network, from: source, sender } = delivery;
    const before = delivery.stations.size;
    const reading = this.read(item, network, stamp, delivery);
    sender?.networks.assertIncludes(networkOf(item, network));
    if (!(reading instanceof Refusal)) {
      if (sender !== undefined) assertNewEnough(sender, reading);
      const { station, time } = reading;
      const key = stationKey(reading.network, station);
      const { values, extras, original } = reading;
      const received = this.receivedOf(reading, stamp, delivery);
      const value = { network: reading.network, station, time, values, extras, original, source, received };
      delivery.observations.push({ key, value, ...revisionHeaders(received - stamp) });
      const rainInterval = rainIntervalOf(original);
      const registered = delivery.stations.size > before && { registered: true as const };
      const accepted = { status: 'accepted', network: reading.network, station, time, ...registered } as const;
      return rainInterval === null ? accepted : { ...accepted, rainInterval };
    }
    const { reason, detail } = reading;
    const letter = deadLetterOf(item, { network: networkOf(item, network), source, reason, detail, received: stamp });
    delivery.letters.push({ key: source, value: letter });
    return { status: 'dead_letter', id: letter.id, reason, detail };
  }

  private read(item: RawItem, network: string, stamp: number, delivery: Delivery): Reading | Refusal {
    if (item.fields === null) return new Refusal('unreadable', item.unreadable ?? 'the bytes could not be read');
    const reading = readObservation(item.fields, network, this.options.now() + this.options.hindsightMs);
    if (reading instanceof Refusal) return reading;
    const known = this.options.stations.get(reading.network, reading.station);
    if (known !== undefined) return withStationInterval(reading, known.rainInterval);
    const key = stationKey(reading.network, reading.station);
    const introduced = delivery.stations.get(key);
    if (introduced !== undefined) return withStationInterval(reading, introduced.rainInterval);
    if (!carriesPosition(item.fields)) return unknownStation(reading);
    const registration = readRegistration(item.fields, reading.station);
    if (Array.isArray(registration)) {
      return new Refusal('invalid_position', registration.map((problem) => problem.message).join('; '));
    }
    const { network: inNetwork, station: id } = reading;
    delivery.stations.set(key, newStation({ network: inNetwork, id, ...registration, retired: false, updated: stamp }));
    return reading;
  }

  /** Stations are safe before anything that rests on them is published, and known only then. */
  private async register(stations: readonly Station[]): Promise<void> {
    if (stations.length === 0) return;
    await this.publish(
      'stations',
      stations.map((station) => ({ key: stationKey(station.network, station.id), value: station })),
    );
    await this.options.log.flushed('stations');
    this.options.stations.load(stations);
  }

  private async publish<K extends TopicName>(
    topic: K,
    records: readonly LogRecord<TopicRecords[K]>[],
    headers?: RecordHeaders,
  ): Promise<void> {
    for (let start = 0; start < records.length; start += PUBLISH_AT_ONCE) {
      const some = records.slice(start, start + PUBLISH_AT_ONCE);
      await this.options.log.publish(
        topic,
        headers === undefined ? some : some.map((one) => ({ ...one, headers: { ...one.headers, ...headers } })),
      );
    }
  }

  /** A stamp later than any given before: of two deliveries the later one's corrections count. */
  private nextStamp(): number {
    this.lastStamp = Math.max(this.options.now(), this.lastStamp + 1);
    return this.lastStamp;
  }

  /** Later than the registration it replaces, known or in the same list, even where the clock was put back in between. */
  private updatedOf(station: Station, stamps: Map<string, number>): number {
    const key = stationKey(station.network, station.id);
    const known = stamps.get(key) ?? this.options.stations.get(station.network, station.id)?.updated ?? 0;
    const updated = Math.max(station.updated, known + 1);
    stamps.set(key, updated);
    return updated;
  }

  /** The delivery's stamp, or later where it already holds an observation of the same station and time. */
  private receivedOf(reading: Reading, stamp: number, delivery: Delivery): number {
    const ofNetwork = within(delivery.stamps, reading.network, () => new Map<number, Map<string, number>>());
    const ofTime = within(ofNetwork, reading.time, () => new Map<string, number>());
    const before = ofTime.get(reading.station);
    const received = before === undefined ? stamp : before + 1;
    ofTime.set(reading.station, received);
    if (received > this.lastStamp) this.lastStamp = received;
    return received;
  }
}

function countDelivery(source: string, { observations, letters }: Delivery): void {
  count(METRICS.observationsAccepted, observations.length, { source });
  for (const { value } of letters) count(METRICS.deadLetters, 1, { source, reason: value.reason });
}

function within<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}

/** @throws HalcyonError `forbidden` */
function assertNewEnough({ oldest, corrects }: Sender, { network, station, time }: Reading): void {
  if (time >= oldest || corrects.includes(network)) return;
  const what = `the report of station ${shown(station)} is of ${isoOf(time)}`;
  throw new HalcyonError('forbidden', `${what}; before ${isoOf(oldest)} your role brings none, a curator may`);
}

/** The network an item names, where that can be read. */
function networkOf(item: RawItem, network: string): string {
  return readNetwork(item.fields?.['network']) ?? network;
}

function unknownStation(reading: Reading): Refusal {
  const detail = `station ${shown(reading.station)} is not registered in network ${shown(reading.network)}: register it, or send latitude and longitude with the observation`;
  return new Refusal('unknown_station', detail);
}
