import { canBeStuck } from '../checks/flat-line.ts';
import type { StationTally } from './station-tally.ts';
import type { VariableTally } from './variable-tally.ts';

/** Neighbours up to this distance have the same weather over days [km]. */
export const SURROUNDINGS_KM = 100;
/** One neighbour alone may have the same fault. */
const FEWEST_WITNESSES = 2;

/** What the neighbours measured of one variable. */
export interface Surroundings {
  readonly witnesses: number;
  /** Medians of the neighbours. */
  readonly zeroRatio: number;
  readonly variance: number;
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
    zeroRatio: median(witnesses.map((tally) => tally.zeroRatio)),
    variance: median(witnesses.map((tally) => tally.moments.variance)),
  };
}

function median(values: number[]): number {
  values.sort((a, b) => a - b);
  const middle = values.length >> 1;
  return values.length % 2 === 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}
