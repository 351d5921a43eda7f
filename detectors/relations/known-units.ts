import type { Variable } from '../../schemas/variables.ts';

/** A unit that a station may report in place of the documented one: documented value = (value - zero) * size. */
export interface KnownUnit {
  readonly unit: string;
  readonly size: number;
  readonly zero: number;
}

/** Sizes: BIPM, The International System of Units, and NIST Special Publication 811, appendix B. */
export const KNOWN_UNITS: Readonly<Record<Variable, readonly KnownUnit[]>> = {
  temp_out: [
    { unit: 'degF', size: 5 / 9, zero: 32 },
    { unit: 'K', size: 1, zero: 273.15 },
  ],
  out_hum: [{ unit: '1', size: 100, zero: 0 }],
  wind_speed: [
    { unit: 'm/s', size: 3.6, zero: 0 },
    { unit: 'kn', size: 1.852, zero: 0 },
    { unit: 'mph', size: 1.609344, zero: 0 },
  ],
  bar: [
    { unit: 'Pa', size: 0.01, zero: 0 },
    { unit: 'kPa', size: 10, zero: 0 },
    { unit: 'inHg', size: 33.86389, zero: 0 },
    { unit: 'mmHg', size: 1.333224, zero: 0 },
  ],
  rain: [{ unit: 'in', size: 25.4, zero: 0 }],
};

/** A value as it would be in the documented unit of its variable. */
export function documented({ size, zero }: KnownUnit, value: number): number {
  return (value - zero) * size;
}
