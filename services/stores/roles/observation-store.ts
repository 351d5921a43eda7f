import { SLOWEST_CADENCE } from '../../../detectors/episodes/episode-member.ts';
import type { Extent } from '../../../ingest/observation-source.ts';
import type { Assessment } from '../../../schemas/assessment.ts';
import type { Observation } from '../../../schemas/observation.ts';
import type { ReportColumns } from '../../../schemas/report-columns.ts';
import type { ValueCounts } from '../../../schemas/reports/value-counts.ts';
import { LONGEST_DELAY_MS, MISSED_REPORTS } from '../../../schemas/station-state.ts';
import type { Variable } from '../../../schemas/variables.ts';
import type { RowSearch } from '../rows/row-search.ts';
import type { NetworkQuery, Page, PageQuery } from './page.ts';
import type { StationMoments } from './station-moments.ts';

export interface ObservationQuery extends PageQuery, NetworkQuery {
  /** One, or some; all where it is not given. */
  readonly station?: string | readonly string[];
  readonly from?: number;
  readonly to?: number;
}

/** The observations of a stretch of which all are asked for. */
export interface StretchQuery {
  readonly network: string;
  /** One, or some; all where it is not given. */
  readonly station?: string | readonly string[];
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
  /** When it was heard last, as of `StationMoments`. */
  readonly heard: number;
  /** Slots between two of its reports, as its baseline has it; 1 where there is none. */
  readonly cadence: number;
  /** Of the time of three reports of the slowest station; empty where it was silent since. */
  readonly latest: Readonly<Partial<Record<Variable, LatestValue>>>;
}

/** When something was reported in a stretch. */
export interface Reported {
  /** Time of the first and last observation, ms since the epoch. */
  readonly first: number;
  readonly last: number;
  /** Slots of the stretch that have one. */
  readonly slots: number;
}

/** When a station reported in a stretch, and when each of its sensors did. */
export interface StationReports extends Reported {
  readonly station: string;
  /** When it was heard last up to the end of the stretch, by `heardBy`, where by `last` it would be silent; else as `last`. */
  readonly heard: number;
  readonly values: Readonly<Partial<Record<Variable, Reported>>>;
}

/** Whoever was heard with none of the reports whose times lie in so long a stretch is silent at its end [ms]. */
export const HEARD_WITHIN_MS = LONGEST_DELAY_MS + MISSED_REPORTS * SLOWEST_CADENCE;

/** Slots of a `ReportedSlots`. */
export const SLOTS_PER_WORD = 32;

/** In which of 32 slots a station reported, and each of its sensors: bit k is of the slot 32 * word + k. */
export interface ReportedSlots {
  readonly station: string;
  /** Since the epoch. */
  readonly word: number;
  readonly reports: number;
  /** In the order of VARIABLES. */
  readonly values: readonly number[];
}

/** Observations, in and out: lists, stretches, columns and searches. */
export interface ObservationStore {
  insertObservations(observations: readonly Observation[]): Promise<void>;
  extent(network: string): Promise<Extent | null>;
  /** As `ObservationSource.elements`: those too that this process does not keep. */
  elements(network: string, from: number, to: number): Promise<readonly string[]>;
  /** As `ObservationSource.read`. Where `withoutLate`, observations that came too late to be judged are left out. */
  readObservations(
    network: string,
    from: number,
    to: number,
    withoutLate?: boolean,
  ): AsyncIterable<readonly Observation[]>;
  /** As `ObservationSource.reportColumns`. */
  reportColumns(network: string, from: number, to: number): AsyncIterable<ReportColumns>;
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
  /**
   * Observations received since a time (ms since the epoch), of any network: the newest, in the order in which they were. With
   * `writtenSince`, of a store of years only what was written or moved on the disk since then is read.
   */
  observationsReceived(since: number, most: number, writtenSince?: number): Promise<Observation[]>;
  /** What was last reported of some stations of a network up to a moment (ms since the epoch), in their order. */
  stationMoments(network: string, time: number, stations: readonly string[]): Promise<StationMoments>;
  /**
   * When the stations of a network, or some of them, and their sensors, reported in a stretch (ms since the epoch, both included);
   * by id.
   */
  stationReports(network: string, from: number, to: number, stations?: readonly string[]): Promise<StationReports[]>;
  /** In which slots the stations of a network reported in a stretch (ms since the epoch, both included), in any order. */
  reportedSlots(network: string, from: number, to: number): AsyncIterable<readonly ReportedSlots[]>;
  /** Finds stations and values by any condition on them. */
  readonly search: RowSearch;
}
