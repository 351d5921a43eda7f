import type { PlacedTime } from './crossing.ts';

/** Directions and speeds [km/h] of straight fronts that are tried; beside them one that is everywhere at once. */
const DIRECTIONS = 16;
const SPEEDS = [20, 30, 40, 55, 75, 110] as const;

/** Slowness to the east and to the north [h/km]. */
const SLOWNESSES: readonly (readonly [east: number, north: number])[] = [
  [0, 0],
  ...SPEEDS.flatMap((speed) =>
    Array.from({ length: DIRECTIONS }, (_, k): [number, number] => {
      const angle = (2 * Math.PI * k) / DIRECTIONS;
      return [Math.sin(angle) / speed, Math.cos(angle) / speed];
    }),
  ),
];

/**
 * Of passages those that one straight front makes that moves evenly: the times less its way there lie within a while. What
 * the time of day does comes to each station at a time of its own, and no front explains most of it.
 *
 * @param weights of the passages
 * @param hours that the while lasts
 * @returns their places in `passed`, in its order: of all fronts that are tried the heaviest, the first of equal ones
 */
export function alignedPassages(passed: readonly PlacedTime[], weights: readonly number[], hours: number): number[] {
  let heaviest = Number.NEGATIVE_INFINITY;
  let aligned: number[] = [];
  for (const [east, north] of SLOWNESSES) {
    const reduced = passed.map((one) => one.hours - east * one.east - north * one.north);
    const inOrder = reduced.map((_, k) => k).sort((a, b) => reduced[a] - reduced[b] || a - b);
    let weight = 0;
    let from = 0;
    for (let to = 0; to < inOrder.length; to++) {
      weight += weights[inOrder[to]];
      while (reduced[inOrder[to]] - reduced[inOrder[from]] > hours) weight -= weights[inOrder[from++]];
      if (weight <= heaviest + 1e-9) continue;
      heaviest = weight;
      aligned = inOrder.slice(from, to + 1);
    }
  }
  return aligned.sort((a, b) => a - b);
}
