import { medianOf } from '../windows/window-values.ts';
import type { HealthIssue } from './health-issue.ts';
import { FEWEST_WITNESSES } from './surroundings.ts';

/**
 * Less rain around says nothing [mm]; three in five of the neighbours have a quarter of it: no single shower. The others may be
 * blocked as well.
 */
const LEAST_RAIN = 10;
const LEAST_OF_MOST = 2.5;
const MOST = 3 / 5;
/** A gauge that catches less than this of the neighbours' median is blocked, or not connected. */
const CAUGHT = 0.05;
/** A neighbour that was there for less of the hours is not asked. */
const SHARED = 0.5;

/** The rain of a station and of each of its neighbours over the hours that both have. */
export class CatchAround {
  /** Of the station itself [mm]. */
  total = 0;
  #hours = 0;
  readonly #totals: Float64Array;
  readonly #shared: Uint32Array;

  constructor(neighbours: number) {
    this.#totals = new Float64Array(neighbours);
    this.#shared = new Uint32Array(neighbours);
  }

  /** Begins an hour with the station's own rain [mm]. */
  add(rain: number): void {
    this.total += rain;
    this.#hours++;
  }

  /** @param neighbour its place among the station's; its rain in the same hour [mm] */
  addNeighbour(neighbour: number, rain: number): void {
    this.#totals[neighbour] += rain;
    this.#shared[neighbour]++;
  }

  /** What each of the neighbours caught that were there for half of the hours [mm], in ascending order. */
  around(): Float64Array {
    return this.#totals.filter((_, k) => this.#shared[k] > 0 && this.#shared[k] >= SHARED * this.#hours).sort();
  }
}

/** A gauge that caught nothing, or next to it, where the neighbours had rain: a warning, since showers are local. */
export function dryGaugeIssue(rain: CatchAround): HealthIssue | null {
  const around = rain.around();
  if (around.length < FEWEST_WITNESSES) return null;
  const median = medianOf(around, around.length);
  if (
    median < LEAST_RAIN ||
    around[Math.floor((1 - MOST) * (around.length - 1))] < LEAST_OF_MOST ||
    rain.total > CAUGHT * median
  )
    return null;
  const text = `caught ${rain.total.toFixed(1)} mm where ${around.length} neighbours had ${median.toFixed(1)} mm (median): gauge likely blocked`;
  return { kind: 'dry_gauge', severity: 'warning', text };
}
