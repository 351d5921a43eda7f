import type { Variable } from '../../schemas/variables.ts';
import { VARIANCE, ZERO_RATIO } from './health-thresholds.ts';
import type { Surroundings } from './surroundings.ts';

/** A calm site may have so much more calm than its neighbours [share of readings]. */
const SITE_CALM = 0.25;
/** A sensor that moves at least half as far as its neighbours' is not stuck: a quarter of their variance. */
const SHARE_OF_VARIANCE = 0.25;
/** Neighbours with less variance share the stillness [square of the unit]: of wind the document's bound, of humidity (2 %)^2. */
const STILL: Readonly<Partial<Record<Variable, number | undefined>>> = {
  wind_speed: VARIANCE.wind_speed?.stuck,
  out_hum: 4,
};

/** Whether a share of zeros is the calm that the surroundings had too. */
export function calmExplains(zeroRatio: number, around: Surroundings): boolean {
  return around.zeroRatio >= ZERO_RATIO.warning && zeroRatio <= around.zeroRatio + SITE_CALM;
}

/** Whether a small variance is that of the weather: the surroundings moved hardly more. */
export function weatherExplains(variance: number, around: Surroundings): boolean {
  return variance > 0 && variance >= around.variance * SHARE_OF_VARIANCE;
}

/** Whether a value that is constant by nature (no wind, dry or saturated air) is what the surroundings had too. */
export function stillnessExplains(variable: Variable, around: Surroundings): boolean {
  return around.variance < (STILL[variable] ?? 0);
}
