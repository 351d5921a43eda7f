import { VARIABLE_SPECIFICATIONS, VARIABLES, type Variable } from '../../schemas/variables.ts';

/** Units of an answer: Halcyon's own, or m/s and Pa for wind and pressure (`?units=si`). */
export type AnswerUnits = 'own' | 'si';

/** SI unit and factor from Halcyon's own. The others are left as they are: degC, % and mm are what meteorology uses. */
const SI: Readonly<Partial<Record<Variable, { readonly unit: string; readonly convert: (value: number) => number }>>> =
  {
    wind_speed: { unit: 'm/s', convert: (value) => value / 3.6 },
    bar: { unit: 'Pa', convert: (value) => value * 100 },
  };

/** Name of a variable's unit in an answer. */
export function unitIn(units: AnswerUnits, variable: Variable): string {
  return (units === 'si' ? SI[variable]?.unit : undefined) ?? VARIABLE_SPECIFICATIONS[variable].unit;
}

/** A value, or a difference of values, in the units of an answer. All conversions are factors, so differences need no other. */
export function valueIn(units: AnswerUnits, variable: Variable, value: number): number {
  const si = units === 'si' ? SI[variable] : undefined;
  // Nine digits: more than any instrument has, without the noise of binary fractions.
  return si === undefined ? value : Number(si.convert(value).toPrecision(9));
}

/** The units of every variable, as answers name them. */
export function unitsOfAnswer(units: AnswerUnits): Record<string, string> {
  return Object.fromEntries(VARIABLES.map((variable) => [variable, unitIn(units, variable)]));
}
