import type { RainInterval } from '../../schemas/rain-intervals.ts';
import type { PressureLevel } from '../../schemas/station.ts';
import { isVariable, type Variable } from '../../schemas/variables.ts';
import { PRESSURE_LEVELS } from './position.ts';
import {
  intervalOfCount,
  isCount,
  isRainKind,
  RAIN_KINDS,
  type RainKind,
  rainKindOf,
  readRainInterval,
  wrongInterval,
} from './rain-fields.ts';
import { shown } from './refusal.ts';
import { isUnitOf, unitsOf } from './units.ts';

/** What holds for all observations of a source that do not say it themselves. */
export interface SourceForm {
  /** Units of variables that come in another than Halcyon's. */
  readonly units: Readonly<Partial<Record<Variable, string>>>;
  readonly kinds: { readonly rain?: RainKind };
  /** Minutes that amounts of rain fall over. */
  readonly intervals: { readonly rain?: RainInterval };
  /** Where the pressure holds, of stations that name no level. */
  readonly pressureLevel: PressureLevel | null;
}

/** The form of a source in Halcyon's own units and kinds. */
export const PLAIN_FORM: SourceForm = { units: {}, kinds: {}, intervals: {}, pressureLevel: null };

/**
 * Reads a form such as `kinds.rain=since_midnight&units.bar=inHg`: pieces parted by `&`, percent-encoded where they hold
 * one. The pieces that `others` names are handed back beside it.
 *
 * @returns a text that says what is wrong and what would be right where it is none
 */
export function readSourceForm(
  text: string,
  others: readonly string[] = [],
): { readonly form: SourceForm; readonly rest: Readonly<Record<string, string>> } | string {
  const units: Partial<Record<Variable, string>> = {};
  const kinds: { rain?: RainKind } = {};
  const intervals: { rain?: RainInterval } = {};
  const rest: Record<string, string> = {};
  let pressureLevel: PressureLevel | null = null;
  const given = new Set<string>();
  for (const piece of text.split('&').filter((one) => one !== '')) {
    const at = piece.indexOf('=');
    const name = at < 0 ? piece : piece.slice(0, at);
    const value = decoded(at < 0 ? '' : piece.slice(at + 1));
    if (given.has(name)) return `${shown(name)} appears twice`;
    given.add(name);
    const [group, variable = ''] = name.split('.', 2);
    if (others.includes(name) && value !== '') rest[name] = value;
    else if (name === 'pressure_level') {
      const level = PRESSURE_LEVELS.find((one) => one === value);
      if (level === undefined) return wrong(name, value, PRESSURE_LEVELS);
      pressureLevel = level;
    } else if (name === 'kinds.rain') {
      if (!isRainKind(value)) return wrong(name, value, RAIN_KINDS);
      kinds.rain = value;
    } else if (name === 'intervals.rain') {
      const interval = readRainInterval(value);
      if (typeof interval !== 'number') return `${name} ${wrongInterval(value)}`;
      intervals.rain = interval;
    } else if (group === 'units' && isVariable(variable)) {
      if (!isUnitOf(variable, value)) return wrong(name, value, unitsOf(variable));
      units[variable] = value;
    } else {
      const known = ['units.<variable>', 'kinds.rain', 'intervals.rain', 'pressure_level', ...others];
      return `${shown(piece)} is not one of ${known.join(', ')}, each with = and a value, parted by &`;
    }
  }
  if (intervals.rain !== undefined && isCount(kinds.rain)) {
    return `intervals.rain ${intervalOfCount(intervals.rain, kinds.rain)}`;
  }
  return { form: { units, kinds, intervals, pressureLevel }, rest };
}

/** Adds what the form says to the fields of an observation or a station; what they say themselves counts. */
export function fillIn(fields: Record<string, unknown>, form: SourceForm): void {
  if (hasAny(form.units)) fields['units'] ??= form.units;
  if (form.pressureLevel !== null && !fields['pressure_level']) fields['pressure_level'] = form.pressureLevel;
  // Fields with an interval of their own mean amounts, and those with a count have no interval.
  const own = readRainInterval(rainOf(fields['intervals']));
  if (hasAny(form.kinds) && own === null) fields['kinds'] ??= form.kinds;
  if (form.intervals.rain === undefined || own !== null || readRainInterval(fields['rain_interval']) !== null) return;
  if (isCount(rainKindOf(fields['kinds']))) return;
  fields['intervals'] ??= form.intervals;
  fields['rain_interval'] = form.intervals.rain;
}

function rainOf(given: unknown): unknown {
  return typeof given === 'object' && given !== null && 'rain' in given ? given.rain : undefined;
}

function wrong(name: string, value: string, right: readonly string[]): string {
  return `${name} is ${shown(value)}, should be one of ${right.join(', ')}`;
}

/** A percent-encoded text as it is meant; as it stands where it is none. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function hasAny(record: object): boolean {
  for (const _ in record) return true;
  return false;
}
