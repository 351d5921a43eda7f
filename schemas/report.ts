/** The short-term JSON report, section 2.4 of the interface document, with the extra fields that are documented in docs/report.md. */
export interface ShortTermReport {
  metadata: {
    /** End of the analysis, ISO 8601 UTC. */
    timestamp: string;
    window_hours: number;
    temporal_method: string;
    spatial_verify: boolean;
    spatial_method: string;
    network: string;
    start: string;
    neighbor_radius_km: number;
    variables: string[];
    checks: string[];
    verdicts: 'last' | 'first';
    thresholds: Record<string, number>;
    units: Record<string, string>;
    values_judged: number;
    values_not_judged: number;
  };
  summary: {
    total_stations: number;
    anomalous_stations: number;
    normal_stations: number;
    device_failures: number;
    weather_events: number;
    suspected: number;
  };
  anomalies: ReportedAnomaly[];
  normal_stations: string[];
  not_judged: NotJudgedEntry[];
}

/** An anomaly as reports and REST answers show it. */
export interface ReportedAnomaly {
  station_id: string;
  station_name: string;
  variable: string;
  timestamp: string;
  actual_value: number;
  expected_value: number;
  deviation: number;
  temporal_method: string;
  classification: string;
  spatial_verification: {
    enabled: boolean;
    method: string;
    correlation: number;
    neighbors_checked: number;
    neighbors: string[];
  };
  anomaly_id: string;
  network: string;
  check: string;
  score: number;
  scale: number;
  threshold: number;
  units: string;
  reason: string;
  state: string;
  version: string;
  baseline: string | null;
}

/** Values of one station and variable that could not be judged, and why. */
export interface NotJudgedEntry {
  station_id: string;
  variable: string;
  reason: string;
  count: number;
}
