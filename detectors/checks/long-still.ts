import { SLOT_MS } from '../../schemas/time.ts';
import { possibleValue, VARIABLE_INDEX } from '../../schemas/variables.ts';
import { rounded } from '../evidence/evidence-numbers.ts';
import type { SpatialQuestion } from '../neighbours/spatial-question.ts';
import { COMPARED, canBeStuck, FEWEST_COMPARED, surpriseOf, weightAt } from '../windows/still-runs.ts';
import { medianOfFirst, weightedMedian } from '../windows/window-values.ts';
import type { FlatLine } from './flat-line.ts';
import { isUnchanged, STANDING_SLOTS } from './standing-anemometer.ts';
import { stuckReason } from './stuck-words.ts';

/**
 * No sound sensor stands still for six hours where that has a chance below e to the power of minus this, for one that changes as often
 * as its neighbours do meanwhile. In two weeks of 28 stations the least likely run of a sound one had e^-10.4.
 */
const LONG_SURPRISE = 20;
/** Reports of the six hours that tell. */
const FEWEST_REPORTS = 18;
/** So far the neighbours move at least [unit of the variable]: a sensor may round to whole units, and they to tenths. */
const LEAST_RANGE = 2.5;

const series = new Float64Array(STANDING_SLOTS + 1);
const ranges = new Float64Array(COMPARED);
const changes = new Float64Array(COMPARED);
const weights = new Float64Array(COMPARED);
const indices = new Int32Array(COMPARED);

/**
 * Judges a value that has not changed for six hours by how often the neighbours' values changed meanwhile, however little: in steady
 * weather they never move as far within three hours as `judgeFlatLine` asks.
 *
 * `correlation` is the share of the neighbours that hardly moved. Expected is the value with the median change of the neighbours.
 *
 * @returns the device failure, or null where it is no anomaly: a sound sensor may stand still as long, or too few tell
 */
export function judgeLongStill({
  station,
  variable,
  slot,
  actual,
  neighbours,
  windows,
}: SpatialQuestion): FlatLine | null {
  const v = VARIABLE_INDEX[variable];
  if (!canBeStuck(variable, actual) || !isUnchanged(windows, station, variable, slot, actual)) return null;
  const first = slot - STANDING_SLOTS;
  let reports = 0;
  for (let at = first; at <= slot; at++) if (!Number.isNaN(windows.value(station, v, at))) reports++;
  if (reports < FEWEST_REPORTS) return null;
  const rows: { id: string; km: number; range: number }[] = [];
  for (const { index, id, km } of neighbours) {
    if (rows.length === COMPARED) break;
    windows.stretch(index, v, first, series.length, 1, series);
    const told = series.filter((value) => !Number.isNaN(value));
    if (2 * told.length < reports) continue;
    const range = told.reduce((a, b) => Math.max(a, b)) - told.reduce((a, b) => Math.min(a, b));
    ranges[rows.length] = range;
    changes[rows.length] = told[told.length - 1] - told[0];
    weights[rows.length] = weightAt(km);
    indices[rows.length] = index;
    rows.push({ id, km, range: rounded(range) });
  }
  if (rows.length < FEWEST_COMPARED) return null;
  const range = weightedMedian(ranges, weights, rows.length);
  if (range < LEAST_RANGE) return null;
  const run = { first, last: slot, reports };
  if (surpriseOf(windows, v, run, 1, indices.subarray(0, rows.length)) < LONG_SURPRISE) return null;
  const change = medianOfFirst(changes, rows.length);
  return {
    classification: 'device_failure',
    correlation: rounded(rows.filter((row) => row.range < LEAST_RANGE).length / rows.length),
    neighbors: rows.map(({ id }) => id),
    reason: stuckReason({
      ...{ variable, value: actual, lasted: STANDING_SLOTS * SLOT_MS, atLeast: true },
      ...{ within: neighbours.length, compared: rows.length, nearestKm: rows[0].km, range },
    }),
    evidence: {
      slots: STANDING_SLOTS,
      range: rounded(range),
      limit: LEAST_RANGE,
      change: rounded(change),
      neighbours: rows,
    },
    run: STANDING_SLOTS,
    expected: rounded(possibleValue(variable, actual + change)),
  };
}
