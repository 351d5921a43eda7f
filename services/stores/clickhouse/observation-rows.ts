import type { Observation } from '../../../schemas/observation.ts';
import { slotOf } from '../../../schemas/time.ts';
import { objectOf, textOf } from './object-text.ts';

/** Columns of an insert, in the order of `observationCells`. */
export const OBSERVATION_COLUMNS = [
  'network',
  'station',
  'slot',
  'time',
  'temp_out',
  'out_hum',
  'wind_speed',
  'bar',
  'rain',
  'extras',
  'original',
  'source',
  'received',
] as const;

/** What a SELECT asks for, in the order of `observationOf`. */
export const OBSERVATION_SELECT = `network, station, toUnixTimestamp64Milli(time), temp_out, out_hum, wind_speed, bar, rain,
  extras, original, source, toUnixTimestamp64Milli(received)`;

export type ObservationRow = [
  network: string,
  station: string,
  time: number,
  temp_out: number | null,
  out_hum: number | null,
  wind_speed: number | null,
  bar: number | null,
  rain: number | null,
  extras: string,
  original: string,
  source: string,
  received: number,
];

/** The cells of an insert. */
export function observationCells(it: Observation): readonly unknown[] {
  const { temp_out, out_hum, wind_speed, bar, rain } = it.values;
  const extras = textOf(it.extras);
  const original = textOf(it.original);
  const values = [temp_out, out_hum, wind_speed, bar, rain];
  return [it.network, it.station, slotOf(it.time), it.time, ...values, extras, original, it.source, it.received];
}

/** The observation of a row. */
export function observationOf(row: ObservationRow): Observation {
  return {
    network: row[0],
    station: row[1],
    time: row[2],
    values: { temp_out: row[3], out_hum: row[4], wind_speed: row[5], bar: row[6], rain: row[7] },
    extras: objectOf(row[8]),
    original: objectOf(row[9]),
    source: row[10],
    received: row[11],
  };
}
