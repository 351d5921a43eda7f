import { CONFIGURED_ELEMENTS } from './elements/configured-elements.ts';
import { DOCUMENTED_ELEMENTS } from './elements/documented-elements.ts';
import { DOCUMENTED_VARIABLES, type DocumentedVariable, type Element } from './elements/element.ts';

/** Name of an element beyond the five: only what `isVariable` has looked at is one. */
export type ElementName = string & { readonly isElement: true };

/** Name of a judged variable. */
export type Variable = DocumentedVariable | ElementName;

const ELEMENTS: readonly Element[] = [...DOCUMENTED_ELEMENTS, ...CONFIGURED_ELEMENTS.elements];

/**
 * The variables that this process keeps and judges, in the order of every array indexed by variable: the five of the document, and
 * the elements that `HALCYON_ELEMENTS` names.
 */
export const VARIABLES = ELEMENTS.map(({ name }) => name) as unknown as readonly [
  ...typeof DOCUMENTED_VARIABLES,
  ...ElementName[],
];

/** How many of the first of VARIABLES tell of the weather at a station, whatever else it reports: the five of the document. */
export const WEATHER_VARIABLES = DOCUMENTED_VARIABLES.length;

/** What is fixed about a variable: its unit inside Halcyon, its limits and the floors of its scales. */
export const VARIABLE_SPECIFICATIONS = Object.fromEntries(
  ELEMENTS.map((element) => [element.name, element]),
) as unknown as Readonly<Record<Variable, Element>>;

/**
 * Relative humidity of saturated air [%]. A sound capacitive sensor reports up to 105 % there: such a value is judged,
 * compared and learnt from as 100, and kept as it came.
 */
const SATURATED_HUMIDITY = 100;

/** Index of a variable in `VARIABLES`. */
export const VARIABLE_INDEX = Object.fromEntries(
  ELEMENTS.map(({ name }, index) => [name, index]),
) as unknown as Readonly<Record<Variable, number>>;

/** The one of the five that behaves most like each of VARIABLES, by index: itself for the five. */
export const BEHAVES_AS: readonly number[] = ELEMENTS.map(({ behavesAs }) => DOCUMENTED_VARIABLES.indexOf(behavesAs));

/** How long the floor of each of VARIABLES is, in floors of the one of the five that it behaves like: 1 for the five. */
export const FLOOR_SHARES: readonly number[] = ELEMENTS.map(
  ({ floor }, index) => floor / DOCUMENTED_ELEMENTS[BEHAVES_AS[index]].floor,
);

/** A record with something for each variable, of which `of` is told the name and the index in `VARIABLES`. */
export function byVariable<T>(of: (variable: Variable, index: number) => T): Record<Variable, T> {
  const record = {} as Record<Variable, T>;
  for (let index = 0; index < VARIABLES.length; index++) record[VARIABLES[index]] = of(VARIABLES[index], index);
  return record;
}

/** The possible value nearest to another: methods may expect what cannot be, and people are shown what can. */
export function possibleValue(variable: Variable, value: number): number {
  const { low, high } = VARIABLE_SPECIFICATIONS[variable];
  return Math.min(Math.max(value, low), variable === 'out_hum' ? SATURATED_HUMIDITY : high);
}

/** As what a value within its limits is judged, compared and learnt from: humidity above saturation as saturation. */
export function judgedValue(variable: Variable, value: number): number {
  return variable === 'out_hum' && value > SATURATED_HUMIDITY ? SATURATED_HUMIDITY : value;
}

/** True for one of the five of the document. */
export function isDocumented(variable: string): variable is DocumentedVariable {
  return (DOCUMENTED_VARIABLES as readonly string[]).includes(variable);
}

/** True for the name of a judged variable. */
export function isVariable(name: string): name is Variable {
  return (VARIABLES as readonly string[]).includes(name);
}
