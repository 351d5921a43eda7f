import { BEHAVES_AS, FLOOR_SHARES, VARIABLE_INDEX } from '../../schemas/variables.ts';

/**
 * More than weather changes the temperature at once [degC]. The fastest rise on record is 27.2 degC within two minutes, at
 * Spearfish, South Dakota, on 22 January 1943 (US National Weather Service).
 */
const MOST_AT_ONCE = 30;

/**
 * Whether a change from what was expected, or from one report to the next, is more than weather makes, though all stations
 * around show it: a feed has changed its unit, or mixed up its fields.
 *
 * @param variable index into VARIABLES
 * @param change in the unit of the variable
 */
export function isBeyondWeather(variable: number, change: number): boolean {
  return BEHAVES_AS[variable] === VARIABLE_INDEX.temp_out && Math.abs(change) > MOST_AT_ONCE * FLOOR_SHARES[variable];
}
