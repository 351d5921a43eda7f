import type { Anomaly } from '../../schemas/anomaly.ts';
import type { Fault } from '../../schemas/fault.ts';
import type { NotJudgedReason } from '../../schemas/judgement.ts';
import type { JudgementConfiguration } from '../../schemas/judgement-configuration.ts';
import type { Outage } from '../../schemas/outage.ts';
import type { Station } from '../../schemas/station.ts';
import type { Variable } from '../../schemas/variables.ts';
import type { WeatherEvent } from '../../schemas/weather-event.ts';
import type { Passage } from '../weather/passage.ts';

/** A stretch of one network's history to be judged again. */
export interface ReplayStretch {
  readonly network: string;
  /** First and last observation time that is judged, ms since the epoch, both included. Nothing beyond `end` is looked at. */
  readonly start: number;
  readonly end: number;
  /**
   * Whether faults that were open at `start` are told too: by what the source knows of them, else by judging the days before
   * (default: no value before `start` is judged).
   */
  readonly carriesFaults?: boolean;
  readonly configuration: JudgementConfiguration;
  /** `last`: what is known at the end; `first`: the verdicts at once. */
  readonly verdicts: 'last' | 'first';
}

/** The stretch, and how it is followed. */
export interface ReplayRequest extends ReplayStretch {
  readonly signal?: AbortSignal;
  /** Called now and then with the slots done and the slots in all. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** Values of one station and variable that could not be judged, and why. */
export interface NotJudged {
  readonly station: string;
  readonly variable: Variable;
  readonly reason: Exclude<NotJudgedReason, ''> | 'no_observations';
  readonly count: number;
}

/** What a share of a replay has found. */
export interface ShareResult extends Omit<ReplayResult, 'weather' | 'faultsSince'> {
  /** Rapid changes at its stations, without those of wrong sensors. */
  readonly passages: readonly Passage[];
}

export interface ReplayResult {
  /**
   * Time from which on values were judged [ms since the epoch]: a fault of hours that began before is missing, or has a later start. null
   * where those that were open at the start are known.
   */
  readonly faultsSince: number | null;
  /** The network's stations that are not retired, by id. */
  readonly stations: readonly Station[];
  /** By time, then station, then variable; none withdrawn. */
  readonly anomalies: readonly Anomaly[];
  /** By their start. */
  readonly faults: readonly Fault[];
  readonly notJudged: readonly NotJudged[];
  /** By their start. */
  readonly outages: readonly Outage[];
  /** By their start; none where neighbours are not asked. */
  readonly weather: readonly WeatherEvent[];
  /** Stations of which at least one value was judged. */
  readonly judgedStations: readonly string[];
  /** Values that the observations of the stretch came with: those judged and those not judged. */
  readonly valuesReceived: number;
  readonly valuesJudged: number;
  /** Those that were not judged; what a record does not hold is none of them. */
  readonly valuesNotJudged: number;
}
