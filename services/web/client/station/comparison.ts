import type { Variable } from '../../../../schemas/variables.ts';
import type { ObservationAnswer, ReportedFault } from '../api/answers.ts';
import { cadenceOf, medianOf } from './series.ts';

/** How neighbours are laid beside a station: as they measured, or each moved by its usual difference from the station. */
export const COMPARISON_MODES = ['moved', 'measured'] as const;
export type ComparisonMode = (typeof COMPARISON_MODES)[number];

/** So many values without a fault at least say how far a neighbour usually is from the station. */
const LEAST_COMPARED = 6;

/** What neighbours read at the times of a station: their median, and the middle half of them; null where too few did. */
export interface Comparison {
  readonly median: readonly (number | null)[];
  readonly low: readonly (number | null)[];
  readonly high: readonly (number | null)[];
}

/** A variable of a station over time, ms since the epoch. */
export interface ComparedSeries {
  readonly variable: Variable;
  readonly times: readonly number[];
  readonly values: readonly (number | null)[];
  /** Faults of the variable: what the sensor read under them says nothing of its usual difference. */
  readonly faults: readonly Pick<ReportedFault, 'start' | 'end'>[];
}

/**
 * Neighbours at the times of a station, each by its report that is nearest in time, no farther than half an interval.
 *
 * @param neighbours observations of each, in the order of their times
 */
export function comparisonOf(
  series: ComparedSeries,
  neighbours: readonly (readonly ObservationAnswer[])[],
  mode: ComparisonMode,
): Comparison {
  const { times } = series;
  const reach = cadenceOf(times) / 2;
  const rows = neighbours
    .map((observations) => nearestValues(times, observations, series.variable, reach))
    .flatMap((row) => (mode === 'measured' ? [row] : movedToStation(row, series)));
  const at = (place: number) => rows.flatMap((row) => row[place] ?? []).toSorted((a, b) => a - b);
  const sorted = times.map((_, place) => at(place));
  const share = (part: number) => sorted.map((values) => (values.length < 2 ? null : quantile(values, part)));
  return { median: sorted.map((values) => medianOf(values)), low: share(0.25), high: share(0.75) };
}

/** The values of a neighbour moved by its usual difference from the station; none where too little tells of that. */
function movedToStation(row: readonly (number | null)[], series: ComparedSeries): (number | null)[][] {
  const { times, values, faults } = series;
  const isFaulty = (time: number) =>
    faults.some(({ start, end }) => time >= Date.parse(start) && (end === null || time <= Date.parse(end)));
  const differences = row.flatMap((value, place) => {
    const own = values[place];
    return value === null || own === null || isFaulty(times[place]) ? [] : [own - value];
  });
  const usual = differences.length < LEAST_COMPARED ? null : medianOf(differences);
  return usual === null ? [] : [row.map((value) => (value === null ? null : value + usual))];
}

function nearestValues(
  times: readonly number[],
  observations: readonly ObservationAnswer[],
  variable: Variable,
  reach: number,
): (number | null)[] {
  const reports = observations.map((one) => ({ time: Date.parse(one.timestamp), value: one[variable] ?? null }));
  let next = 0;
  return times.map((time) => {
    const distance = (k: number) => Math.abs((reports[k]?.time ?? Number.POSITIVE_INFINITY) - time);
    while (next + 1 < reports.length && distance(next + 1) <= distance(next)) next++;
    return distance(next) <= reach ? (reports[next]?.value ?? null) : null;
  });
}

/** @param values ascending, not empty */
function quantile(values: readonly number[], part: number): number {
  const place = part * (values.length - 1);
  const below = Math.floor(place);
  const above = Math.min(below + 1, values.length - 1);
  return values[below] + (place - below) * (values[above] - values[below]);
}
