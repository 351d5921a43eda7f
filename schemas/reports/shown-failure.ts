import { SHOWN_ANOMALY_ID } from './given-id.ts';

/** The examples of answers are about one failure of the demonstration: the sensor of this station. */
export const SHOWN_STATION = { network: 'demo', station_id: 'demo-0055', station_name: 'Eastwick Pass' };
/** When its first value was wrong, and when that was judged. */
export const SHOWN_TIME = '2026-11-22T12:10:00Z';
export const SHOWN_JUDGED = '2026-11-22T12:11:02.417Z';

/** Its flags in the words of others but QARTOD's. */
export const SHOWN_FLAGS = {
  qartod_tests: { gross_range: 1, temporal_method: 3, neighbors: 4 },
  madis: { descriptor: 'Q', qca: 83, qcr: 81 },
  bufr_033020: 3,
  bufr_033050: 4,
};

/** The first anomaly of it. */
export const SHOWN_ANOMALY = {
  ...SHOWN_STATION,
  variable: 'temp_out',
  timestamp: SHOWN_TIME,
  actual_value: 11.6,
  expected_value: 0.63,
  deviation: 10.97,
  temporal_method: 'arima',
  classification: 'device_failure',
  spatial_verification: {
    enabled: true,
    method: 'pearson',
    correlation: 0,
    neighbors_checked: 12,
    neighbors: ['demo-0012', 'demo-0047', 'demo-0051'],
  },
  anomaly_id: SHOWN_ANOMALY_ID,
  check: 'arima',
  score: 22,
  scale: 0.5,
  threshold: 6,
  units: 'degC',
  reason: '0 of 12 neighbours show this change (largest 0.4 of 11.0 degC); no unusual weather nearby',
  state: 'settled',
  version: '5d0c9a7e31b84f26',
  baseline: '7b1e40c2d9f35a68',
  flags: { qartod: 4, ...SHOWN_FLAGS },
};

/** What is known of the fault that it is the onset of. */
export const SHOWN_FAULT_COURSE = {
  kind: 'level',
  start: SHOWN_TIME,
  end: null,
  known: SHOWN_TIME,
  recovered: null,
  estimate: {
    offset: 10.9,
    ratio: null,
    minutes: null,
    unit: null,
    swapped_with: null,
    ceiling: null,
    uncertainty: 0.4,
  },
  units: 'degC',
  values: 1,
  state: 'provisional',
  certainty: 'failure',
  adjusted: false,
  unknown_since: null,
};
