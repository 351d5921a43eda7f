import type { Observation } from '../../../schemas/observation.ts';
import { slotOf } from '../../../schemas/time.ts';
import { byVariable, VARIABLES } from '../../../schemas/variables.ts';
import { NativeRows } from './native-rows.ts';
import { objectOf, textOf } from './object-text.ts';

/** What a SELECT asks for, in the order of `observationOf`. */
export const OBSERVATION_SELECT = `network, station, toUnixTimestamp64Milli(time),
  extras, original, source, toUnixTimestamp64Milli(received), ${VARIABLES.join(', ')}`;

export type ObservationRow = [
  network: string,
  station: string,
  time: number,
  extras: string,
  original: string,
  source: string,
  received: number,
  ...values: (number | null)[],
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
  const [network, station, time, extras, original, source, received, ...values] = row;
  return {
    network,
    station,
    time,
    values: byVariable((_, v) => values[v]),
    extras: objectOf(extras),
    original: objectOf(original),
    source,
    received,
  };
}
