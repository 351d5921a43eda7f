import { isShownName, NO_UNSEEN } from '../../schemas/shown-text.ts';
import type { PressureLevel } from '../../schemas/station.ts';
import { readNumber } from './numeric-value.ts';
import { readRainInterval, wrongInterval } from './rain-fields.ts';
import { shown } from './refusal.ts';

/** What a source says of a station beside its identity. */
export interface Registration {
  readonly name: string;
  /** Degrees north and east, WGS 84. */
  readonly latitude: number;
  readonly longitude: number;
  /** Metres above sea level, null where unknown. */
  readonly elevation: number | null;
  readonly pressureLevel: PressureLevel;
  /** Minutes that its amounts of rain fall over; null: not declared. */
  readonly rainInterval: number | null;
  /** Who made it, and what they call it; null: not declared. */
  readonly manufacturer: string | null;
  readonly model: string | null;
}

/** A field that was refused and why. */
export interface FieldProblem {
  readonly field: string;
  readonly message: string;
}

type Fields = Readonly<Record<string, unknown>>;

const LONGEST_NAME = 256;
/** Of a manufacturer or a model. */
const LONGEST_MAKE = 128;
/** The levels that a source may name. */
export const PRESSURE_LEVELS: readonly PressureLevel[] = ['station', 'sea_level', 'unknown'];

/** True where fields carry anything of a position. */
export function carriesPosition(fields: Fields): boolean {
  return isGiven(fields['latitude']) || isGiven(fields['longitude']);
}

/**
 * Reads `latitude`, `longitude`, `elevation`, `station_name` (or `name`), `pressure_level`, `rain_interval`, `manufacturer`
 * and `model`; the name is the station's identifier where none is given.
 */
export function readRegistration(fields: Fields, id: string): Registration | FieldProblem[] {
  const problems: FieldProblem[] = [];
  const latitude = degrees(fields, 'latitude', 90, problems);
  const longitude = degrees(fields, 'longitude', 180, problems);
  const elevation = metres(fields['elevation'], problems);
  const pressureLevel = level(fields['pressure_level'], problems);
  const rainInterval = minutes(fields['rain_interval'], problems);
  const manufacturer = makeOf(fields, 'manufacturer', problems);
  const model = makeOf(fields, 'model', problems);
  const name = nameOf(fields, id, problems);
  if (problems.length > 0) return problems;
  return { name, latitude, longitude, elevation, pressureLevel, rainInterval, manufacturer, model };
}

function degrees(fields: Fields, field: string, limit: number, problems: FieldProblem[]): number {
  const value = readNumber(fields[field]);
  if (typeof value === 'number' && Math.abs(value) <= limit) return value;
  const given = value === null ? 'missing' : shown(fields[field]);
  problems.push({ field, message: `${field} is ${given}, should be degrees from -${limit} to ${limit}` });
  return Number.NaN;
}

/** The Dead Sea's shore lies at -430 m, the highest summit at 8849 m. */
function metres(given: unknown, problems: FieldProblem[]): number | null {
  const value = readNumber(given);
  if (value === null || (value !== undefined && value >= -500 && value <= 9000)) return value;
  const message = `elevation is ${shown(given)}, should be metres from -500 to 9000, or empty where unknown`;
  problems.push({ field: 'elevation', message });
  return null;
}

function level(given: unknown, problems: FieldProblem[]): PressureLevel {
  if (!isGiven(given)) return 'unknown';
  const found = PRESSURE_LEVELS.find((word) => word === given);
  if (found !== undefined) return found;
  const message = `pressure_level is ${shown(given)}, should be one of ${PRESSURE_LEVELS.join(', ')}`;
  problems.push({ field: 'pressure_level', message });
  return 'unknown';
}

function minutes(given: unknown, problems: FieldProblem[]): number | null {
  const interval = readRainInterval(given);
  if (interval !== undefined) return interval;
  problems.push({ field: 'rain_interval', message: `rain_interval ${wrongInterval(given)}` });
  return null;
}

/** A manufacturer or a model, which may be a number. */
function makeOf(fields: Fields, field: string, problems: FieldProblem[]): string | null {
  const given = fields[field];
  if (!isGiven(given)) return null;
  const text = typeof given === 'number' ? String(given) : given;
  if (typeof text === 'string' && isShownName(text) && Array.from(text).length <= LONGEST_MAKE) {
    return text.trim() || null;
  }
  const message = `${field} is ${shown(given)}, should be a name of at most ${LONGEST_MAKE} characters ${NO_UNSEEN}`;
  problems.push({ field, message });
  return null;
}

function nameOf(fields: Fields, id: string, problems: FieldProblem[]): string {
  for (const field of ['station_name', 'name']) {
    const given = fields[field];
    if (typeof given !== 'string') continue;
    // The end of a line within a name, as tables have it, is a blank.
    const name = given.replace(/[\t\r\n]+/g, ' ').trim();
    if (!isShownName(name)) {
      problems.push({ field, message: `${field} is ${shown(given)}, should be a name ${NO_UNSEEN}` });
    }
    if (name !== '') return Array.from(name).slice(0, LONGEST_NAME).join('');
  }
  return id;
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}
