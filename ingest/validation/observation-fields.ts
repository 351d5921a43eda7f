import { packagedElement } from '../../schemas/elements/packaged-elements.ts';
import type { OriginalValue, Values } from '../../schemas/observation.ts';
import type { RainInterval } from '../../schemas/rain-intervals.ts';
import {
  byVariable,
  isDocumented,
  VARIABLE_SPECIFICATIONS,
  VARIABLES,
  type Variable,
} from '../../schemas/variables.ts';
import { readExtras } from './extra-fields.ts';
import { noIdentifier, noNetwork, readIdentifier, readNetwork } from './identifier.ts';
import { noNumber, readNumber } from './numeric-value.ts';
import { readTime } from './observation-time.ts';
import {
  inTenMinutes,
  intervalOfCount,
  isCount,
  isRainKind,
  RAIN_KINDS,
  type RainKind,
  rainIntervalOf,
  readRainInterval,
  wrongInterval,
} from './rain-fields.ts';
import { Refusal, shown } from './refusal.ts';
import { convert, isOwnUnit, isUnitOf, unitsOf } from './units.ts';

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

/** The parts that say how numbers are meant, each with the variables that it is for. */
const DECLARATIONS: readonly (readonly [string, readonly string[]])[] = [
  ['units', VARIABLES],
  ['kinds', ['rain']],
  ['intervals', ['rain']],
];

const NOTHING_CONVERTED: Readonly<Record<string, OriginalValue>> = Object.freeze({});

/**
 * Reads the fields of the push interface: `network`, `station_id` (or `station`), `time`, the judged variables, `units`,
 * `kinds`, `intervals`, `rain_interval` and extras. A number outside physical limits is read like any other: that is for
 * the check `gross_range` to say. Rain that is a count has no amount yet: the windows difference it, by its original.
 * Rain of a declared interval becomes what fell in ten minutes of it.
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

  const values: Values = byVariable(() => null);
  let wrong = '';
  for (const variable of VARIABLES) {
    const value = givenOf(fields, variable);
    const number = readNumber(value);
    if (number === undefined) wrong += `${wrong === '' ? '' : '; '}${noNumber(variable, value)}`;
    else values[variable] = number;
  }
  if (wrong !== '') return new Refusal('invalid_value', wrong);

  const original = isPlain(fields) ? NOTHING_CONVERTED : convertAll(fields, values);
  if (original instanceof Refusal) return original;
  return { network: inNetwork, station, time, values, extras: readExtras(fields), original };
}

/** What fields give for a variable: of an element beyond the five also by another of its names. */
function givenOf(fields: Fields, variable: Variable): unknown {
  const given = fields[variable];
  if (given !== undefined || isDocumented(variable)) return given;
  return VARIABLE_SPECIFICATIONS[variable].aliases.map((alias) => fields[alias]).find((other) => other !== undefined);
}

/**
 * An observation that declares no interval of its rain, with the one that is declared for its station.
 *
 * @param interval minutes; null where none is declared
 */
export function withStationInterval(reading: Reading, interval: number | null): Reading {
  const { values, original } = reading;
  if (interval === null || values.rain === null || rainIntervalOf(original) !== null) return reading;
  const declared = { values: { ...values }, original: { ...original } };
  declareInterval(declared.values, declared.original, interval);
  return { ...reading, ...declared };
}

/** True where fields say nothing of how their numbers are meant. */
function isPlain({ units, kinds, intervals, rain_interval: ofStation }: Fields): boolean {
  return !units && !kinds && !intervals && readNumber(ofStation) === null;
}

/** Converts values in place to Halcyon's units, kinds and interval; the numbers as they came are returned. */
function convertAll(fields: Fields, values: Values): Record<string, OriginalValue> | Refusal {
  const original: Record<string, OriginalValue> = {};
  const refusal = convertUnits(fields['units'], values, original);
  if (refusal !== null) return refusal;
  const kind = readRainKind(fields['kinds']);
  if (kind instanceof Refusal) return kind;
  const interval = declaredInterval(fields, kind);
  if (interval instanceof Refusal) return interval;
  const unknown = unknownName(fields);
  if (unknown !== null) return unknown;
  if (isCount(kind)) takeCount(values, original, kind);
  else if (interval !== null) declareInterval(values, original, interval);
  return original;
}

function convertUnits(units: unknown, values: Values, original: Record<string, OriginalValue>): Refusal | null {
  if (units && !isObject(units)) return noObject('units', units, '{"wind_speed": "m/s"}');
  for (const [name, unit] of Object.entries(units || {})) {
    const variable = variableOf(name);
    if (variable === undefined || unit === null || unit === '') continue;
    if (typeof unit !== 'string' || !isUnitOf(variable, unit)) return noUnit(variable, unit);
    const value = values[variable];
    if (value === null || isOwnUnit(variable, unit)) continue;
    original[variable] = { value, unit };
    values[variable] = convert(variable, unit, value);
  }
  return null;
}

/**
 * Refuses a name that nothing has, and a kind of an element that has none: the value that it means would be taken as it came. Over
 * what another element than rain is a mean changes nothing of it.
 */
function unknownName(fields: Fields): Refusal | null {
  for (const [part, known] of DECLARATIONS) {
    const given = fields[part];
    if (!isObject(given)) continue;
    for (const [name, declared] of Object.entries(given)) {
      if (declared === null || declared === '' || known.includes(name)) continue;
      const isElement = variableOf(name) !== undefined || packagedElement(name) !== undefined;
      if (isElement ? part !== 'kinds' : Object.hasOwn(fields, name)) continue;
      return new Refusal('invalid_value', `${part} has ${shown(name)}, known are ${known.join(', ')}`);
    }
  }
  return null;
}

/** The variable of a name, which of an element beyond the five may be another of its names. */
function variableOf(name: string): Variable | undefined {
  return VARIABLES.find((known) => known === name || VARIABLE_SPECIFICATIONS[known].aliases.includes(name));
}

/** What an observation says that its rain is; undefined where it says nothing. */
function readRainKind(kinds: unknown): RainKind | undefined | Refusal {
  if (kinds && !isObject(kinds)) return noObject('kinds', kinds, '{"rain": "since_midnight"}');
  const kind = ofRain(kinds);
  if (kind === undefined || kind === null || kind === '') return undefined;
  if (isRainKind(kind)) return kind;
  return new Refusal('invalid_value', `kinds.rain is ${shown(kind)}, should be one of ${RAIN_KINDS.join(', ')}`);
}

/**
 * The interval that an observation declares, or that comes with it for its station: that does not concern a count.
 *
 * @returns minutes; null where none is declared
 */
function declaredInterval(fields: Fields, kind: RainKind | undefined): RainInterval | null | Refusal {
  const { intervals, rain_interval: ofStation } = fields;
  if (intervals && !isObject(intervals)) return noObject('intervals', intervals, '{"rain": 5}');
  const own = readRainInterval(ofRain(intervals));
  if (own === undefined) return new Refusal('invalid_value', `intervals.rain ${wrongInterval(ofRain(intervals))}`);
  const station = readRainInterval(ofStation);
  if (station === undefined) return new Refusal('invalid_value', `rain_interval ${wrongInterval(ofStation)}`);
  if (own !== null && isCount(kind))
    return new Refusal('invalid_value', `intervals.rain ${intervalOfCount(own, kind)}`);
  return own ?? station;
}

/** Rain that is a count: an amount only beside the report before. */
function takeCount(values: Values, original: Record<string, OriginalValue>, kind: RainKind): void {
  if (values.rain === null) return;
  original['rain'] = { ...(original['rain'] ?? { value: values.rain, unit: 'mm' }), kind };
  values.rain = null;
}

/** Rain of an interval becomes what fell in ten minutes; the amount is kept as it came, also where the two are the same. */
function declareInterval(values: Values, original: Record<string, OriginalValue>, interval: number): void {
  if (values.rain === null) return;
  original['rain'] = { ...(original['rain'] ?? { value: values.rain, unit: 'mm' }), interval };
  values.rain = inTenMinutes(values.rain, interval);
}

function ofRain(given: unknown): unknown {
  return isObject(given) && Object.hasOwn(given, 'rain') ? given['rain'] : undefined;
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
