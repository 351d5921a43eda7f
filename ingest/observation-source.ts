import type { Baseline } from '../schemas/baseline.ts';
import type { ExpertRule } from '../schemas/expert-rule.ts';
import type { Fault, SensorCondition } from '../schemas/fault.ts';
import type { Observation } from '../schemas/observation.ts';
import type { ReportColumns } from '../schemas/report-columns.ts';
import type { Station } from '../schemas/station.ts';

/** The sensors of a network that have or had a fault, when everything up to a slot was settled. */
export interface SensorsAt {
  readonly slot: number;
  readonly conditions: readonly SensorCondition[];
}

/** The faults of days of a network, as they were known when everything up to a slot was examined. */
export interface LastingAt {
  readonly slot: number;
  /** As a running system stores it. */
  readonly content: string;
}

/** Times of the first and the last observation of a network, ms since the epoch. */
export interface Extent {
  readonly first: number;
  readonly last: number;
}

/** History that can be replayed: a store, a folder of CSV files. Read-only; what it gives is valid and in Halcyon's units. */
export interface ObservationSource {
  /** In words, for messages and progress: a path, a host without credentials. */
  readonly title: string;
  networks(): Promise<string[]>;
  stations(network: string): Promise<Station[]>;
  /** null where the network has no observation. */
  extent(network: string): Promise<Extent | null>;
  /**
   * Observations with from <= time <= to (ms since the epoch) in order of their slots (stations in any order inside one),
   * only the newest revision of each; in batches that bound memory.
   */
  read(network: string, from: number, to: number): AsyncIterable<readonly Observation[]>;
  /** The same column by column, without what is not judged; absent where the source has objects anyway. */
  reportColumns?(network: string, from: number, to: number): AsyncIterable<ReportColumns>;
  /**
   * Those of some stations that reported in the month before a time (ms since the epoch); absent where the source does not say
   * it without reading all.
   */
  reportedBefore?(network: string, time: number, stations: readonly string[]): Promise<ReadonlySet<string>>;
  /** Stored baselines with fromDay <= day <= toDay; [] where the source keeps none. */
  baselines(network: string, fromDay: number, toDay: number): Promise<Baseline[]>;
  /**
   * Faults of a network, or of one of its stations, that overlap from <= time <= to (ms since the epoch), none withdrawn, by
   * start; absent where the source keeps none.
   */
  faults?(network: string, from: number, to: number, station?: string): Promise<Fault[]>;
  /**
   * What a running system knew of the faults of days of a network at a time (ms since the epoch); null where nothing is known,
   * absent where the source keeps none.
   */
  lastingCondition?(network: string, time: number): Promise<LastingAt | null>;
  /**
   * What a running system knew of the faults of hours of a network before a time (ms since the epoch): as it was when everything up to a
   * slot of the same day (UTC) or its midnight was settled; null where that is not known of all, absent where the source keeps none.
   */
  sensorsBefore?(network: string, time: number): Promise<SensorsAt | null>;
  /**
   * Elements beyond the five, by the names that `--variables` takes, of which a network has values from one time to another (ms since
   * the epoch, both included), or at any time where the source does not look up times; absent where it does not tell.
   */
  elements?(network: string, from: number, to: number): Promise<readonly string[]>;
  /** What people have ruled of a network's stations; absent where the source keeps no rules. */
  rules?(network: string): Promise<ExpertRule[]>;
  close(): Promise<void>;
}
