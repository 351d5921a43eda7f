import type { Observation } from '../../../schemas/observation.ts';
import { slotOf } from '../../../schemas/time.ts';
import { VARIABLES } from '../../../schemas/variables.ts';
import { NativeRows } from './native-rows.ts';
import { objectOf, textOf } from './object-text.ts';

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

/** The rows of an insert. */
export function observationRows(observations: readonly Observation[]): NativeRows {
  const rows = new NativeRows(observations.length);
  rows.texts('network', (row) => observations[row].network);
  rows.texts('station', (row) => observations[row].station);
  rows.integers('slot', (row) => slotOf(observations[row].time));
  rows.times('time', (row) => observations[row].time);
  for (const variable of VARIABLES) rows.numbers(variable, (row) => observations[row].values[variable]);
  rows.texts('extras', (row) => textOf(observations[row].extras));
  rows.texts('original', (row) => textOf(observations[row].original));
  rows.texts('source', (row) => observations[row].source);
  rows.times('received', (row) => observations[row].received);
  return rows;
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
