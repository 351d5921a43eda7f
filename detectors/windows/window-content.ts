import { DEFAULT_LIMITS, grossRangeFlag, type VariableLimits } from '../../schemas/limits.ts';
import { judgedValue, VARIABLE_INDEX, VARIABLES } from '../../schemas/variables.ts';
import type { DenseReports } from './dense-reports.ts';

const RAIN = VARIABLE_INDEX.rain;

/**
 * The limits that the values of a network are held against.
 *
 * @param station and variable by index
 * @param interval minutes that an amount of rain is of; null where nobody says
 */
export type LimitsOf = (station: number, variable: number, slot: number, interval: number | null) => VariableLimits;

/** The limits that apply where nothing is known of the stations and nothing is set. */
export const defaultLimits: LimitsOf = (_station, variable) => DEFAULT_LIMITS[VARIABLES[variable]];

/** What the window holds for a value, in 32 bits: NaN for a missing one, Infinity for one that fails by its limits. */
export function contentOf(value: number | null, variable: number, limits: VariableLimits): number {
  if (value === null || Number.isNaN(value)) return Number.NaN;
  if (grossRangeFlag(value, limits) === 'fail') return Number.POSITIVE_INFINITY;
  // What a sum with 0 makes of -0 is 0.
  return Math.fround(judgedValue(VARIABLES[variable], value)) + 0;
}

/** What the window holds for the rain of a report beside the slots, whose amount is of ten minutes or adds up with others. */
export function denseRain(dense: DenseReports, index: number, limits: VariableLimits): number {
  const rain = dense.rainOfTenMinutes(index);
  return rain === Number.POSITIVE_INFINITY ? rain : contentOf(rain, RAIN, limits);
}
