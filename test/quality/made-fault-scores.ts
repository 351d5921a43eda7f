import type { FaultScores, FaultsScore, ValuesScore } from './fault-scores.ts';

/** What the harness says of faults, of which a test says what matters. */
export function madeFaultScores(values: Partial<ValuesScore>, faults: Partial<FaultsScore> = {}): FaultScores {
  return {
    values: {
      ...{ f1: 1, precision: 1, recall: 1, wrong: 100, found: 100, right: 1000, alarms: 0, ends: 10, returns: 0 },
      ...{ weather: 100, weather_called: 0 },
      ...values,
    },
    faults: { false_per_station_week: 0, station_weeks: 1, false_list: [], by_kind: {}, ...faults },
  };
}
