import { VARIABLE_INDEX } from '../../schemas/variables.ts';
import { DOCUMENTED_FLOORS } from '../baselines/documented-floors.ts';
import { withoutSpikes } from '../windows/isolated-spikes.ts';

/** `withoutSpikes` asks for two floors; here one, the least that is judged, as that is what a neighbour could explain. */
const SHARE_OF_FLOOR = 0.5;
/** Between reports farther apart than half an hour weather comes and goes [slots]. */
const COMES_BACK_IN = 3;

/**
 * Takes the isolated spikes out of what a neighbour reported: a value that left and came back within an hour is no weather that
 * another station could share, and several loggers may fail at one time. The newest value stays, as nobody knows yet whether it
 * comes back. Rain is left as it is: a shower may last for one report.
 *
 * @param series the neighbour's values slot by slot, oldest first, NaN where missing; NaN is written in place of each spike
 * @param variable index into VARIABLES
 */
export function takeSpikesOut(series: Float64Array, variable: number): void {
  if (variable === VARIABLE_INDEX.rain) return;
  const kept = withoutSpikes(series, SHARE_OF_FLOOR * DOCUMENTED_FLOORS[variable]);
  if (kept === series) return;
  for (let t = 0; t < series.length; t++) {
    if (!Number.isNaN(kept[t]) || Number.isNaN(series[t])) continue;
    if (isNear(series, t, -1) && isNear(series, t, 1)) series[t] = Number.NaN;
  }
}

/** Whether there is a report shortly before a slot, or after it. */
function isNear(series: Float64Array, from: number, step: 1 | -1): boolean {
  for (let t = from + step; Math.abs(t - from) <= COMES_BACK_IN; t += step) if (!Number.isNaN(series[t])) return true;
  return false;
}
