import { SLOT_MS } from '../../schemas/time.ts';
import { VARIABLE_INDEX } from '../../schemas/variables.ts';
import { rounded } from '../evidence/evidence-numbers.ts';
import { lastReported } from '../neighbours/expectation.ts';
import type { SpatialQuestion } from '../neighbours/spatial-question.ts';
import { COMPARED, FEWEST_COMPARED, weightAt } from '../windows/still-runs.ts';
import { weightedMedian } from '../windows/window-values.ts';
import { FLAT_LOOK_BACK_SLOTS, type FlatLine } from './flat-line.ts';
import { saturatedReason } from './stuck-words.ts';

/**
 * Air as moist as that of the neighbours is at most so humid at the station [%]: fog there would need other air. Of 4,000 reports of
 * 97 % and more in three climates, showers among them, none had neighbours of less than 75 %.
 */
export const FAR_FROM_SATURATED = 70;

const { temp_out: TEMPERATURE, out_hum: HUMIDITY } = VARIABLE_INDEX;

const implied = new Float64Array(COMPARED);
const weights = new Float64Array(COMPARED);

/** Saturation pressure of vapour over water [hPa], by the Magnus formula of WMO-No. 8, annex 4.B. @param celsius [degC] */
function saturationPressure(celsius: number): number {
  return 6.112 * Math.exp((17.62 * celsius) / (243.12 + celsius));
}

/**
 * Judges a hygrometer that has read saturated air for so long by how humid the air of its neighbours would be at the station's
 * temperature: in a cold hollow their vapour makes fog. Where they are more humid themselves that counts, as fog may reach
 * farther than their vapour says. Of two neighbours the more humid counts, of more the weighted median.
 *
 * `correlation` is the share of the neighbours whose air would be near saturation. Expected is how humid their air would be.
 *
 * @param run slots for which the value has not changed
 * @returns the device failure, or null where it is no anomaly: the air may be saturated, or fewer than two neighbours tell
 */
export function judgeSaturated(question: SpatialQuestion, run: number): FlatLine | null {
  const { station, variable, slot, actual, neighbours, windows } = question;
  const own = lastReported(windows, station, TEMPERATURE, slot);
  const rows: { id: string; km: number; humidity: number; implied: number }[] = [];
  for (const { index, id, km } of neighbours) {
    if (rows.length === COMPARED) break;
    const humidity = lastReported(windows, index, HUMIDITY, slot);
    if (Number.isNaN(humidity)) continue;
    const theirs = lastReported(windows, index, TEMPERATURE, slot);
    const vapour = (humidity * saturationPressure(theirs)) / saturationPressure(own);
    implied[rows.length] = Number.isNaN(vapour) ? humidity : Math.max(humidity, vapour);
    weights[rows.length] = weightAt(km);
    rows.push({ id, km, humidity, implied: rounded(implied[rows.length]) });
  }
  if (rows.length < FEWEST_COMPARED) return null;
  const [first, second] = implied;
  const air = rows.length === FEWEST_COMPARED ? Math.max(first, second) : weightedMedian(implied, weights, rows.length);
  if (air > FAR_FROM_SATURATED) return null;
  const lasted = run * SLOT_MS;
  const atLeast = run === FLAT_LOOK_BACK_SLOTS;
  return {
    classification: 'device_failure',
    correlation: rounded(rows.filter((row) => row.implied > FAR_FROM_SATURATED).length / rows.length),
    neighbors: rows.map(({ id }) => id),
    reason: saturatedReason({ variable, value: actual, lasted, atLeast, compared: rows.length, implied: air }),
    evidence: { slots: run, implied: rounded(air), limit: FAR_FROM_SATURATED, neighbours: rows },
    run,
    expected: rounded(air),
  };
}
