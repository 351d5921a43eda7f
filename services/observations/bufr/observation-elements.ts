import { VARIABLES, type Variable } from '../../../schemas/variables.ts';
import type { TableBCode } from './table-b.ts';

/** A variable in a message: its descriptor, and the period that stands before it. */
export interface WrittenElement {
  readonly variable: Variable;
  readonly code: TableBCode;
  /** True where the period of an amount stands before it (0 04 025). */
  readonly hasPeriod: boolean;
}

/** Descriptors of variables by name, in the order of the surface templates: amounts over a period are the last. */
const CODES: readonly (readonly [name: string, code: TableBCode, hasPeriod?: true])[] = [
  ['bar', '010004'],
  ['bar', '010051'],
  ['temp_out', '012101'],
  ['dew_point', '012103'],
  ['out_hum', '013003'],
  ['temp_max', '012111'],
  ['temp_min', '012112'],
  ['soil_temperature', '012130'],
  ['snow_depth', '013013'],
  ['visibility', '020001'],
  ['wind_direction', '011001'],
  ['wind_speed', '011002'],
  ['wind_gust', '011041'],
  ['rain', '013011', true],
  ['solar_radiation', '014028', true],
];

/** The variables that this process keeps, as a message has them. Those without a descriptor are left out. */
export const WRITTEN_ELEMENTS: readonly WrittenElement[] = CODES.flatMap(([name, code, hasPeriod = false]) => {
  const variable = VARIABLES.find((known) => known === name);
  return variable === undefined ? [] : [{ variable, code, hasPeriod }];
});

/** What a value in a unit of an answer is in the unit of table B; units that are not here are the same. */
export const TO_TABLE_B: Readonly<Record<string, (value: number) => number>> = {
  degC: (value) => value + 273.15,
  'km/h': (value) => value / 3.6,
  hPa: (value) => value * 100,
  cm: (value) => value / 100,
};
