import type { Fault, FaultKind, FaultRecord, FaultState, FaultValue, SensorCondition } from '../../../schemas/fault.ts';
import type { Variable } from '../../../schemas/variables.ts';
import type { Box, NetworkQuery, Page, PageQuery } from './page.ts';

/** Faults by what their last version says. */
export interface FaultQuery extends PageQuery, NetworkQuery {
  /** One, or some; all where it is not given. */
  readonly station?: string | readonly string[];
  readonly variable?: Variable;
  readonly kind?: FaultKind;
  /** Withdrawn ones only where they are asked for. */
  readonly state?: FaultState;
  /** True: those that have no end yet; false: those that have. */
  readonly open?: boolean;
  /** True: those that people call none, and no others. */
  readonly rejected?: boolean;
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

/** What is known of the faults of days of a network, for a successor. */
export interface LastingCondition {
  readonly network: string;
  /** Last slot of the quarter of a day at the end of which it is known. */
  readonly slot: number;
  /** A JSON object as text, read by those who wrote it. */
  readonly content: string;
}

/** The newest of something up to a slot. */
export interface UpToSlot {
  readonly upTo: number;
}

/** Faults with their values, and what a successor goes on with: conditions of sensors and of the faults of days. */
export interface FaultStore {
  /** Versions of faults with their values, and the conditions of sensors. A fault is stored after its values. */
  insertFaults(records: readonly FaultRecord[]): Promise<void>;
  insertLastingConditions(conditions: readonly LastingCondition[]): Promise<void>;
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
  /** Faults whose last version was given since a time (ms since the epoch), of any network: the newest, in the order in which they were. */
  faultsJudged(since: number, most: number): Promise<Fault[]>;
  /** Conditions of the sensors of a network, by station and variable: at exactly a slot, or at the newest up to one that has any. */
  sensorConditions(network: string, at: number | UpToSlot): Promise<SensorCondition[]>;
  /** Anomalies of faults of a network by the faults' ids, of their last versions: as they were found, whatever people say of them. */
  faultAnomalies(network: string, faults: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>;
  /** What is known of the faults of days of a network at a slot, or at the last before it; null where nothing is. */
  lastingCondition(network: string, slot: number): Promise<LastingCondition | null>;
}
