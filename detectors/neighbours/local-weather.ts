import { VARIABLE_INDEX } from '../../schemas/variables.ts';
import type { WindowView } from '../windows/window-view.ts';
import { LONGEST_MOVE } from './neighbour-moves.ts';

/** A cell of a thunderstorm is some kilometres wide: at most so many of the nearest stations lie under it too. */
export const UNDER_ONE_CELL = 3;
/** A change of so much of the floor, the least that is told from noise in company. */
const OUTFLOW_SHARE = 0.5;
/**
 * Within an hour a front or a storm changes pressure by a few hPa, the pressure jumps of mesohighs and the rises behind the
 * strongest fronts included (AMS Glossary of Meteorology, "mesohigh", "pressure jump"): more is none [hPa].
 */
const MOST_PRESSURE = 6;
const { temp_out: TEMPERATURE, out_hum: HUMIDITY, wind_speed: WIND, bar: PRESSURE, rain: RAIN } = VARIABLE_INDEX;

/**
 * Whether a station's own values say that the outflow of a storm, or a front, has come: within half an hour, or since the report
 * before, the temperature falls while the wind rises, and humidity too, each by half of its floor (AMS Glossary of Meteorology,
 * "gust front"). Where reports are an hour apart pressure tells it in place of humidity: a cold front may bring dry air, and
 * within minutes pressure changes by as much in gusts. One instrument that fails does none of this to the others; a logger that
 * fails may, but moves pressure by more than weather does as well.
 *
 * @param changes the station's changes up to the slot, with their signs, in the order of VARIABLES (`changeTo`)
 * @param floors in the same order
 * @param hourly whether the station's reports are an hour apart (`isHourly`)
 */
export function isOutflow(changes: ArrayLike<number>, floors: readonly number[], hourly: boolean): boolean {
  const rises = (variable: number) => changes[variable] > OUTFLOW_SHARE * floors[variable];
  if (Math.abs(changes[PRESSURE]) > MOST_PRESSURE) return false;
  return cools(changes, floors) && rises(WIND) && (rises(HUMIDITY) || (hourly && rises(PRESSURE)));
}

/**
 * Whether a station's own values say that a shower fell on it: it rained there from half an hour before the slot on, and
 * within half an hour the temperature fell while humidity rose, each by half of its floor, as rain that evaporates cools
 * and moistens the air (AMS Glossary of Meteorology, "downdraft"). A cell may lie over one station and none of its
 * neighbours. What pressure does under it is too little to explain a candidate.
 *
 * @param last newest slot that is read
 * @param changes the station's changes up to the slot, as `isOutflow` takes them
 */
export function isShower(
  windows: WindowView,
  station: number,
  slot: number,
  last: number,
  changes: ArrayLike<number>,
  floors: readonly number[],
): boolean {
  if (!cools(changes, floors) || !(changes[HUMIDITY] > OUTFLOW_SHARE * floors[HUMIDITY])) return false;
  for (let t = slot - LONGEST_MOVE; t <= last; t++) if (windows.value(station, RAIN, t) > 0) return true;
  return false;
}

function cools(changes: ArrayLike<number>, floors: readonly number[]): boolean {
  return changes[TEMPERATURE] < -OUTFLOW_SHARE * floors[TEMPERATURE];
}
