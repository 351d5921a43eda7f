import { type PlacedTime, type Slowness, slownessOf } from './crossing.ts';

/** Directions and speeds [km/h] of straight fronts that are tried; beside them one that is everywhere at once. */
const DIRECTIONS = 16;
const SPEEDS = [20, 30, 40, 55, 75, 110] as const;
/** The best of them is fitted to its passages so often at most: over hundreds of kilometres a few degrees matter. */
const FITS = 3;

const TRIED: readonly Slowness[] = [
  { east: 0, north: 0 },
  ...SPEEDS.flatMap((speed) =>
    Array.from({ length: DIRECTIONS }, (_, k): Slowness => {
      const angle = (2 * Math.PI * k) / DIRECTIONS;
      return { east: Math.sin(angle) / speed, north: Math.cos(angle) / speed };
    }),
  ),
];

/** What one straight front explains. */
export interface Aligned {
  /** Places of the passages that it makes, in order. */
  readonly passages: readonly number[];
  /** How many passages there are of those and of the time around them. */
  readonly around: number;
}

/** How long a front takes over a place, and how far around it others are counted [h]. */
interface While {
  readonly hours: number;
  readonly around: number;
}

/**
 * Of passages those that one straight front makes that moves evenly: the times less its way there lie within a while. What
 * the time of day does comes to each station at a time of its own, and no front explains most of it.
 *
 * @param weights of the passages
 * @returns of all fronts that are tried the heaviest, the first of equal ones
 */
export function alignedPassages(passed: readonly PlacedTime[], weights: readonly number[], within: While): Aligned {
  let best = heaviest(passed, weights, within, TRIED[0]);
  for (const slowness of TRIED) {
    const tried = heaviest(passed, weights, within, slowness);
    if (tried.weight > best.weight + LEAST_GAIN) best = tried;
  }
  for (let fit = 0; fit < FITS; fit++) {
    const slowness = slownessOf(best.passages.map((k) => passed[k]));
    const fitted = slowness === null ? best : heaviest(passed, weights, within, slowness);
    if (fitted.weight <= best.weight + LEAST_GAIN) break;
    best = fitted;
  }
  return best;
}

/** Sums of the same weights in another order differ by less. */
const LEAST_GAIN = 1e-9;

function heaviest(
  passed: readonly PlacedTime[],
  weights: readonly number[],
  { hours, around }: While,
  { east, north }: Slowness,
): Aligned & { readonly weight: number } {
  const reduced = passed.map((one) => one.hours - east * one.east - north * one.north);
  const inOrder = reduced.map((_, k) => k).sort((a, b) => reduced[a] - reduced[b] || a - b);
  let sum = 0;
  let weight = 0;
  let [first, last] = [0, -1];
  for (let from = 0, to = 0; to < inOrder.length; to++) {
    sum += weights[inOrder[to]];
    while (reduced[inOrder[to]] - reduced[inOrder[from]] > hours) sum -= weights[inOrder[from++]];
    if (sum <= weight + LEAST_GAIN) continue;
    weight = sum;
    [first, last] = [from, to];
  }
  const [low, high] = [reduced[inOrder[first]] - around, reduced[inOrder[last]] + around];
  return {
    passages: inOrder.slice(first, last + 1).sort((a, b) => a - b),
    around: reduced.filter((time) => time >= low && time <= high).length,
    weight,
  };
}
