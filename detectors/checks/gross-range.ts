import {
  DEFAULT_LIMITS,
  grossRangeFlag,
  rainLimits,
  type StationLevel,
  stationLimits,
  type VariableLimits,
} from '../../schemas/limits.ts';
import { VARIABLE_SPECIFICATIONS, VARIABLES, type Variable } from '../../schemas/variables.ts';
import type { ParameterSpecification } from '../methods/temporal-method.ts';
import type { CheckSpecification } from './check-specification.ts';

/** The limits of a variable as parameters. */
function limits(variable: Variable): ParameterSpecification[] {
  const { title, unit, low, high, climate } = VARIABLE_SPECIFICATIONS[variable];
  const parameter = (name: string, meaning: string, value: number): ParameterSpecification => {
    return { name: `${variable}_${name}`, unit, meaning, low, high, default: value };
  };
  return [
    parameter('fail_low', `Lowest possible ${title}.`, low),
    parameter('fail_high', `Highest possible ${title}.`, high),
    parameter('suspect_low', `Lowest ${title} in the world's climates.`, climate.low),
    parameter('suspect_high', `Highest ${title} in the world's climates.`, climate.high),
  ];
}

export const grossRangeSpecification: CheckSpecification = {
  name: 'gross_range',
  version: 2,
  summary:
    "A value outside physical limits fails. It stays in the record, is left out of windows, and is a device failure without regard to the neighbours. A value within these limits and outside the range of the world's climates is suspect. Pressure at sea level is suspect outside 870 to 1085 hPa. Pressure at a station of known elevation is suspect outside these two, reduced to its elevation by the ICAO standard atmosphere. Rain of other intervals than ten minutes has the limit of 422 mm times the hours to the power of 0.475. Limits set for a station or a network by a user take precedence over all of these. Humidity above 100 and up to 105 % counts as 100 in all judgements, and is stored unchanged.",
  parameters: VARIABLES.flatMap(limits),
  source:
    "IOOS QARTOD, Manual for Real-Time Quality Control of Meteorological Data, gross range test. Limits: WMO-No. 8, volume I, annex 1.A; MADIS Meteorological Surface Quality Control; WMO Weather and Climate Extremes Archive; Jennings (1950), World's Greatest Observed Point Rainfalls, Monthly Weather Review 78.",
};

/**
 * The limits that a value is held against. It allocates nothing for limits that it gave before.
 *
 * @param set what people have set, which goes before all else; null where nothing is
 * @param station where it stands; undefined where that is not known
 * @param rainInterval minutes in which the rain fell; null for ten minutes
 */
export function effectiveLimits(
  variable: Variable,
  set: VariableLimits | null,
  station: StationLevel | undefined,
  rainInterval: number | null,
): VariableLimits {
  if (set !== null) return set;
  return variable === 'rain' && rainInterval !== null ? rainLimits(rainInterval) : stationLimits(variable, station);
}

/** True for a value that does not fail by the limits that apply where nothing is set; suspect ones are possible. */
export function isPossible(variable: Variable, value: number): boolean {
  return grossRangeFlag(value, DEFAULT_LIMITS[variable]) !== 'fail';
}
