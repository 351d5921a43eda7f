import { VARIABLE_INDEX, VARIABLE_SPECIFICATIONS, type Variable } from '../../schemas/variables.ts';
import type { SpatialAnswer, SpatialQuestion } from '../spatial/spatial-method.ts';
import type { WindowView } from '../windows/window-view.ts';
import type { CheckSpecification } from './check-specification.ts';

/** A value unchanged for so many slots, an hour, is a candidate. */
export const FLAT_RUN_SLOTS = 6;
/** How far back is looked [slots]; what has lasted longer counts as this long. */
export const FLAT_LOOK_BACK_SLOTS = 18;
/** Equal reports that make a run, so that two equal hourly ones do not. */
const FEWEST_REPORTS = 4;
/** Reports farther apart than this break a run [slots]. */
const LONGEST_GAP = 9;
/** Neighbours that are compared, and how many are few: these must have moved `CAUTION` times as far. */
const COMPARED = 12;
const FEW = 3;
const CAUTION = 2;

/**
 * Least range of the neighbours over the run that an unbroken instrument would have shown something of, unit of the
 * variable; null: never judged. A dry spell is no fault, so rain is left out. Wind differs most between sites.
 */
const LEAST_RANGE: Readonly<Record<Variable, number | null>> = {
  temp_out: 1.5,
  out_hum: 10,
  wind_speed: 15,
  bar: 0.6,
  rain: null,
};

/** Relative humidity at or beyond which a constant reading is what dry or saturated air gives [%]. */
const DRY = 3;
const SATURATED = 97;

/**
 * What the check says of itself. It never names rain, calm wind, dry or saturated air, nor a station whose neighbours
 * hardly moved or did not report; and it looks at nothing later than the value itself.
 */
export const flatLineSpecification: CheckSpecification = {
  name: 'flat_line',
  version: 1,
  summary:
    'Flags a value that has not changed for an hour while the neighbours moved: a stuck sensor. Never rain, calm wind, or humidity at 3 % and below or 97 % and above; not where no neighbour reports, or in weather in which nothing changes: the health check sees such sensors over days.',
  parameters: [
    { name: 'run', unit: 'slots', meaning: 'unchanged for so long', low: 1, high: 18, default: FLAT_RUN_SLOTS },
    { name: 'reports', unit: '1', meaning: 'equal reports at least', low: 2, high: 18, default: FEWEST_REPORTS },
    { name: 'temp_out', unit: 'degC', meaning: 'least range of the neighbours', low: 0, high: 60, default: 1.5 },
    { name: 'out_hum', unit: '%', meaning: 'least range of the neighbours', low: 0, high: 100, default: 10 },
    { name: 'wind_speed', unit: 'km/h', meaning: 'least range of the neighbours', low: 0, high: 400, default: 15 },
    { name: 'bar', unit: 'hPa', meaning: 'least range of the neighbours', low: 0, high: 100, default: 0.6 },
  ],
  source: 'IOOS QARTOD, flat line test; its fixed durations are replaced by what the neighbours did meanwhile.',
};

/** True where a constant reading of this value can be a fault at all. */
function canBeStuck(variable: Variable, value: number): boolean {
  if (LEAST_RANGE[variable] === null || Number.isNaN(value)) return false;
  if (variable === 'out_hum') return value > DRY && value < SATURATED;
  return variable !== 'wind_speed' || value > 0;
}

/**
 * For how long a station's value has been the same, up to and with this slot, at the station's own cadence: missing
 * slots do not break a run, a silence of more than 90 minutes does.
 *
 * @returns slots from the oldest equal report to this slot, 0 to FLAT_LOOK_BACK_SLOTS; 0 where there are fewer than four
 *   equal reports, nothing at this slot, or a value that is constant by nature
 */
export function flatRun(windows: WindowView, station: number, variable: Variable, slot: number): number {
  const v = VARIABLE_INDEX[variable];
  const value = windows.value(station, v, slot);
  if (!canBeStuck(variable, value)) return 0;
  let oldest = slot;
  let reports = 1;
  for (let t = slot - 1; t >= slot - FLAT_LOOK_BACK_SLOTS && oldest - t <= LONGEST_GAP; t--) {
    const before = windows.value(station, v, t);
    if (Number.isNaN(before)) continue;
    if (before !== value) break;
    oldest = t;
    reports++;
  }
  return reports < FEWEST_REPORTS ? 0 : slot - oldest;
}

function median(sorted: readonly number[]): number {
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

function rounded(x: number): number {
  return Math.round(x * 1000) / 1000;
}

/**
 * Judges a value that has not changed by what the neighbours did since the run began: their median range, over those
 * that reported over at least half of it, against the least range of the variable.
 *
 * `correlation` is the share of the neighbours that hardly moved either. Expected is the frozen value with the median
 * change of the neighbours since the run began, as far back as is looked.
 *
 * @returns the device failure, or null where it is no anomaly: the neighbours hardly moved, or none reported
 */
export function judgeFlatLine(question: SpatialQuestion): (SpatialAnswer & { readonly expected: number }) | null {
  const { station, variable, slot, actual, neighbours, windows } = question;
  const v = VARIABLE_INDEX[variable];
  const run = flatRun(windows, station, variable, slot);
  const least = LEAST_RANGE[variable];
  if (run < FLAT_RUN_SLOTS || least === null) return null;

  const rows: { id: string; km: number; range: number }[] = [];
  const changes: number[] = [];
  for (const { index, id, km } of neighbours) {
    if (rows.length === COMPARED) break;
    if (windows.newest(index) <= slot - run) continue;
    let first = Number.NaN;
    let since = slot;
    let last = Number.NaN;
    let until = slot;
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let t = slot - run; t <= slot; t++) {
      const value = windows.value(index, v, t);
      if (Number.isNaN(value)) continue;
      if (Number.isNaN(first)) {
        first = value;
        since = t;
      }
      last = value;
      until = t;
      if (value < low) low = value;
      if (value > high) high = value;
    }
    if ((until - since) * 2 < run) continue;
    rows.push({ id, km, range: rounded(high - low) });
    changes.push(last - first);
  }
  if (rows.length === 0) return null;

  const limit = rows.length < FEW ? least * CAUTION : least;
  const range = median(rows.map((row) => row.range).sort((a, b) => a - b));
  if (range < limit) return null;
  const change = median(changes.sort((a, b) => a - b));
  const { unit, low, high } = VARIABLE_SPECIFICATIONS[variable];
  const hours = `${run === FLAT_LOOK_BACK_SLOTS ? 'at least ' : ''}${(run / 6).toFixed(1)} h`;
  const others = rows.length === 1 ? 'the only neighbour' : `${rows.length} neighbours`;
  return {
    classification: 'device_failure',
    correlation: rounded(rows.filter((row) => row.range < limit).length / rows.length),
    neighbors: rows.map((row) => row.id),
    reason: `unchanged at ${actual} ${unit} for ${hours} while ${others} moved by ${range.toFixed(1)} ${unit}${rows.length === 1 ? '' : ' (median)'}`,
    evidence: { slots: run, range: rounded(range), limit, change: rounded(change), neighbours: rows },
    expected: rounded(Math.min(high, Math.max(low, actual + change))),
  };
}
