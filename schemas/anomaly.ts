import type { Variable } from './variables.ts';

/** Classes of section 2.4 of the interface document. */
export const CLASSIFICATIONS = ['weather_event', 'device_failure', 'suspected'] as const;
export type Classification = (typeof CLASSIFICATIONS)[number];

/** The classes in the order in which an operator wants to see them. */
export const GRAVEST_FIRST: readonly Classification[] = ['device_failure', 'suspected', 'weather_event'];

/**
 * Life cycle of a verdict. `provisional` until LATENESS + HINDSIGHT have passed after its slot, then `settled`.
 * `withdrawn`: what was flagged no longer is, because a late or corrected value changed what it rested on.
 */
export const VERDICT_STATES = ['provisional', 'settled', 'withdrawn'] as const;
export type VerdictState = (typeof VERDICT_STATES)[number];

/** What a check or a temporal method flagged, before the neighbours are asked. */
export interface Candidate {
  readonly kind: 'candidate';
  readonly network: string;
  readonly station: string;
  readonly variable: Variable;
  readonly slot: number;
  /** Time of the observation, ms since the epoch. */
  readonly time: number;
  /** Name of the common check or of the temporal method that raised it. */
  readonly check: string;
  /** Observed value, unit of the variable, as the record had it. */
  readonly actual: number;
  readonly expected: number;
  /** Usual departure from the expectation (one sigma), unit of the variable. */
  readonly scale: number;
  /** |actual - expected| / scale. */
  readonly score: number;
  /** Score beyond which the check or method flags. */
  readonly threshold: number;
  /** Digest of the station's own values that it rests on. */
  readonly inputs: string;
  /** Version of the baseline that was used, null where there was no history. */
  readonly baseline: string | null;
  /** Smallest departures worth noticing at the station by that baseline, in the order of VARIABLES; empty: those documented. */
  readonly floors: readonly number[];
  /** Typical step (one sigma) of each variable at the station by that baseline, in the same order; empty: those documented. */
  readonly spreads: readonly number[];
  /**
   * What its report reads, in the same order: 32-bit floats, null where missing or impossible, rain in ten minutes. Empty in
   * records of older versions: the report that holds the slot.
   */
  readonly values: readonly (number | null)[];
  /** What is wrong with the value by its limits, in words; '' where it is within. Beyond the climate's span it is `suspect`. */
  readonly beyond: string;
  readonly suspect: boolean;
  /** True: an earlier candidate of this report and variable is taken back. */
  readonly withdrawn: boolean;
}

/** In-band progress of the temporal stage: all candidates of observations up to this slot have gone before. */
export interface Progress {
  readonly kind: 'progress';
  readonly network: string;
  /** The network's watermark: the newest slot reached. */
  readonly slot: number;
}

export type TemporalRecord = Candidate | Progress;

/** What the neighbours said about a candidate. */
export interface SpatialVerification {
  readonly enabled: boolean;
  readonly method: string;
  /** Agreement with the neighbours in [-1, 1], 0 where nothing could be compared. */
  readonly correlation: number;
  readonly neighborsChecked: number;
  /** Identifiers, nearest first. */
  readonly neighbors: readonly string[];
}

/** A classified anomaly: one version of the verdict on one value. */
export interface Anomaly {
  /** Derived from network, station, variable, the report's time and the configuration of the judgement. */
  readonly id: string;
  readonly network: string;
  readonly station: string;
  readonly stationName: string;
  readonly variable: Variable;
  readonly slot: number;
  readonly time: number;
  readonly actual: number;
  readonly expected: number;
  readonly deviation: number;
  readonly temporalMethod: string;
  readonly check: string;
  readonly score: number;
  readonly scale: number;
  readonly threshold: number;
  readonly classification: Classification;
  /** In words, for the operator. */
  readonly reason: string;
  readonly spatial: SpatialVerification;
  /** Numbers behind the verdict, free-form by method. */
  readonly evidence: Readonly<Record<string, unknown>>;
  readonly baseline: string | null;
  readonly configuration: string;
  readonly state: VerdictState;
  /** True once nothing that can still arrive in time may change it. */
  readonly final: boolean;
  /** Digest of all the inputs that this verdict has seen; equal inputs give equal versions. */
  readonly version: string;
  /** ms since the epoch. Of two versions a final one counts before others, then the later one. */
  readonly judged: number;
}
