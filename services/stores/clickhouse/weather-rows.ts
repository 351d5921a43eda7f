import type { EventStation, ToldWeatherEvent, WeatherChanges } from '../../../schemas/weather-event.ts';
import { objectOf, textOf } from './object-text.ts';

/** Columns of an insert, in the order of `weatherCells`. */
export const WEATHER_COLUMNS = [
  'network',
  'start',
  'id',
  'version',
  'kind',
  'end',
  'stations',
  'changes',
  'direction',
  'speed',
  'anomaly_ids',
  'state',
  'reason',
  'configuration',
  'judged',
] as const;

const TIMES: readonly string[] = ['start', 'end', 'judged'];

/** What a SELECT asks for, in the order of the columns. */
export const WEATHER_SELECT = WEATHER_COLUMNS.map((name) =>
  TIMES.includes(name) ? `toUnixTimestamp64Milli(${name})` : name,
).join(', ');

export type WeatherRow = [
  network: string,
  start: number,
  id: string,
  version: string,
  kind: ToldWeatherEvent['kind'],
  end: number,
  stations: string,
  changes: string,
  direction: number | null,
  speed: number | null,
  anomalyIds: string[],
  state: ToldWeatherEvent['state'],
  reason: string,
  configuration: string,
  judged: number,
];

/** The cells of an insert. */
export function weatherCells(it: ToldWeatherEvent): WeatherRow {
  return [
    it.network,
    it.start,
    it.id,
    it.version,
    it.kind,
    it.end,
    JSON.stringify(it.stations),
    textOf(it.changes),
    it.motion?.direction ?? null,
    it.motion?.speed ?? null,
    [...it.anomalyIds],
    it.state,
    it.reason,
    it.configuration,
    it.judged,
  ];
}

/** The weather event of a row. */
export function weatherEventOf(row: WeatherRow): ToldWeatherEvent {
  const [direction, speed] = [row[8], row[9]];
  return {
    network: row[0],
    start: row[1],
    id: row[2],
    version: row[3],
    kind: row[4],
    end: row[5],
    stations: JSON.parse(row[6]) as EventStation[],
    changes: objectOf<WeatherChanges>(row[7]),
    motion: direction === null || speed === null ? null : { direction, speed },
    anomalyIds: row[10],
    state: row[11],
    reason: row[12],
    configuration: row[13],
    judged: row[14],
  };
}
