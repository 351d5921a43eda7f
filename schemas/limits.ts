import type { Station } from './station.ts';
import { byVariable, VARIABLE_SPECIFICATIONS, type Variable } from './variables.ts';

/** The limits of a variable, in its unit: beyond the fail span a value fails, between it and the suspect span it is suspect. */
export interface VariableLimits {
  readonly failLow: number;
  readonly failHigh: number;
  readonly suspectLow: number;
  readonly suspectHigh: number;
}

/** Where a station stands, and at which level its pressure is. */
export type StationLevel = Pick<Station, 'elevation' | 'pressureLevel'>;

/** The limits of each variable where nothing is known of the station, and nothing is set. */
export const DEFAULT_LIMITS: Readonly<Record<Variable, VariableLimits>> = byVariable((variable) => {
  const { low, high, climate } = VARIABLE_SPECIFICATIONS[variable];
  return { failLow: low, failHigh: high, suspectLow: climate.low, suspectHigh: climate.high };
});

/** Lowest and highest pressure ever measured at sea level [hPa]: WMO Weather and Climate Extremes Archive. */
const SEA_LEVEL = { low: 870, high: 1085 } as const;
const AT_SEA_LEVEL = pressureWithin(1);
/** By the elevation in whole metres: registrations have -500 to 9,000. */
const byElevation = new Map<number, VariableLimits>();

/**
 * The limits of a variable at a station by its registration. Pressure at a station of known elevation is suspect beyond what
 * the elevation allows, reduced pressure beyond the extremes at sea level; all others have the defaults.
 *
 * @returns the same object for the same limits
 */
export function stationLimits(variable: Variable, station: StationLevel | undefined): VariableLimits {
  if (variable !== 'bar' || station === undefined) return DEFAULT_LIMITS[variable];
  const { elevation, pressureLevel } = station;
  if (pressureLevel === 'sea_level') return AT_SEA_LEVEL;
  if (pressureLevel !== 'station' || elevation === null) return DEFAULT_LIMITS.bar;
  const metres = Math.round(elevation);
  let limits = byElevation.get(metres);
  if (limits === undefined) {
    limits = pressureWithin(pressureShare(metres));
    byElevation.set(metres, limits);
  }
  return limits;
}

/**
 * Pressure at an elevation as a share of that at sea level: ICAO standard atmosphere (Doc 7488), troposphere.
 *
 * @param elevation metres above sea level
 */
function pressureShare(elevation: number): number {
  return (1 - 2.25577e-5 * elevation) ** 5.25588;
}

/** The extremes at sea level times a share, to a tenth of hPa; never beyond what a barometer can read. */
function pressureWithin(share: number): VariableLimits {
  const { failLow, failHigh } = DEFAULT_LIMITS.bar;
  const within = (value: number) => Math.min(failHigh, Math.max(failLow, tenth(value * share)));
  return { failLow, failHigh, suspectLow: within(SEA_LEVEL.low), suspectHigh: within(SEA_LEVEL.high) };
}

/** Interval for which `DEFAULT_LIMITS.rain` is [min]. */
const USUAL_INTERVAL = 10;
const LONGEST_INTERVAL = 24 * 60;
/** By the interval in whole minutes. */
const byInterval: VariableLimits[] = [];

/**
 * The limits of rain that fell in an interval, as mm in ten minutes: on the envelope of the world's greatest rainfalls,
 * 422 mm times the hours to the power of 0.475 (Jennings 1950, Monthly Weather Review 78, 4-5).
 *
 * @param interval minutes in which it fell, above 0: taken to the minute, beyond a day as a day
 * @returns the same object for the same limits
 */
export function rainLimits(interval: number): VariableLimits {
  const minutes = Math.min(LONGEST_INTERVAL, Math.max(1, Math.round(interval)));
  if (minutes === USUAL_INTERVAL) return DEFAULT_LIMITS.rain;
  byInterval[minutes] ??= rainWithin(minutes);
  return byInterval[minutes];
}

function rainWithin(minutes: number): VariableLimits {
  const high = tenth((422 * (minutes / 60) ** 0.475 * USUAL_INTERVAL) / minutes);
  return { failLow: 0, failHigh: high, suspectLow: 0, suspectHigh: high };
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}

/** What becomes of a value by its limits. */
export type GrossRangeFlag = 'pass' | 'suspect' | 'fail';

/**
 * What becomes of a value by its limits; a limit itself is within. They are compared as 32-bit floats, which windows hold: a
 * limit such as 54.4 is exact in no other way.
 *
 * @param value unit of the variable, rain as mm in ten minutes; what is no finite number fails
 */
export function grossRangeFlag(value: number, limits: VariableLimits): GrossRangeFlag {
  // Nearly every value is: rounding leaves the order of two numbers as it is.
  if (value >= limits.suspectLow && value <= limits.suspectHigh) return 'pass';
  const held = Math.fround(value);
  if (!(held >= Math.fround(limits.failLow) && held <= Math.fround(limits.failHigh))) return 'fail';
  return held >= Math.fround(limits.suspectLow) && held <= Math.fround(limits.suspectHigh) ? 'pass' : 'suspect';
}
