import type { ElementUnit } from './element.ts';

/*
 * Sizes of units: BIPM SI brochure (9th edition) and NIST SP 811, appendix B: knot 1.852 km/h, mile 1.609344 km, conventional inch
 * of mercury 3386.389 Pa, conventional millimetre of mercury 133.3224 Pa.
 */

/** Units of a temperature that is in degC. */
export const CELSIUS_UNITS: readonly ElementUnit[] = [
  { unit: 'degF', factor: 5 / 9, zero: 32 },
  { unit: 'K', factor: 1, zero: 273.15 },
];

/** Units of a speed that is in km/h. */
export const SPEED_UNITS: readonly ElementUnit[] = [
  { unit: 'm/s', factor: 3.6, zero: 0 },
  { unit: 'kn', factor: 1.852, zero: 0 },
  { unit: 'mph', factor: 1.609344, zero: 0 },
];

/** Units of a pressure that is in hPa. */
export const PRESSURE_UNITS: readonly ElementUnit[] = [
  { unit: 'mbar', factor: 1, zero: 0 },
  { unit: 'Pa', factor: 0.01, zero: 0 },
  { unit: 'kPa', factor: 10, zero: 0 },
  { unit: 'inHg', factor: 33.86389, zero: 0 },
  { unit: 'mmHg', factor: 1.333224, zero: 0 },
];
