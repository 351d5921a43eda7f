import type { Extent } from '../../ingest/observation-source.ts';
import type { Anomaly, VerdictState } from '../../schemas/anomaly.ts';
import type { Assessment } from '../../schemas/assessment.ts';
import type { Baseline, OwnDay } from '../../schemas/baseline.ts';
import type { DeadLetter } from '../../schemas/dead-letter.ts';
import type { ExpertRule, OverrideClass } from '../../schemas/expert-rule.ts';
import type { Fault, FaultKind, FaultRecord, FaultState, FaultValue, SensorCondition } from '../../schemas/fault.ts';
import type { Judgement } from '../../schemas/judgement.ts';
import type { Observation } from '../../schemas/observation.ts';
import type { ValueCounts } from '../../schemas/reports/value-counts.ts';
import type { Station } from '../../schemas/station.ts';
import type { Variable } from '../../schemas/variables.ts';
import type { ToldWeatherEvent } from '../../schemas/weather-event.ts';
import type { WindowReport } from '../../schemas/window-report.ts';
import type { RowSearch } from './row-search.ts';
import type { StoreDisk } from './store-space.ts';

/** A page of a list; `next` is null on the last one. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly next: string | null;
}

/** South-west and north-east corner, degrees. */
export interface Box {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** A network, or some of them; all where it is not given. */
export interface NetworkQuery {
  readonly network?: string | readonly string[];
}

interface PageQuery {
  readonly limit: number;
  /** `next` of the page before. A cursor that is none: HalcyonError `invalid_parameter`. */
  readonly cursor?: string;
}

export interface AnomalyQuery extends PageQuery, NetworkQuery {
  readonly station?: string;
  readonly variable?: Variable;
  /** `normal` is none of the machine's. */
  readonly classification?: OverrideClass;
  /** Ids of anomalies that belong to the class that is asked for, or do not, whatever the machine calls them. */
  readonly called?: { readonly so: readonly string[]; readonly otherwise: readonly string[] };
  readonly state?: VerdictState;
  readonly method?: string;
  readonly box?: Box;
  /** Of the observation, ms since the epoch, both included. */
  readonly from?: number;
  readonly to?: number;
  /** False: the last version of each anomaly, withdrawn ones only where `state` asks for them. True: every version. */
  readonly revisions: boolean;
}

/** Faults by what their last version says. */
export interface FaultQuery extends PageQuery, NetworkQuery {
  readonly station?: string;
  readonly variable?: Variable;
  readonly kind?: FaultKind;
  /** Withdrawn ones only where they are asked for. */
  readonly state?: FaultState;
  /** True: those that have no end yet; false: those that have. */
  readonly open?: boolean;
  readonly box?: Box;
  /** Those with a part in a stretch, ms since the epoch, both included. */
  readonly from?: number;
  readonly to?: number;
}

/** A value under a fault, and where it belongs. */
export interface PlacedFaultValue extends FaultValue {
  readonly station: string;
  readonly variable: Variable;
  readonly faultId: string;
}

/** How many faults of a kind are open in a network. */
export interface OpenFaults {
  readonly network: string;
  readonly kind: FaultKind;
  readonly count: number;
}

export interface ObservationQuery extends PageQuery, NetworkQuery {
  readonly station?: string;
  readonly from?: number;
  readonly to?: number;
}

/** The observations of a stretch of which all are asked for. */
export interface StretchQuery {
  readonly network: string;
  readonly station?: string;
  /** ms since the epoch, both included. */
  readonly from?: number;
  readonly to?: number;
}

/** Some observations of a network column by column, each column as long as the others; a missing number is NaN. */
export interface ObservationBlock {
  readonly stations: readonly string[];
  /** ms since the epoch. */
  readonly times: Float64Array;
  readonly values: Readonly<Record<Variable, Float64Array>>;
  /** QARTOD flags of the values by the last verdict on each; 0 where the observation was not judged yet. */
  readonly flags: Readonly<Record<Variable, Uint8Array>>;
  /** What the neighbours imply of values under faults, unit of the variable; NaN for others and where none tells. */
  readonly estimates: Readonly<Record<Variable, Float64Array>>;
  /** JSON objects, '' for an empty one. */
  readonly extras: readonly string[];
  readonly originals: readonly string[];
  readonly sources: readonly string[];
  readonly received: Float64Array;
}

/** An observation with what was found for it, null where it has not been judged. */
export interface JudgedObservation {
  readonly observation: Observation;
  readonly assessment: Assessment | null;
}

export interface StationQuery extends PageQuery, NetworkQuery {
  readonly box?: Box;
}

export interface DeadLetterQuery extends PageQuery {
  /** True: those that were replayed too. */
  readonly replayed?: boolean;
}

/** How far a network has been judged for good. */
export interface JudgedUntil {
  readonly network: string;
  /** Everything up to this slot is settled and stored. */
  readonly slot: number;
}

/** What a station reported in an hour. */
export interface HourSums {
  readonly station: string;
  /** Since the epoch: its slots are those from 6 times this on. */
  readonly hour: number;
  /** Of each variable, in the order of VARIABLES: the sum of its values in whole hundredths, each rounded; and how many. */
  readonly sums: readonly number[];
  readonly counts: readonly number[];
  /** The same of those that no sensor can read in the unit of the variable, cut to ten million. */
  readonly impossibleSums: readonly number[];
  readonly impossibleCounts: readonly number[];
}

/** What is known of the faults of days of a network, for a successor. */
export interface LastingCondition {
  readonly network: string;
  /** Last slot of the half day at the end of which it is known. */
  readonly slot: number;
  /** A JSON object as text, read by those who wrote it. */
  readonly content: string;
}

/** The newest number of a variable. */
export interface LatestValue {
  /** Unit of the variable. */
  readonly value: number;
  /** Time of its observation, ms since the epoch. */
  readonly time: number;
  /** False where nothing says whether it is good: not judged yet, or not at all. */
  readonly judged: boolean;
}

/** What is stored of a station at a moment. */
export interface StationMoment {
  readonly station: string;
  /** Time of its newest report up to then, ms since the epoch. */
  readonly seen: number;
  /** Slots between two of its reports, as its baseline has it; null where there is none. */
  readonly cadence: number | null;
  /** Of the time of three reports of the slowest station; empty where it was silent since. */
  readonly latest: Readonly<Partial<Record<Variable, LatestValue>>>;
}

/** What of an anomaly tells the state of its station. */
export type VerdictMark = Pick<
  Anomaly,
  'id' | 'network' | 'station' | 'variable' | 'time' | 'classification' | 'state'
>;

/** Stations by the partition of the log that their observations are in: murmur2 of `stationKey`, as Kafka partitions. */
export interface PartitionShare {
  readonly partitions: readonly number[];
  /** Partitions that there are. */
  readonly of: number;
}

/** How far the observations of a store have come. */
export interface StorePosition {
  /** Tells the table from one that was made anew in its place. */
  readonly table: string;
  /** Of each partition the number of its newest insert, and of its newest mutation, 0 where there was none. */
  readonly partitions: readonly { readonly id: string; readonly block: number; readonly mutation: number }[];
}

/** Which reports are asked for. */
export interface ReportScope {
  /** Stations; all where it is not given. */
  readonly share?: PartitionShare;
  /** Those that were stored after a position, and others that may lie with them; all where it is not given. */
  readonly since?: StorePosition;
}

/**
 * Stations, observations, judgements, anomalies, faults, weather events, baselines, rules and dead letters. Every insert is
 * idempotent: the same records twice are stored once. An insert that resolves is durable against the death of any process.
 *
 * @throws HalcyonError `store_unavailable`, `store_locked` or `store_unreadable` from every method
 */
export interface TimeSeriesStore {
  insertStations(stations: readonly Station[]): Promise<void>;
  insertObservations(observations: readonly Observation[]): Promise<void>;
  insertJudgements(judgements: readonly Judgement[]): Promise<void>;
  insertAnomalies(anomalies: readonly Anomaly[]): Promise<void>;
  readonly disk: StoreDisk;
  /** Versions of faults with their values, and the conditions of sensors. A fault is stored after its values. */
  insertFaults(records: readonly FaultRecord[]): Promise<void>;
  /** Versions of weather events: of each the one with the newest `judged` counts. */
  insertWeatherEvents(events: readonly ToldWeatherEvent[]): Promise<void>;
  insertBaselines(baselines: readonly Baseline[]): Promise<void>;
  insertDeadLetters(letters: readonly DeadLetter[]): Promise<void>;
  insertRules(rules: readonly ExpertRule[]): Promise<void>;
  insertJudgedUntil(marks: readonly JudgedUntil[]): Promise<void>;
  insertLastingConditions(conditions: readonly LastingCondition[]): Promise<void>;

  networks(): Promise<string[]>;
  /** Every station of a network or of some (of all networks without one), retired ones too, ordered by network and id. */
  allStations(network?: string | readonly string[]): Promise<Station[]>;
  stations(query: StationQuery): Promise<Page<Station>>;
  station(network: string, id: string): Promise<Station | null>;
  extent(network: string): Promise<Extent | null>;
  /** As `ObservationSource.read`. Where `withoutLate`, observations that came too late to be judged are left out. */
  readObservations(
    network: string,
    from: number,
    to: number,
    withoutLate?: boolean,
  ): AsyncIterable<readonly Observation[]>;
  /**
   * What the windows keep of the observations in a stretch of slots (both included): station by station, the slots of each
   * in order, only the newest revisions, without those that came too late; in batches of whole stations.
   */
  windowReports(
    network: string,
    fromSlot: number,
    toSlot: number,
    scope?: ReportScope,
  ): AsyncIterable<readonly WindowReport[]>;
  /** How far the observations have come: what is stored afterwards comes after it. */
  position(): Promise<StorePosition>;
  /**
   * How many observations in a stretch of slots (both included) were stored after a position and received after a time [ms
   * since the epoch], without those that came too late.
   */
  countReceived(
    network: string,
    fromSlot: number,
    toSlot: number,
    since: StorePosition,
    receivedAfter: number,
  ): Promise<number>;
  /** Finds stations and values by any condition on them. */
  readonly search: RowSearch;
  /** Newest first, by cursor. */
  observations(query: ObservationQuery): Promise<Page<JudgedObservation>>;
  /**
   * The whole of a stretch, by station and time, the newest revision of each observation: every one that is there when it
   * begins, once; what comes in meanwhile may be among them. In blocks of some ten thousand rows.
   *
   * @throws the reason of the signal where it is aborted, which ends what the engine does for it
   */
  observationBlocks(query: StretchQuery, signal: AbortSignal): AsyncIterable<ObservationBlock>;
  /** How many values a stretch has, and how many of them were judged, or why not; what waits to be judged is `not_yet`. */
  valueCounts(query: StretchQuery): Promise<ValueCounts>;
  /** What was found for the observations of a stretch (ms since the epoch, both included) that were judged, in any order. */
  assessments(network: string, from: number, to: number): Promise<Assessment[]>;
  /** Newest observation first, by cursor. */
  anomalies(query: AnomalyQuery): Promise<Page<Anomaly>>;
  /**
   * What was last reported of some stations of a network up to a moment (ms since the epoch), in their order; those that
   * had not reported for a month are left out.
   */
  stationMoments(network: string, time: number, stations: readonly string[]): Promise<StationMoment[]>;
  /** The verdicts that count on values of a stretch (ms since the epoch, both included), none withdrawn, by id. */
  verdictMarks(network: string, from: number, to: number): Promise<VerdictMark[]>;
  /** Every version of one anomaly, the one that counts first; empty where there is none. */
  anomaly(id: string): Promise<Anomaly[]>;
  /** Observations received since a time (ms since the epoch), of any network: the newest, in the order in which they were. */
  observationsReceived(since: number, most: number): Promise<Observation[]>;
  /** Versions of anomalies given since a time (ms since the epoch), of any network: the newest, in the order in which they were. */
  anomaliesJudged(since: number, most: number): Promise<Anomaly[]>;
  /** That which began last first, then by id; by cursor. */
  faults(query: FaultQuery): Promise<Page<Fault>>;
  /** The last version of a fault, one that was withdrawn too; null where there is none. */
  fault(id: string): Promise<Fault | null>;
  /** Faults of a network, or of one of its stations, that overlap a stretch (ms since the epoch, both included), none withdrawn; by start, then id. */
  faultsOver(network: string, from: number, to: number, station?: string): Promise<Fault[]>;
  /** Faults without an end, none withdrawn, by network and kind; a kind that was there before and has ended counts 0. */
  openFaults(): Promise<OpenFaults[]>;
  /** What is last known of the values of a stretch that lie under faults, by station and time; what is no longer thought to is left out. */
  faultValues(network: string, from: number, to: number, station?: string): Promise<PlacedFaultValue[]>;
  /** Conditions of the sensors of a network at exactly a slot, by station and variable. */
  sensorConditions(network: string, slot: number): Promise<SensorCondition[]>;
  /** What is known of the faults of days of a network at a slot, or at the last before it; null where nothing is. */
  lastingCondition(network: string, slot: number): Promise<LastingCondition | null>;
  /**
   * What stations of a network reported in a stretch of hours (since the epoch, both included), in any order: only the newest
   * revisions, without those that came too late.
   */
  hourSums(network: string, stations: readonly string[], from: number, to: number): AsyncIterable<readonly HourSums[]>;
  /** Faults whose last version was given since a time (ms since the epoch), of any network: the newest, in the order in which they were. */
  faultsJudged(since: number, most: number): Promise<Fault[]>;
  /** The last version of each weather event of a network that overlaps a stretch (ms since the epoch, both included), withdrawn ones too; by start, then id. */
  weatherEvents(network: string, from: number, to: number): Promise<ToldWeatherEvent[]>;
  /** Weather events whose last version was told since a time (ms since the epoch), of any network: the newest, in the order in which they were. */
  weatherEventsJudged(since: number, most: number): Promise<ToldWeatherEvent[]>;
  /** In the order of days. */
  baselines(network: string, fromDay: number, toDay: number): Promise<Baseline[]>;
  /** What later baselines rest on of those of some days (both included), station by station, in batches of whole stations. */
  ownDays(network: string, fromDay: number, toDay: number): AsyncIterable<readonly OwnDay[]>;
  /** The same of those alone that hold levels: of hourly stations. */
  ownLevels(network: string, fromDay: number, toDay: number): AsyncIterable<readonly OwnDay[]>;
  /** The same of one station. */
  stationBaselines(network: string, station: string, fromDay: number, toDay: number): Promise<Baseline[]>;
  /** Newest day up to `toDay` that baselines are stored of; null where there is none. */
  baselineDay(network: string, toDay: number): Promise<number | null>;
  judgedUntil(): Promise<JudgedUntil[]>;
  /** What people have ruled of a network or of some, of all networks without one, ordered by network and id. */
  rules(network?: string | readonly string[]): Promise<ExpertRule[]>;
  /** Letters that were not replayed (all of them with `replayed`), newest first. */
  deadLetters(query: DeadLetterQuery): Promise<Page<DeadLetter>>;
  deadLetter(id: string): Promise<DeadLetter | null>;
  /** Removes a network with all that is stored of it. */
  removeNetwork(network: string): Promise<void>;
  /** A real query; resolves with the engine's version. */
  check(): Promise<string>;
  close(): Promise<void>;
}
