import { VARIABLE_SPECIFICATIONS, type Variable } from '../../../../schemas/variables.ts';

/** Room above and below what is drawn, as a share of it. */
const ROOM = 0.08;

/**
 * The values that the axis of a variable reaches from and to: all that is drawn, and at least twice the departure that
 * matters, so that the resolution of an instrument does not look like weather and a flat line has a scale of its own.
 *
 * @param low least that is drawn, in the variable's unit; null where nothing is
 */
export function valueRange(variable: Variable, low: number | null, high: number | null): [from: number, to: number] {
  const { low: lowest, floor } = VARIABLE_SPECIFICATIONS[variable];
  if (low === null || high === null) return [0, 2 * floor];
  const lacking = Math.max(0, 2 * floor - (high - low)) / 2;
  const room = ROOM * (high - low + 2 * lacking);
  const from = low - lacking - room;
  const to = high + lacking + room;
  // Below what is possible there is nothing to show, unless something was reported there.
  if (low < lowest || from >= lowest) return [from, to];
  return [lowest, Math.max(to, lowest + 2 * floor)];
}
