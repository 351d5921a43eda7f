import type { ReportedFault } from './reported-fault.ts';

/** How a sensor or a station is, from best to worst. */
export const HEALTH_STATUSES = ['healthy', 'warning', 'critical'] as const;
export type HealthStatus = (typeof HEALTH_STATUSES)[number];

/** The health-check JSON report, section 2.4 of the interface document: an item for each station, in the order of their ids. */
export type HealthReport = StationHealth[];

/** Section 2.4, with the extra fields that are documented in docs/report.md. */
export interface StationHealth {
  station_id: string;
  analysis_period_days: number;
  /** Observations of those that there are at one in ten minutes, 0 to 1, whatever the station's own cadence is. */
  data_completeness: number;
  total_data_points: number;
  overall_status: HealthStatus;
  variable_reports: VariableHealth[];
  station_name: string;
  network: string;
  /** Every time t of the period has start < t <= end. */
  period_start: string;
  period_end: string;
  cadence_minutes: number;
  expected_data_points: number;
  /** Observations of those that there are at its cadence, 0 to 1: the status rests on this share. */
  expected_completeness: number;
  /** What is wrong with the station as a whole. */
  issues: string[];
  /** Faults of its sensors that overlap the period, by start; empty where the history has none stored. */
  faults: ReportedFault[];
  /** Whether each of its sensors had readings enough to be judged: `healthy` says only then that it works. */
  judged: boolean;
}

export interface VariableHealth {
  variable: string;
  zero_ratio: number;
  null_ratio: number;
  variance: number;
  issues: string[];
  severity: HealthStatus;
  units: string;
  valid_readings: number;
  out_of_range: number;
  longest_unchanged_hours: number;
  stuck_ratio: number;
  /** Whether there were readings enough to tell a stalled or stuck sensor. */
  judged: boolean;
}
