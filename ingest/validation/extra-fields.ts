import { VARIABLE_SPECIFICATIONS, VARIABLES } from '../../schemas/variables.ts';
import { readNumber } from './numeric-value.ts';

/** Most extra fields of one observation, longest name and longest text that are kept; what is beyond is left out. */
const MOST_EXTRAS = 32;
const LONGEST_NAME = 64;
const LONGEST_TEXT = 256;

/** Fields of an observation that are no extras. */
const TAKEN: ReadonlySet<string> = new Set([
  ...VARIABLES,
  ...VARIABLES.flatMap((variable) => VARIABLE_SPECIFICATIONS[variable].aliases),
  'network',
  'station_id',
  'station',
  'time',
  'units',
  'kinds',
  'intervals',
  'latitude',
  'longitude',
  'elevation',
  'station_name',
  'name',
  'pressure_level',
  'rain_interval',
  'manufacturer',
  'model',
  // An object's prototype, not a field, for everyone who reads the record later.
  '__proto__',
]);

/** Extras that are numbers where their text is one: extremes, gusts and directions. */
const NUMERIC: ReadonlySet<string> = new Set(['hi_temp', 'low_temp', 'wind_dir', 'hi_speed', 'hi_dir']);

const NONE: Readonly<Record<string, number | string>> = Object.freeze({});

/** True where a field of this name is kept as an extra. */
export function isExtra(name: string): boolean {
  return !TAKEN.has(name) && name !== '' && name.length <= LONGEST_NAME;
}

/**
 * What a source sent beside the judged variables: gusts, directions, extremes and any other field with a single value.
 * Kept as it came, numbers where the field is known to be one; lists and objects are left out.
 */
export function readExtras(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, number | string>> {
  let extras: Record<string, number | string> | undefined;
  let count = 0;
  for (const name in fields) {
    if (TAKEN.has(name) || !Object.hasOwn(fields, name) || !isExtra(name)) continue;
    const value = single(name, fields[name]);
    if (value === undefined) continue;
    if (count === MOST_EXTRAS) break;
    extras ??= {};
    extras[name] = value;
    count += 1;
  }
  return extras ?? NONE;
}

function single(name: string, value: unknown): number | string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value === 'boolean') return String(value);
  if (typeof value !== 'string' || value === '') return undefined;
  const number = NUMERIC.has(name) ? readNumber(value) : undefined;
  return number ?? value.slice(0, LONGEST_TEXT);
}
