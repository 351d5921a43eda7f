import type { Variable } from '../../schemas/variables.ts';

/** Turns a number of a source's unit into Halcyon's. */
type Conversion = (value: number) => number;

const same: Conversion = (value) => value;
const times =
  (factor: number): Conversion =>
  (value) =>
    value * factor;

/**
 * Units that are understood, by variable; the first is Halcyon's own.
 * Factors: BIPM SI brochure (9th edition) and NIST SP 811: knot 1.852 km/h, mile 1.609344 km, conventional inch of
 * mercury 3386.389 Pa, conventional millimetre of mercury 133.3224 Pa, inch 25.4 mm.
 */
const CONVERSIONS: Readonly<Record<Variable, ReadonlyMap<string, Conversion>>> = {
  temp_out: new Map([
    ['degC', same],
    ['degF', (value) => (value - 32) / 1.8],
    ['K', (value) => value - 273.15],
  ]),
  out_hum: new Map([
    ['%', same],
    ['1', times(100)],
  ]),
  wind_speed: new Map([
    ['km/h', same],
    ['m/s', times(3.6)],
    ['kn', times(1.852)],
    ['mph', times(1.609344)],
  ]),
  bar: new Map([
    ['hPa', same],
    ['mbar', same],
    ['Pa', times(0.01)],
    ['kPa', times(10)],
    ['inHg', times(33.86389)],
    ['mmHg', times(1.333224)],
  ]),
  rain: new Map([
    ['mm', same],
    ['in', times(25.4)],
  ]),
};

/** Names of the units a variable may come in, Halcyon's own first. */
export function unitsOf(variable: Variable): string[] {
  return Array.from(CONVERSIONS[variable].keys());
}

/** True where `unit` is one a variable may come in. */
export function isUnitOf(variable: Variable, unit: string): boolean {
  return CONVERSIONS[variable].has(unit);
}

/** True where numbers of `unit` are taken as they are. */
export function isOwnUnit(variable: Variable, unit: string): boolean {
  return CONVERSIONS[variable].get(unit) === same;
}

/**
 * A value in Halcyon's unit, to a millionth: no instrument is finer, and 3.3 m/s is 11.88 km/h, not 11.879999999999999.
 * A number too large for the new unit becomes the largest there is, so that it stays a (physically impossible) number.
 *
 * @param value finite
 * @throws RangeError for a unit that `isUnitOf` does not know
 */
export function convert(variable: Variable, unit: string, value: number): number {
  const conversion = CONVERSIONS[variable].get(unit);
  if (conversion === undefined) throw new RangeError(`${variable} has no unit ${unit}`);
  if (conversion === same) return value;
  return toMillionth(conversion(value));
}

/** A number that was computed, to a millionth; the largest there is in place of infinity. */
export function toMillionth(computed: number): number {
  if (!Number.isFinite(computed)) return Math.sign(computed) * Number.MAX_VALUE;
  return Math.abs(computed) < 1e9 ? Math.round(computed * 1e6) / 1e6 : computed;
}
