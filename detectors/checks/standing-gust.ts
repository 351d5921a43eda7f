import { VARIABLE_INDEX, VARIABLE_SPECIFICATIONS, VARIABLES } from '../../schemas/variables.ts';
import { FEWEST_REPORTS, LONGEST_GAP } from '../windows/still-runs.ts';
import type { WindowView } from '../windows/window-view.ts';

/** A gust that has not changed for so long is stuck, and so far back is looked [slots]: one may be told anew every three hours. */
export const GUST_SLOTS = 18;
const LOOK_BACK_SLOTS = 36;
/** So many means above it show that it does not follow the wind: one alone may be wrong itself. */
const FEWEST_ABOVE = 2;

/** By index into VARIABLES, by how much the mean wind may be above it [km/h]; NaN of what is no gust. */
const MARGINS: readonly number[] = VARIABLES.map((name) => {
  const { bounds, isLearnt } = VARIABLE_SPECIFICATIONS[name];
  const bound = bounds.find(({ never, of }) => never === 'below' && of === 'wind_speed');
  return isLearnt && bound !== undefined ? bound.margin : Number.NaN;
});

/** True for a gust, which the mean wind of its report is never above. @param variable index into VARIABLES */
export function isGust(variable: number): boolean {
  return !Number.isNaN(MARGINS[variable]);
}

/**
 * For how long a station's gust has been the same, up to a slot, while its mean wind changed and was above it.
 *
 * @returns slots; 0 where it has not stood for long enough to be stuck, or the mean wind does not show it
 */
export function gustStands(windows: WindowView, station: number, variable: number, slot: number): number {
  const value = windows.value(station, variable, slot);
  if (Number.isNaN(value)) return 0;
  let oldest = slot;
  let reports = 0;
  let above = 0;
  let speed = Number.NaN;
  let changes = false;
  for (let t = slot; oldest - t <= LONGEST_GAP && slot - t <= LOOK_BACK_SLOTS; t--) {
    const gust = windows.value(station, variable, t);
    if (Number.isNaN(gust)) continue;
    if (gust !== value) break;
    oldest = t;
    reports++;
    const wind = windows.value(station, VARIABLE_INDEX.wind_speed, t);
    if (Number.isNaN(wind)) continue;
    changes ||= !Number.isNaN(speed) && wind !== speed;
    speed = wind;
    if (wind - gust > MARGINS[variable]) above++;
  }
  const isShown = changes && above >= FEWEST_ABOVE && reports >= FEWEST_REPORTS;
  return isShown && slot - oldest >= GUST_SLOTS ? slot - oldest : 0;
}
