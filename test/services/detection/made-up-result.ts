import type { ReplayResult } from '../../../detectors/replay/replay-result.ts';
import type { Anomaly, Classification } from '../../../schemas/anomaly.ts';
import type { Station } from '../../../schemas/station.ts';
import { slotOf } from '../../../schemas/time.ts';
import type { Variable } from '../../../schemas/variables.ts';
import { type RawDetection, readDetection } from '../../../services/detection/detection-request.ts';

export const END = Date.UTC(2022, 8, 15, 23, 50);

/** A station of the network `alps` by its number. */
export function station(number: number): Station {
  return {
    network: 'alps',
    id: `s${String(number).padStart(2, '0')}`,
    name: `Station ${number}`,
    latitude: 47 + number / 100,
    longitude: 11,
    elevation: null,
    pressureLevel: 'station',
    rainInterval: null,
    manufacturer: null,
    model: null,
    retired: false,
    updated: 0,
  };
}

/** An anomaly of a station, `slotsBack` slots before the end; the rest as `changes` say. */
export function anomaly(
  number: number,
  variable: Variable,
  classification: Classification,
  slotsBack: number,
  changes: Partial<Anomaly> = {},
): Anomaly {
  const time = END - slotsBack * 600_000;
  const { id, name } = station(number);
  const actual = 27.1;
  const expected = 12.4 + number / 3;
  return {
    id: `${id}-${variable}-${slotsBack}`,
    network: 'alps',
    station: id,
    stationName: name,
    variable,
    slot: slotOf(time),
    time,
    actual,
    expected,
    deviation: actual - expected,
    temporalMethod: 'arima',
    check: 'arima',
    score: 12.34567891,
    scale: 1.19,
    threshold: 5,
    classification,
    reason: `${classification === 'device_failure' ? 0 : 9} of 12 neighbours show this change`,
    spatial: {
      enabled: true,
      method: 'pearson',
      correlation: -0.2512345678,
      neighborsChecked: 2,
      neighbors: ['s02', 's03'],
    },
    evidence: { stir: 0.1 },
    baseline: null,
    configuration: 'c0',
    state: 'settled',
    final: true,
    version: 'v0',
    judged: END,
    ...changes,
  };
}

/** A request that ends at `END`. */
export function request(raw: RawDetection = {}) {
  return readDetection(
    { end_time: '2022-09-15 23:50:00', spatial_verify: true, ...raw },
    { now: END, latenessSlots: 12, hindsightSlots: 6 },
  );
}

/** Four stations: one with two failures and a weather event, one with weather, one normal, one silent. */
export function result(changes: Partial<ReplayResult> = {}): ReplayResult {
  return {
    stations: [1, 2, 3, 4].map(station),
    faultsSince: null,
    anomalies: [
      anomaly(1, 'temp_out', 'device_failure', 9),
      anomaly(2, 'rain', 'weather_event', 5, { reason: 'wet around' }),
      anomaly(1, 'wind_speed', 'weather_event', 4),
      anomaly(1, 'temp_out', 'suspected', 2, { check: 'flat_line' }),
      anomaly(1, 'bar', 'device_failure', 1, { actual: 1e308, check: 'gross_range', score: 1e9, threshold: 0 }),
    ],
    notJudged: [
      { station: 's03', variable: 'rain', reason: 'missing', count: 7 },
      { station: 's04', variable: 'temp_out', reason: 'no_observations', count: 0 },
    ],
    outages: [
      {
        kind: 'repeating',
        scope: 'network',
        start: END - 30 * 600_000,
        end: END - 12 * 600_000,
        stations: ['s01', 's02', 's03'],
        share: 2 / 3,
        reason: 'most stations repeated old values at once',
      },
      {
        kind: 'repeating',
        scope: 'station',
        start: END - 8 * 600_000,
        end: null,
        stations: ['s03'],
        share: 0.25,
        reason: 'the station alone repeated all values',
      },
    ],
    faults: [],
    weather: [],
    judgedStations: ['s01', 's02', 's03'],
    valuesReceived: 540,
    valuesJudged: 533,
    valuesNotJudged: 7,
    ...changes,
  };
}
