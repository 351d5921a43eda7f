import { VARIABLE_INDEX } from '../../schemas/variables.ts';

/** A cell of a thunderstorm is some kilometres wide: at most so many of the nearest stations lie under it too. */
export const UNDER_ONE_CELL = 3;
/** A change of so much of the floor, the least that is told from noise in company. */
const OUTFLOW_SHARE = 0.5;
const { temp_out: TEMPERATURE, out_hum: HUMIDITY, wind_speed: WIND } = VARIABLE_INDEX;

/**
 * Whether a station's own values say that the outflow of a storm, or a front, has come: within half an hour at most the
 * temperature falls while humidity and wind rise, each by half of its floor (AMS Glossary of Meteorology, "gust front").
 *
 * @param changes the station's changes up to the slot, with their signs, in the order of VARIABLES (`changeTo`)
 * @param floors in the same order
 */
export function isOutflow(changes: ArrayLike<number>, floors: readonly number[]): boolean {
  return (
    changes[TEMPERATURE] < -OUTFLOW_SHARE * floors[TEMPERATURE] &&
    changes[HUMIDITY] > OUTFLOW_SHARE * floors[HUMIDITY] &&
    changes[WIND] > OUTFLOW_SHARE * floors[WIND]
  );
}
