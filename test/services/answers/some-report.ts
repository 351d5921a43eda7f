import type { ShortTermReport } from '../../../schemas/reports/report.ts';

/** The report of a calm hour at one station. */
export function someReport(): ShortTermReport {
  return {
    metadata: {
      timestamp: '2026-03-01T12:00:00Z',
      window_hours: 6,
      temporal_method: 'arima',
      spatial_verify: false,
      spatial_method: 'pearson',
      network: 'north',
      start: '2026-03-01T11:00:00Z',
      neighbor_radius_km: 100,
      fault_kinds: ['impossible'],
      faults_since: null,
      variables: ['temp_out'],
      checks: [],
      verdicts: 'last',
      thresholds: { arima: 5 },
      units: { temp_out: 'degC' },
      values_judged: 6,
      values_not_judged: 0,
      values: { received: 6, judged: 6, not_judged: {} },
    },
    summary: {
      total_stations: 1,
      anomalous_stations: 0,
      normal_stations: 1,
      device_failures: 0,
      weather_events: 0,
      suspected: 0,
      in_maintenance: 0,
      episodes: 0,
    },
    anomalies: [],
    episodes: [],
    faults: [],
    weather: [],
    normal_stations: ['a'],
    not_judged: [],
    outages: [],
  };
}
