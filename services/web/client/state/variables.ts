import { VARIABLE_SPECIFICATIONS, type Variable } from '../../../../schemas/variables.ts';

/** Short names of the variables, for charts and tables. */
export const VARIABLE_LABELS: Readonly<Record<Variable, string>> = {
  temp_out: 'Temperature',
  out_hum: 'Humidity',
  wind_speed: 'Wind',
  bar: 'Pressure',
  rain: 'Rain',
};

/** A unit as people write it. */
export function shownUnit(variable: Variable): string {
  const { unit } = VARIABLE_SPECIFICATIONS[variable];
  return unit === 'degC' ? '°C' : unit;
}

/** A value with its unit, as exact as instruments are: `11.6 °C`. */
export function shownValue(variable: Variable, value: number | null | undefined): string {
  if (value === null || value === undefined) return '–';
  const digits = variable === 'out_hum' ? 0 : 1;
  return `${value.toFixed(digits).replace('-', '−')} ${shownUnit(variable)}`;
}

/** A departure, with its sign: `+8.2 °C`. */
export function shownDeparture(variable: Variable, value: number): string {
  return `${value < 0 ? '−' : '+'}${shownValue(variable, Math.abs(value))}`;
}

/** Words of the services with units as people write them: `4.6 degC` becomes `4.6 °C`. */
export function shownWords(words: string): string {
  return words.replaceAll('degC', '°C').replaceAll('^2', '²');
}
