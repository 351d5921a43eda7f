import { VARIABLE_SPECIFICATIONS, VARIABLES, type Variable } from '../../schemas/variables.ts';

/** Turns a number of a source's unit into Halcyon's. */
type Conversion = (value: number) => number;

const same: Conversion = (value) => value;

/** Units that are understood, by variable; the first is Halcyon's own. */
const CONVERSIONS: ReadonlyMap<Variable, ReadonlyMap<string, Conversion>> = new Map(
  VARIABLES.map((variable) => {
    const { unit: own, units } = VARIABLE_SPECIFICATIONS[variable];
    const others = units.map(({ unit, factor, zero }): [string, Conversion] => [
      unit,
      factor === 1 && zero === 0 ? same : (value) => (value - zero) * factor,
    ]);
    return [variable, new Map([[own, same], ...others])];
  }),
);

function conversionsOf(variable: Variable): ReadonlyMap<string, Conversion> {
  return CONVERSIONS.get(variable) ?? new Map();
}

/** Names of the units a variable may come in, Halcyon's own first. */
export function unitsOf(variable: Variable): string[] {
  return Array.from(conversionsOf(variable).keys());
}

/** True where `unit` is one a variable may come in. */
export function isUnitOf(variable: Variable, unit: string): boolean {
  return conversionsOf(variable).has(unit);
}

/** True where numbers of `unit` are taken as they are. */
export function isOwnUnit(variable: Variable, unit: string): boolean {
  return conversionsOf(variable).get(unit) === same;
}

/**
 * A value in Halcyon's unit, to a millionth: no instrument is finer, and 3.3 m/s is 11.88 km/h, not 11.879999999999999.
 * A number too large for the new unit becomes the largest there is, so that it stays a (physically impossible) number.
 *
 * @param value finite
 * @throws RangeError for a unit that `isUnitOf` does not know
 */
export function convert(variable: Variable, unit: string, value: number): number {
  const conversion = conversionsOf(variable).get(unit);
  if (conversion === undefined) throw new RangeError(`${variable} has no unit ${unit}`);
  if (conversion === same) return value;
  return toMillionth(conversion(value));
}

/** A number that was computed, to a millionth; the largest there is in place of infinity. */
export function toMillionth(computed: number): number {
  if (!Number.isFinite(computed)) return Math.sign(computed) * Number.MAX_VALUE;
  return Math.abs(computed) < 1e9 ? Math.round(computed * 1e6) / 1e6 : computed;
}
