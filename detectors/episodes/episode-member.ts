import type { Anomaly } from '../../schemas/anomaly.ts';
import { SLOT_MS } from '../../schemas/time.ts';
import { CADENCES } from '../windows/cadence.ts';

/** The longest that a station may take from one report to the next [ms]. */
export const SLOWEST_CADENCE = CADENCES[CADENCES.length - 1] * 60_000;

/** What the episodes look at of an anomaly: a tenth of it, so that many can be held at once. */
export interface EpisodeMember
  extends Pick<
    Anomaly,
    | 'id'
    | 'network'
    | 'station'
    | 'stationName'
    | 'variable'
    | 'time'
    | 'actual'
    | 'expected'
    | 'check'
    | 'classification'
    | 'reason'
  > {
  /** First time of which it speaks [ms]: of a `flat_line` the first equal value, of all else its own. */
  readonly since: number;
  /** Usual time between two reports of the station [ms]. */
  readonly cadence: number;
  /** Whether the value was still away half an hour later; null where that is not known. */
  readonly stays: boolean | null;
}

/** The part of an anomaly that the episodes look at; a function of the anomaly alone, so that live and replay agree. */
export function episodeMember(anomaly: Anomaly): EpisodeMember {
  const { id, network, station, stationName, variable, time, actual, expected, check, classification, reason } =
    anomaly;
  const { evidence, score } = anomaly;
  return {
    id,
    network,
    station,
    stationName,
    variable,
    time,
    actual,
    expected,
    check,
    classification,
    reason,
    // The score of a flat line is for how many slots the value has been the same.
    since: check === 'flat_line' ? time - score * SLOT_MS : time,
    cadence: cadenceOf(evidence['history']),
    stays: staysOf(evidence['terms']),
  };
}

/**
 * The most common distance between the reports before an anomaly, the shorter on a tie [ms]: as the temporal stage finds
 * a station's cadence, from the same values.
 *
 * @param history a value or null for each slot before the anomaly, oldest first; anything else says nothing: ten minutes
 */
function cadenceOf(history: unknown): number {
  if (!Array.isArray(history)) return SLOT_MS;
  const times = new Uint16Array(SLOWEST_CADENCE / SLOT_MS + 1);
  let last = history.length;
  for (let slot = history.length - 1; slot >= 0; slot--) {
    if (history[slot] === null) continue;
    // What is longer is a silence.
    if (last - slot < times.length) times[last - slot]++;
    last = slot;
  }
  let best = 1;
  for (let gap = 2; gap < times.length; gap++) if (times[gap] > times[best]) best = gap;
  return best * SLOT_MS;
}

/** What both verifications note as `after`: what is left of the deviation half an hour later, less a half; 0 while unknown. */
function staysOf(terms: unknown): boolean | null {
  if (typeof terms !== 'object' || terms === null || !('after' in terms)) return null;
  const { after } = terms;
  return typeof after === 'number' && after !== 0 ? after > 0 : null;
}
