import { canBeStuck } from '../windows/still-runs.ts';
import { roomFor, sortAscending } from '../windows/window-values.ts';
import type { StationTally } from './station-tally.ts';
import type { VariableTally } from './variable-tally.ts';

/** Neighbours up to this distance have the same weather over days [km]. */
export const SURROUNDINGS_KM = 100;
/** One neighbour alone may have the same fault. */
export const FEWEST_WITNESSES = 2;

/** What the neighbours measured of one variable. */
export interface Surroundings {
  readonly witnesses: number;
  /** Medians of the neighbours. */
  readonly zeroRatio: number;
  /** Of an even number the lower middle: one spike at one of two neighbours is no livelier weather. */
  readonly variance: number;
  readonly stuckRatio: number;
  readonly spikeRatio: number;
}

/**
 * What the neighbours of a station measured over the period, or null where fewer than two can tell. A sensor that is
 * constant is no witness, unless its value is constant by nature and another sensor of its station moves.
 */
export function surroundingsOf(own: VariableTally, neighbours: readonly StationTally[]): Surroundings | null {
  const witnesses: VariableTally[] = [];
  for (const neighbour of neighbours) {
    const tally = neighbour.of(own.variable);
    const natural = tally.constant && neighbour.alive && !canBeStuck(own.variable, tally.low);
    if (tally.telling && (tally.moves || natural)) witnesses.push(tally);
  }
  if (witnesses.length < FEWEST_WITNESSES) return null;
  return {
    witnesses: witnesses.length,
    zeroRatio: middleOf(witnesses, (tally) => tally.zeroRatio).mean,
    variance: middleOf(witnesses, (tally) => tally.moments.variance).lower,
    stuckRatio: middleOf(witnesses, (tally) => tally.stuckRatio).mean,
    spikeRatio: middleOf(witnesses, (tally) => tally.spikeRatio).mean,
  };
}

/** What the witnesses are compared by, in order: used again, as this is asked of each sensor. */
let inOrder = new Float64Array(64);

/** The middle of the witnesses' values: the one there is, or the lower of two, and their mean. */
function middleOf(
  witnesses: readonly VariableTally[],
  valueIn: (tally: VariableTally) => number,
): { lower: number; mean: number } {
  const { length } = witnesses;
  inOrder = roomFor(inOrder, length);
  for (let k = 0; k < length; k++) inOrder[k] = valueIn(witnesses[k]);
  sortAscending(inOrder, length);
  const lower = inOrder[(length - 1) >> 1];
  return { lower, mean: (lower + inOrder[length >> 1]) / 2 };
}
