import type { Candidate } from '../../schemas/anomaly.ts';

/** What a method or a check says of a value that it flags. */
export type Raised = Pick<Candidate, 'check' | 'expected' | 'scale' | 'score' | 'threshold' | 'inputs' | 'baseline'>;

/** What is wrong with a value by its limits, and whether it is suspect only. */
export type Beyond = Pick<Candidate, 'beyond' | 'suspect'>;

/** Of a value within its limits. */
export const WITHIN: Beyond = { beyond: '', suspect: false };

/** Which value is flagged, and what it was: unit of the variable, time in ms since the epoch. */
export type Flagged = Pick<Candidate, 'network' | 'station' | 'variable' | 'slot' | 'time' | 'actual'>;

/**
 * The candidate of a flagged value. Written out: an object of so many fields costs kilobytes where others are spread into it,
 * and a calm night raises one at every slot.
 *
 * @param usual smallest departures worth noticing and typical steps at the station, in the order of VARIABLES
 * @param report what its report reads in the same order, as windows hold it; empty where that is not asked for
 */
export function raisedCandidate(
  it: Flagged,
  by: Raised,
  usual: Pick<Candidate, 'floors' | 'spreads'>,
  report: Float64Array | readonly never[],
  limits: Beyond = WITHIN,
): Candidate {
  return {
    kind: 'candidate',
    network: it.network,
    station: it.station,
    variable: it.variable,
    slot: it.slot,
    time: it.time,
    check: by.check,
    actual: it.actual,
    expected: by.expected,
    scale: by.scale,
    score: by.score,
    threshold: by.threshold,
    inputs: by.inputs,
    baseline: by.baseline,
    floors: usual.floors,
    spreads: usual.spreads,
    values: valuesOf(report),
    beyond: limits.beyond,
    suspect: limits.suspect,
    withdrawn: false,
  };
}

/** Says of a value that was flagged that it is so no longer. */
export function withdrawnCandidate(it: Flagged, check: string, inputs: string): Candidate {
  const by: Raised = { check, expected: it.actual, scale: 0, score: 0, threshold: 0, inputs, baseline: null };
  return { ...raisedCandidate(it, by, { floors: [], spreads: [] }, []), withdrawn: true };
}

/** The values of a report as its candidate carries them. */
function valuesOf(report: ArrayLike<number>): (number | null)[] {
  const values: (number | null)[] = [];
  for (let v = 0; v < report.length; v++) values.push(Number.isFinite(report[v]) ? report[v] : null);
  return values;
}
