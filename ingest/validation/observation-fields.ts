import type { OriginalValue, Values } from '../../schemas/observation.ts';
import { VARIABLES, type Variable } from '../../schemas/variables.ts';
import { isCount, isRainKind, RAIN_KINDS } from '../rain-kinds.ts';
import { convert, isOwnUnit, isUnitOf, unitsOf } from '../units.ts';
import { readExtras } from './extra-fields.ts';
import { noIdentifier, noNetwork, readIdentifier, readNetwork } from './identifier.ts';
import { noNumber, readNumber } from './numeric-value.ts';
import { readTime } from './observation-time.ts';
import { Refusal, shown } from './refusal.ts';

/** An observation that was read; whether its station is known has still to be asked. */
export interface Reading {
  readonly network: string;
  readonly station: string;
  /** ms since the epoch. */
  readonly time: number;
  readonly values: Values;
  readonly extras: Readonly<Record<string, number | string>>;
  readonly original: Readonly<Record<string, OriginalValue>>;
}

type Fields = Readonly<Record<string, unknown>>;

const NOTHING_CONVERTED: Readonly<Record<string, OriginalValue>> = Object.freeze({});

/**
 * Reads the fields of the push interface: `network`, `station_id` (or `station`), `time`, the judged variables, `units`,
 * `kinds` and extras. A number outside physical limits is read like any other: that is for the check `gross_range` to
 * say. Rain that is a count has no amount yet: the windows difference it, by its original.
 *
 * @param network of fields that name none
 * @param latest newest time that is believed, ms since the epoch
 */
export function readObservation(fields: Fields, network: string, latest: number): Reading | Refusal {
  const named = fields['network'];
  const inNetwork = named === undefined || named === null || named === '' ? network : readNetwork(named);
  if (inNetwork === undefined) return new Refusal('invalid_id', noNetwork(named));

  const given = fields['station_id'] ?? fields['station'];
  const station = readIdentifier(given);
  if (station === undefined) return new Refusal('invalid_id', noIdentifier('station_id', given));

  const time = readTime(fields['time'], latest);
  if (time instanceof Refusal) return time;

  const values: Values = { temp_out: null, out_hum: null, wind_speed: null, bar: null, rain: null };
  let wrong = '';
  for (const variable of VARIABLES) {
    const value = fields[variable];
    const number = readNumber(value);
    if (number === undefined) wrong += `${wrong === '' ? '' : '; '}${noNumber(variable, value)}`;
    else values[variable] = number;
  }
  if (wrong !== '') return new Refusal('invalid_value', wrong);

  const { units, kinds } = fields;
  const original = units || kinds ? convertAll(units, kinds, values) : NOTHING_CONVERTED;
  if (original instanceof Refusal) return original;
  return { network: inNetwork, station, time, values, extras: readExtras(fields), original };
}

/** Converts values in place to Halcyon's units and kinds; the numbers as they came are returned. */
function convertAll(units: unknown, kinds: unknown, values: Values): Record<string, OriginalValue> | Refusal {
  if (units && !isObject(units)) return noObject('units', units, '{"wind_speed": "m/s"}');
  if (kinds && !isObject(kinds)) return noObject('kinds', kinds, '{"rain": "since_midnight"}');
  const original: Record<string, OriginalValue> = {};
  for (const [name, unit] of Object.entries(units || {})) {
    const variable = VARIABLES.find((known) => known === name);
    if (variable === undefined || unit === null || unit === '') continue;
    if (typeof unit !== 'string' || !isUnitOf(variable, unit)) return noUnit(variable, unit);
    const value = values[variable];
    if (value === null || isOwnUnit(variable, unit)) continue;
    original[variable] = { value, unit };
    values[variable] = convert(variable, unit, value);
  }
  const kind = isObject(kinds) && Object.hasOwn(kinds, 'rain') ? kinds['rain'] : undefined;
  if (kind === undefined || kind === null || kind === '') return original;
  if (!isRainKind(kind)) {
    return new Refusal('invalid_value', `kinds.rain is ${shown(kind)}, should be one of ${RAIN_KINDS.join(', ')}`);
  }
  const count = original['rain'] ?? { value: values.rain, unit: 'mm' };
  if (!isCount(kind) || count.value === null) return original;
  original['rain'] = { value: count.value, unit: count.unit, kind };
  values.rain = null;
  return original;
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function noObject(field: string, value: unknown, example: string): Refusal {
  return new Refusal('invalid_value', `${field} is ${shown(value)}, should be an object such as ${example}`);
}

function noUnit(variable: Variable, unit: unknown): Refusal {
  const known = unitsOf(variable).join(', ');
  return new Refusal('invalid_value', `units.${variable} is ${shown(unit)}, should be one of ${known}`);
}
