import type { Score } from './scoring.ts';

const NONE = { weather_event: 0, device_failure: 0, suspected: 0, unnoticed: 0 };

/** A score as the harness gives it, of which a test says what matters. */
export function madeScore(given: Partial<Score>): Score {
  return {
    ...{ f1: 1, faults: 10, caught: 10, named: 10, false_device_failures: 0, weather_called_failure: 0 },
    ...{ false_per_station_week: 0, events_per_station_week: 0, weather: { front: NONE, storm: NONE }, by_kind: {} },
    told: { faults: 10, anomalies: 20, episodes: 10 },
    ...given,
  };
}
