import type { Anomaly } from '../../../schemas/anomaly.ts';
import type { Baseline } from '../../../schemas/baseline.ts';
import type { DeadLetter } from '../../../schemas/dead-letter.ts';
import type { Fault, FaultValue, FaultVersion, SensorCondition } from '../../../schemas/fault.ts';
import type { Judgement, VariableJudgement } from '../../../schemas/judgement.ts';
import type { Observation, Values } from '../../../schemas/observation.ts';
import type { Station } from '../../../schemas/station.ts';
import { slotOf } from '../../../schemas/time.ts';
import { byVariable } from '../../../schemas/variables.ts';
import type { ToldWeatherEvent } from '../../../schemas/weather-event.ts';

/** A text with all that a careless statement stumbles over. */
export const ODD = 'Zürich/"東京"\\n\t\n\'; DROP TABLE stations; -- {x:String} %_ ☂';

/** 2026-09-01T00:00Z. */
export const START = Date.UTC(2026, 8, 1);
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export const CALM: Values = {
  ...byVariable(() => null),
  ...{ temp_out: 20, out_hum: 50, wind_speed: 5, bar: 1013.2, rain: 0 },
};

export function station(network: string, id: string, changes: Partial<Station> = {}): Station {
  return {
    network,
    id,
    name: `Station ${id}`,
    latitude: 51,
    longitude: 4,
    elevation: null,
    pressureLevel: 'unknown',
    rainInterval: null,
    manufacturer: null,
    model: null,
    retired: false,
    updated: START,
    ...changes,
  };
}

export function observation(
  network: string,
  id: string,
  time: number,
  changes: Partial<Observation> = {},
): Observation {
  return {
    network,
    station: id,
    time,
    values: CALM,
    extras: {},
    original: {},
    source: 'push',
    received: time + MINUTE,
    ...changes,
  };
}

const PASS: VariableJudgement = { flag: 1, reason: '', score: 0.25 };
const LATE: VariableJudgement = { flag: 2, reason: 'late', score: null };

export function judgement(
  network: string,
  id: string,
  time: number,
  judged: number,
  temperature: VariableJudgement = PASS,
): Judgement {
  const variables = {
    temp_out: temperature,
    out_hum: PASS,
    wind_speed: PASS,
    bar: { flag: 9, reason: 'missing', score: null } as const,
    rain: PASS,
  };
  return { network, station: id, slot: slotOf(time), time, configuration: 'c1', variables, judged, received: null };
}

export function lateJudgement(network: string, id: string, time: number, judged: number): Judgement {
  const variables = {
    temp_out: LATE,
    out_hum: LATE,
    wind_speed: LATE,
    bar: { flag: 9, reason: 'missing', score: null } as const,
    rain: LATE,
  };
  return { network, station: id, slot: slotOf(time), time, configuration: 'c1', variables, judged, received: null };
}

export function anomaly(network: string, id: string, changes: Partial<Anomaly> = {}): Anomaly {
  const time = changes.time ?? START;
  return {
    id,
    network,
    station: 's1',
    stationName: 'Station s1',
    variable: 'temp_out',
    slot: slotOf(time),
    time,
    actual: 35.1,
    expected: 20.05,
    deviation: 15.05,
    temporalMethod: 'arima',
    check: 'arima',
    score: 12.5,
    scale: 1.204,
    threshold: 5,
    classification: 'device_failure',
    reason: '0 of 12 neighbours show this change',
    spatial: { enabled: true, method: 'pearson', correlation: -0.125, neighborsChecked: 2, neighbors: ['s2', "s'3"] },
    evidence: { share: 0.1, moves: [1, 2, null], note: 'a\nb' },
    baseline: null,
    configuration: 'c1',
    state: 'provisional',
    final: false,
    version: 'v1',
    judged: time + HOUR,
    ...changes,
  };
}

export function fault(network: string, id: string, changes: Partial<Fault> = {}): Fault {
  const start = changes.start ?? START;
  return {
    id,
    network,
    station: 's1',
    stationName: 'Station s1',
    variable: 'temp_out',
    kind: 'level',
    start,
    end: null,
    named: start,
    known: start + 10 * MINUTE,
    recovered: null,
    offset: 4.5,
    uncertainty: 0.1 + 0.2,
    ratio: null,
    minutes: null,
    unit: null,
    swappedWith: null,
    adjusted: false,
    ceiling: null,
    unknownSince: null,
    values: 3,
    state: 'provisional',
    certainty: 'failure',
    reason: 'reads 4.5 degC above its neighbours',
    neighbors: ['s2', "s'3"],
    anomalyIds: ['a1', 'a2'],
    configuration: 'c1',
    version: 'v1',
    judged: start + HOUR,
    ...changes,
  };
}

/** A value under a fault. */
export function faultValue(time: number, changes: Partial<FaultValue> = {}): FaultValue {
  return { slot: slotOf(time), time, flag: 4, estimate: 15.5, uncertainty: 0.35, ...changes };
}

/** What is published of a fault. */
export function faultVersion(it: Fault, values: readonly FaultValue[] = []): FaultVersion {
  return { kind: 'fault', network: it.network, station: it.station, fault: it, values };
}

export function sensorCondition(
  network: string,
  slot: number,
  changes: Partial<SensorCondition> = {},
): SensorCondition {
  return { kind: 'condition', network, station: 's1', variable: 'temp_out', slot, content: '{"open":[1]}', ...changes };
}

/** A version of a weather event over two stations. */
export function weatherEvent(network: string, id: string, changes: Partial<ToldWeatherEvent> = {}): ToldWeatherEvent {
  const start = changes.start ?? START;
  const end = changes.end ?? start + HOUR;
  return {
    id,
    network,
    kind: 'storm',
    start,
    end,
    stations: [
      { station: 's1', stationName: 'Station s1', time: start, changes: { temp_out: -(0.1 + 0.2), rain: 2.5 } },
      { station: 's2', stationName: ODD, time: end, changes: {} },
    ],
    changes: { temp_out: -3.25 },
    motion: { direction: 280.123456789, speed: 42.5 },
    anomalyIds: ['a1', 'a2'],
    state: 'provisional',
    reason: '2 of 3 stations show the same change',
    configuration: 'c1',
    version: 'v1',
    judged: end + HOUR,
    ...changes,
  };
}

export function baseline(network: string, id: string, day: number, version: string): Baseline {
  return {
    network,
    station: id,
    day,
    version,
    days: 3,
    stepSpread: { temp_out: 0.1 + 0.2, out_hum: 1.5, wind_speed: null, bar: 0.05, rain: 0 },
    ownDay: { temp_out: 0.25, out_hum: null, wind_speed: 2, bar: 0.01, rain: 0 },
    ownLevels: { temp_out: [21.5, null, 23.46, 1, 2, 3, 4, 5], out_hum: [], wind_speed: [], bar: [1013.04], rain: [] },
    cadence: 6,
    resolution: { temp_out: 0.1, out_hum: 1, wind_speed: 0.5, bar: null, rain: 0.2 },
  };
}

export function deadLetter(
  network: string,
  id: string,
  received: number,
  changes: Partial<DeadLetter> = {},
): DeadLetter {
  return {
    id,
    network,
    source: 'push',
    reason: 'unreadable',
    detail: 'no JSON: give an object',
    body: Buffer.from([0, 255, 10, 13]).toString('base64'),
    mediaType: 'application/json',
    context: '',
    received,
    replayed: null,
    ...changes,
  };
}

/** Everything that an iterable of batches gives. */
export async function gathered<T>(batches: AsyncIterable<readonly T[]>): Promise<T[]> {
  const all: T[] = [];
  for await (const batch of batches) all.push(...batch);
  return all;
}
