import { byVariable, VARIABLE_SPECIFICATIONS, type Variable } from '../../schemas/variables.ts';

const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;

/** From here on wind, and its gusts, are told in whole km/h. */
const WHOLE_WIND = 9.95;
const WIND_UNIT = VARIABLE_SPECIFICATIONS.wind_speed.unit;
/** From here on a number is written with an exponent. */
const LONG_NUMBER = 1e6;

/** What people call a variable within a sentence. */
export const QUANTITIES: Readonly<Record<Variable, string>> = byVariable(
  (variable) => VARIABLE_SPECIFICATIONS[variable].quantity,
);

/** A value without its unit, with the decimals of its variable; never -0. */
export function numberOf(variable: Variable, value: number): string {
  const size = Math.abs(value);
  if (size >= LONG_NUMBER) return value.toExponential(1);
  const { unit, decimals: usual } = VARIABLE_SPECIFICATIONS[variable];
  const decimals = unit === WIND_UNIT && size >= WHOLE_WIND ? 0 : usual;
  const text = value.toFixed(decimals);
  return Number(text) === 0 ? text.replace('-', '') : text;
}

/** A value with its unit: `11.0 degC`. */
export function amountOf(variable: Variable, value: number): string {
  return `${numberOf(variable, value)} ${VARIABLE_SPECIFICATIONS[variable].unit}`;
}

/** A length of time: `40 min`, `2 h`, `8 h 40 min`, `3 days 4 h`. */
export function durationOf(ms: number): string {
  const minutes = Math.round(ms / MINUTE_MS);
  if (minutes < HOUR_MINUTES) return `${minutes} min`;
  if (minutes < 2 * DAY_MINUTES) {
    return withRest(`${Math.floor(minutes / HOUR_MINUTES)} h`, minutes % HOUR_MINUTES, 'min');
  }
  const hours = Math.round(minutes / HOUR_MINUTES);
  return withRest(`${Math.floor(hours / 24)} days`, hours % 24, 'h');
}

function withRest(whole: string, rest: number, unit: string): string {
  return rest === 0 ? whole : `${whole} ${rest} ${unit}`;
}

/**
 * A time in UTC: `09-03 09:40Z`, since nobody knows on which day a sentence is read; `18:20Z` where it has told the day.
 *
 * @param time ms since the epoch
 * @param told time that the sentence has told before, ms since the epoch; left out where it has told none
 */
export function momentOf(time: number, told?: number): string {
  const iso = new Date(time).toISOString();
  const clock = `${iso.slice(11, 16)}Z`;
  const day = iso.slice(0, 10);
  const isTold = told !== undefined && day === new Date(told).toISOString().slice(0, 10);
  return isTold ? clock : `${day.slice(5)} ${clock}`;
}

/** So many of the neighbours: `0 of 12 neighbours`, `both neighbours`, `all 12 neighbours`. Of at least two. */
export function neighboursOf(count: number, all: number): string {
  if (count < all) return `${count} of ${all} neighbours`;
  return all === 2 ? 'both neighbours' : `all ${all} neighbours`;
}

/** The neighbour where only one could be asked, of those within the radius: `its only neighbour (12 km away)`. */
export function onlyNeighbour(within: number, km: number): string {
  return `${within > 1 ? 'the only neighbour with data' : 'its only neighbour'} (${km.toFixed(km < 10 ? 1 : 0)} km away)`;
}

/** On which side of something a value is. */
export function sideOf(difference: number): 'above' | 'below' {
  return difference < 0 ? 'below' : 'above';
}
