import { VARIABLE_INDEX } from '../../schemas/variables.ts';

/**
 * What the daily cycle does at most in ten minutes where it is steepest: an inversion that breaks up in the morning, the air
 * under trees at sunset [degC, %].
 */
const STEEPEST = { temperature: 0.6, humidity: 3 } as const;
/** By which the sun warms, hours of its own time: from before it is up to after its highest; and from when the air may cool. */
const WARMS = { from: 5, until: 15 } as const;
const COOLS = { from: 12, until: 6 } as const;

/**
 * What the time of day alone may change at a place in ten minutes [unit of the variable], 0 or above. By day the air warms and
 * dries, from noon to sunrise it cools and gets more humid; the other way round there is no such excuse.
 *
 * @param variable index into VARIABLES
 * @param sign of the change
 * @param longitude degrees; solar time is UTC and four minutes a degree (the equation of time, a quarter of an hour, is left out)
 * @param time ms since the epoch
 */
export function changeOfTheDay(variable: number, sign: number, longitude: number, time: number): number {
  const steepest = steepestOfTheDay(variable);
  if (steepest === Number.POSITIVE_INFINITY) return 0;
  const hour = (((time / 3_600_000 + longitude / 15) % 24) + 24) % 24;
  const warming = variable === VARIABLE_INDEX.temp_out ? sign > 0 : sign < 0;
  const may = warming ? hour >= WARMS.from && hour < WARMS.until : hour >= COOLS.from || hour < COOLS.until;
  return may ? steepest : 0;
}

/** What the time of day changes at most in ten minutes [unit of the variable], by whatever sun; infinity where nobody knows. */
export function steepestOfTheDay(variable: number): number {
  if (variable === VARIABLE_INDEX.temp_out) return STEEPEST.temperature;
  return variable === VARIABLE_INDEX.out_hum ? STEEPEST.humidity : Number.POSITIVE_INFINITY;
}
