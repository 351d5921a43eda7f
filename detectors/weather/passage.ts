import { WEATHER_VARIABLES } from '../../schemas/variables.ts';

/** A neighbour that reported enough to show a change, with its distance [km]. */
export interface AskedNeighbour {
  readonly station: string;
  readonly km: number;
}

/** A rapid change at one station: what a front or a storm does when it passes. */
export interface Passage {
  readonly station: string;
  readonly stationName: string;
  /** Degrees. */
  readonly latitude: number;
  readonly longitude: number;
  readonly slot: number;
  /** Time of the report, ms since the epoch. */
  readonly time: number;
  /** Slots between the reports that the change was measured over. */
  readonly apart: number;
  /** Change of each variable (the five in the order of VARIABLES, its unit); NaN where it is not known. */
  readonly changes: readonly number[];
  /** Change of each variable less the trend before it (its unit). 0 where nothing is left, NaN where it is not known. */
  readonly left: readonly number[];
  /**
   * What is left, divided by the smallest change that neighbours are asked about. 0 where
   * nothing is left, NaN where it is not known.
   */
  readonly sizes: readonly number[];
  /** Its neighbours that reported then, nearest first. */
  readonly asked: readonly AskedNeighbour[];
}

/** Largest size: a sensor that jumps very far counts no more than one that jumps. */
export const LARGEST_SIZE = 4;

/** Size of a change over all variables: the root of the sum of the squares of its known sizes. */
export function sizeOf(sizes: ArrayLike<number>): number {
  let sum = 0;
  for (let v = 0; v < WEATHER_VARIABLES; v++) if (!Number.isNaN(sizes[v])) sum += sizes[v] * sizes[v];
  return Math.sqrt(sum);
}

/** How alike two changes are: the cosine between their sizes that are known of both, -1 to 1. 0 where one of them has no size. */
export function likeness(some: ArrayLike<number>, others: ArrayLike<number>): number {
  let [product, own, other] = [0, 0, 0];
  for (let v = 0; v < WEATHER_VARIABLES; v++) {
    const [a, b] = [some[v], others[v]];
    if (Number.isNaN(a) || Number.isNaN(b)) continue;
    product += a * b;
    own += a * a;
    other += b * b;
  }
  const lengths = Math.sqrt(own * other);
  return lengths === 0 ? 0 : product / lengths;
}
