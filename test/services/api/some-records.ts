import { StationDirectory } from '../../../ingest/intake/station-directory.ts';
import type { Anomaly } from '../../../schemas/anomaly.ts';
import type { Observation } from '../../../schemas/observation.ts';
import type { Station } from '../../../schemas/station.ts';
import type { JudgedObservation } from '../../../services/stores/time-series-store.ts';

/** 2026-03-01T12:00:00Z */
export const NOON = Date.UTC(2026, 2, 1, 12);

/** A station with what a test names, and believable defaults. */
export function someStation(fields: Partial<Station> = {}): Station {
  return {
    network: 'north',
    id: 'a',
    name: 'Alpha',
    latitude: 51,
    longitude: 4,
    elevation: 12,
    pressureLevel: 'station',
    rainInterval: 5,
    manufacturer: 'Boreal',
    model: 'BX2',
    retired: false,
    updated: NOON,
    ...fields,
  };
}

/** A directory of some stations. */
export function directoryOf(stations: readonly Station[]): StationDirectory {
  const directory = new StationDirectory();
  directory.load(stations);
  return directory;
}

/** An observation that nobody has judged yet, with what a test names. */
export function someObservation(fields: Partial<Observation> = {}): JudgedObservation {
  const values = { temp_out: 12.5, out_hum: 60, wind_speed: 18, bar: 1013.2, rain: 0 };
  const came = { network: 'north', station: 'a', time: NOON, source: 'push', received: NOON };
  return { observation: { ...came, values, extras: {}, original: {}, ...fields }, assessment: null };
}

/** An anomaly with what a test names. */
export function someAnomaly(fields: Partial<Anomaly> = {}): Anomaly {
  return {
    id: '0123456789abcdef0123456789abcdef',
    network: 'north',
    station: 'a',
    stationName: 'Alpha',
    variable: 'wind_speed',
    slot: NOON / 600_000,
    time: NOON,
    actual: 72,
    expected: 36,
    deviation: 36,
    temporalMethod: 'arima',
    check: 'arima',
    score: 12,
    scale: 3.6,
    threshold: 5,
    classification: 'device_failure',
    reason: '0 of 2 neighbours show this change',
    spatial: { enabled: true, method: 'pearson', correlation: 0.1, neighborsChecked: 1, neighbors: ['b'] },
    evidence: { history: [1, 2, 3] },
    baseline: null,
    configuration: 'c0',
    state: 'settled',
    final: true,
    version: 'v2',
    judged: NOON + 1000,
    ...fields,
  };
}
