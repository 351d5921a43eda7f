import { BEHAVES_AS, FLOOR_SHARES, VARIABLE_INDEX, VARIABLES } from '../../schemas/variables.ts';
import { PARTS_PER_DAY, partOfDay } from './day-parts.ts';
import { documented, KNOWN_UNITS, type KnownUnit } from './known-units.ts';
import { beginOf, type NamedQuestion, type OddUnit } from './named-condition.ts';
import { middle, RELATED, type RelatedSensor } from './usual-relation.ts';

/** Days before that tell what a sensor usually reads at a time of day, and how many of them have to. */
const DAYS = 5;
const FEWEST_DAYS = 3;
/** The newest parts, how many of them have to tell, and the share of those that show the unit. */
const LENGTH = PARTS_PER_DAY;
const FEWEST_PARTS = 5;
const SHOWING = 0.8;
/** So near to what is usual is a value in its own unit, temperature [degC] and pressure [hPa]: weather changes from day to day. */
const TOLERANCES: ReadonlyMap<number, number> = new Map([
  [VARIABLE_INDEX.temp_out, 8],
  [VARIABLE_INDEX.bar, 30],
]);
/** As a number of the documented unit it is so many times as far off: no weather is. */
const FARTHER = 3;
/** Neighbours that show the same, and their share of those that tell. */
const FEWEST_OTHERS = 3;
const ALIKE = 0.6;

/**
 * Looks whether a station reports in another unit together with those around it, as where a feed has changed it: neighbours that
 * agree tell nothing. It is held against what it read itself at these times of day on the days before.
 */
export function unitOfAll(question: NamedQuestion): OddUnit | null {
  const { sensor, end, since } = question;
  const from = end - LENGTH;
  if (from < since) return null;
  const usual = usualOf(sensor, from);
  const unit = usual === null ? null : unitByPast(sensor, usual, end);
  if (usual === null || unit === null) return null;
  const others = sensor.neighboursOf(sensor.station).slice(0, RELATED);
  const told = others.flatMap(({ index }) => {
    const other = { ...sensor, station: index };
    const past = usualOf(other, from);
    return past === null ? [] : [unitByPast(other, past, end)];
  });
  const alike = told.filter((one) => one?.unit === unit.unit).length;
  if (alike < FEWEST_OTHERS || alike < ALIKE * told.length) return null;
  const begin = beginOf((part) => evidenceOfPast(sensor, unit, usual, part), from, end);
  return { kind: 'unit', by: 'past', unit, related: [], shared: [], from: begin, isDoubtful: false, past: usual };
}

/** Whether a part is nearer to what is usual in a unit, 1, or as it reads, -1; NaN where that is not known. */
export function evidenceOfPast(
  { means, station, variable }: RelatedSensor,
  unit: KnownUnit,
  past: readonly (number | null)[],
  part: number,
): number {
  const [value, usual] = [means.rawMean(station, variable, part), past[partOfDay(part)]];
  if (Number.isNaN(value) || usual === null) return Number.NaN;
  return Math.abs(documented(unit, value) - usual) < Math.abs(value - usual) ? 1 : -1;
}

/** What a sensor usually reads at each part of a day before a part, null where too few days tell; null where none does. */
function usualOf({ means, station, variable }: RelatedSensor, from: number): (number | null)[] | null {
  const usual = Array.from({ length: PARTS_PER_DAY }, (_, k): number | null => {
    const days = Array.from({ length: DAYS }, (_day, day) => {
      return means.mean(station, variable, from - PARTS_PER_DAY * (day + 1) + partOfDay(k - from));
    }).filter((value) => !Number.isNaN(value));
    return days.length < FEWEST_DAYS ? null : middle(days);
  });
  return usual.some((one) => one !== null) ? usual : null;
}

/** The unit in which the newest parts are as usual; null where they are so as they read, or in none. */
function unitByPast(
  { means, station, variable }: RelatedSensor,
  usual: readonly (number | null)[],
  end: number,
): KnownUnit | null {
  const tolerance = (TOLERANCES.get(BEHAVES_AS[variable]) ?? Number.NaN) * FLOOR_SHARES[variable];
  const told: { value: number; before: number }[] = [];
  for (let part = end - LENGTH; part < end; part++) {
    const [value, before] = [means.rawMean(station, variable, part), usual[partOfDay(part)]];
    if (!Number.isNaN(value) && before !== null) told.push({ value, before });
  }
  const far = told.filter(({ value, before }) => Math.abs(value - before) >= FARTHER * tolerance);
  if (told.length < FEWEST_PARTS || far.length < SHOWING * told.length) return null;
  const off = (unit: KnownUnit) => middle(told.map(({ value, before }) => Math.abs(documented(unit, value) - before)));
  const showing = KNOWN_UNITS[VARIABLES[variable]].filter((unit) => {
    const near = far.filter(({ value, before }) => Math.abs(documented(unit, value) - before) <= tolerance);
    return near.length >= SHOWING * told.length;
  });
  return showing.sort((a, b) => off(a) - off(b))[0] ?? null;
}
