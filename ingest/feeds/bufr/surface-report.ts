import { isRainInterval } from '../../../schemas/rain-intervals.ts';
import { isVariable } from '../../../schemas/variables.ts';
import type { SourceForm } from '../../validation/source-form.ts';
import type { BufrSubset } from './bufr-decoder.ts';
import { CHOICES, type Choice } from './surface-descriptors.ts';
import { type SurfaceValue, surfaceValues } from './surface-values.ts';

/** Fields of an observation by name. */
type Fields = Record<string, unknown>;

const SEA_LEVEL_PRESSURE = '010051';
const STATION_PRESSURE = '010004';
const [LOWEST_GROUND, HIGHEST_GROUND] = [-500, 9000];

/**
 * The fields of an observation in one subset of a surface template, whichever it is: descriptors say what a value is. What
 * Halcyon does not keep as a variable stands under its name of table B, with its period and its height.
 *
 * @returns null where every value is missing, as a report of NIL has it
 */
export function surfaceReport(subset: BufrSubset, { pressureLevel }: Pick<SourceForm, 'pressureLevel'>): Fields | null {
  const values = surfaceValues(subset);
  if (values.length === 0) return null;
  const first = firstsOf(subset);
  const fields: Fields = { ...identityOf(first), ...positionOf(first) };
  const time = timeOf(first);
  if (time !== null) fields['time'] = time;
  const units: Record<string, string> = {};
  const [chosen, rest] = choose(values, pressureLevel);
  for (const [element, one] of chosen) {
    if (!isVariable(element)) {
      fields[one.descriptor.name] = withoutTrace(one);
      continue;
    }
    const { value, unit } = measured(one);
    // Where the pressure of the station is an element beside `bar`, both have it.
    const isBoth = element === 'bar' && one.descriptor.code === STATION_PRESSURE && isVariable('station_pressure');
    for (const name of isBoth ? [element, 'station_pressure'] : [element]) {
      fields[name] = value;
      units[name] = unit;
    }
    if (element === 'rain') fields['intervals'] = { rain: one.minutes };
  }
  for (const one of rest) {
    const name = nameOf(one);
    if (!isVariable(name)) fields[name] ??= withoutTrace(one);
  }
  fields['units'] = units;
  if (chosen.has('bar')) fields['pressure_level'] = pressureLevel ?? 'station';
  return fields;
}

/** The value of each element that is nearest to what is standard, of equals the first; and the others. */
function choose(
  values: readonly SurfaceValue[],
  pressureLevel: SourceForm['pressureLevel'],
): readonly [ReadonlyMap<string, SurfaceValue>, readonly SurfaceValue[]] {
  const chosen = new Map<string, SurfaceValue>();
  const rest: SurfaceValue[] = [];
  for (const one of values) {
    const element = elementOf(one, pressureLevel);
    if (element === null || !isTaken(one)) {
      rest.push(one);
      continue;
    }
    const other = chosen.get(element);
    if (other === undefined || isBetter(one, other)) chosen.set(element, one);
    if (other !== undefined) rest.push(chosen.get(element) === one ? other : one);
  }
  return [chosen, rest];
}

/** The variable that a value may be; which pressure is judged says the form of the feed. */
function elementOf({ descriptor }: SurfaceValue, pressureLevel: SourceForm['pressureLevel']): string | null {
  const { code, element } = descriptor;
  if (code === SEA_LEVEL_PRESSURE) return pressureLevel === 'sea_level' ? 'bar' : null;
  if (code === STATION_PRESSURE && pressureLevel !== 'sea_level') return 'bar';
  return element;
}

/** True where a value is near enough to what is standard. */
function isTaken({ descriptor, level, minutes }: SurfaceValue): boolean {
  const { level: levels, period }: Choice = CHOICES[descriptor.choice];
  // The depth of a soil is always said, and a sum of unknown length is nothing of ten minutes.
  if (levels !== undefined && (level === null ? descriptor.choice === 'soil' : !within(level, levels))) return false;
  if (descriptor.element === 'rain') return isRainInterval(minutes);
  if (descriptor.isEnergy === true && (minutes === null || minutes === 0)) return false;
  return period === undefined || (minutes ?? 0) <= period.to;
}

function within(level: number, { from, to }: { readonly from: number; readonly to: number }): boolean {
  return level >= from && level <= to;
}

/** True where one value is nearer to what is standard than another of the same element: by its period, then by its level. */
function isBetter(one: SurfaceValue, other: SurfaceValue): boolean {
  const [ofOne, ofOther] = [distances(one), distances(other)];
  return ofOne[0] < ofOther[0] || (ofOne[0] === ofOther[0] && ofOne[1] < ofOther[1]);
}

/** How far a value is from what is standard: minutes and metres. What is not said is as it should be. */
function distances({ descriptor, level, minutes }: SurfaceValue): readonly [number, number] {
  const { level: levels, period }: Choice = CHOICES[descriptor.choice];
  const standard = period?.standard === 'shortest' ? 0 : (period?.standard ?? minutes ?? 0);
  return [
    Math.abs((minutes ?? standard) - standard),
    Math.abs((level ?? levels?.standard ?? 0) - (levels?.standard ?? level ?? 0)),
  ];
}

/** A value as the element has it. */
function measured(one: SurfaceValue): { readonly value: number; readonly unit: string } {
  const { descriptor, value, minutes } = one;
  if (descriptor.isEnergy === true && minutes !== null) {
    return { value: Math.round((value / (minutes * 60)) * 1000) / 1000, unit: 'W/m2' };
  }
  return { value: withoutTrace(one), unit: descriptor.unit };
}

/** -0.1 kg m-2 is a trace, -0.01 m of snow less than half a centimetre, -0.02 m patches (notes of table B, class 13). */
function withoutTrace({ descriptor, value }: SurfaceValue): number {
  return descriptor.hasTrace === true && value < 0 ? 0 : value;
}

/** The name of a value that is no variable: of table B, with the period and the level that its name does not say. */
function nameOf({ descriptor, level, minutes }: SurfaceValue): string {
  const { name, choice } = descriptor;
  const { level: levels, period }: Choice = CHOICES[choice];
  const at = levels !== undefined && level !== null && descriptor.level === undefined ? `_${level}m` : '';
  const over = period !== undefined && minutes !== null && descriptor.minutes === undefined ? `_${minutes}min` : '';
  return `${name}${at}${over}`;
}

/** The first value of each descriptor that is not missing. */
function firstsOf(subset: BufrSubset): ReadonlyMap<string, number | string> {
  const firsts = new Map<string, number | string>();
  for (const { code, value } of subset) if (value !== null && !firsts.has(code)) firsts.set(code, value);
  return firsts;
}

/**
 * The station: its WIGOS identifier, or the one that a station with block and station number has (WMO-No. 1160:
 * 0-20000-0-IIiii), so that it is the same station whichever a message carries.
 */
function identityOf(first: ReadonlyMap<string, number | string>): Fields {
  const name = first.get('001015') ?? first.get('001019');
  const named = typeof name === 'string' ? { station_name: name } : {};
  const wigos = ['001125', '001126', '001127', '001128'].map((code) => first.get(code));
  if (!wigos.includes(undefined)) return { station_id: wigos.join('-'), ...named };
  const [block, number] = [first.get('001001'), first.get('001002')];
  if (block === undefined || number === undefined) return named;
  return { station_id: `0-20000-0-${String(block).padStart(2, '0')}${String(number).padStart(3, '0')}`, ...named };
}

function positionOf(first: ReadonlyMap<string, number | string>): Fields {
  const latitude = first.get('005001') ?? first.get('005002');
  const longitude = first.get('006001') ?? first.get('006002');
  if (latitude === undefined || longitude === undefined) return {};
  const elevation = Number(first.get('007030') ?? first.get('007001') ?? Number.NaN);
  const isGround = elevation >= LOWEST_GROUND && elevation <= HIGHEST_GROUND;
  return { latitude, longitude, ...(isGround && { elevation }) };
}

/** ISO 8601; null where no date and hour stand there. */
function timeOf(first: ReadonlyMap<string, number | string>): string | null {
  const [year, month, day, hour] = ['004001', '004002', '004003', '004004'].map((code) => first.get(code));
  if (year === undefined || month === undefined || day === undefined || hour === undefined) return null;
  const two = (part: number | string) => String(part).padStart(2, '0');
  return `${year}-${two(month)}-${two(day)}T${two(hour)}:${two(first.get('004005') ?? 0)}:${two(first.get('004006') ?? 0)}Z`;
}
