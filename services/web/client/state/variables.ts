import { isDocumented, VARIABLE_SPECIFICATIONS, type Variable } from '../../../../schemas/variables.ts';
import { message } from '../messages/message.ts';
import { preferences } from '../preferences/preferences.ts';
import { shownNumber } from './numbers.ts';
import { differenceInUnit, inUnit, unitOf } from './units.ts';

/** Between a number and its unit: no line ends there. */
const GAP = '\u00a0';

/** Short name of a variable, for charts and tables. */
export function variableLabel(variable: Variable): string {
  if (isDocumented(variable)) return message(`variable.${variable}`);
  const { quantity } = VARIABLE_SPECIFICATIONS[variable];
  return quantity.charAt(0).toLocaleUpperCase() + quantity.slice(1);
}

/** The reader's unit of a variable, as people write it. */
export function shownUnit(variable: Variable): string {
  return unitOf(variable).text;
}

/** A value of the service in the reader's unit, as exact as instruments are: `11.6 °C`. */
export function shownValue(variable: Variable, value: number | null | undefined): string {
  return value === null || value === undefined ? '–' : withUnit(variable, inUnit(variable, value));
}

/** A difference of two values of the service, with its sign: `+8.2 °C`. */
export function shownDeparture(variable: Variable, difference: number): string {
  return `${difference < 0 ? '−' : '+'}${withUnit(variable, differenceInUnit(variable, Math.abs(difference)))}`;
}

/** A distance, in miles for readers of imperial units. */
export function shownDistance(km: number): string {
  const isImperial = preferences().units === 'imperial';
  const distance = isImperial ? km / 1.609344 : km;
  return `${shownNumber(distance, distance < 10 ? 1 : 0)}${GAP}${isImperial ? 'mi' : 'km'}`;
}

/** A height above sea level, in feet for readers of imperial units. */
export function shownHeight(metres: number): string {
  return preferences().units === 'imperial'
    ? `${shownNumber(metres / 0.3048)}${GAP}ft`
    : `${shownNumber(metres)}${GAP}m`;
}

/** Words of the services with units as people write them: `4.6 degC` becomes `4.6 °C`. */
export function shownWords(words: string): string {
  return words.replaceAll('degC', '°C').replaceAll('^2', '²');
}

function withUnit(variable: Variable, shown: number): string {
  return `${shownNumber(shown, unitOf(variable).digits)}${GAP}${shownUnit(variable)}`;
}
