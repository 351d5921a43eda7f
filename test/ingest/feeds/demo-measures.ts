import type { DemoNetwork } from '../../../ingest/feeds/demo/demo-network.ts';
import type { Variable } from '../../../schemas/variables.ts';

/** Distance of two stations by the haversine formula [km]. */
export function kilometres(network: DemoNetwork, a: number, b: number): number {
  const [from, to] = [network.station(a), network.station(b)];
  const radians = Math.PI / 180;
  const north = Math.sin(((to.latitude - from.latitude) * radians) / 2);
  const east = Math.sin(((to.longitude - from.longitude) * radians) / 2);
  const cosines = Math.cos(from.latitude * radians) * Math.cos(to.latitude * radians);
  return 2 * 6371 * Math.asin(Math.sqrt(north * north + cosines * east * east));
}

/** What sound instruments show of one variable in `count` slots from `from` on. */
export function sound(network: DemoNetwork, index: number, variable: Variable, from: number, count: number): number[] {
  return Array.from({ length: count }, (_, k) => network.sound(index, from + k)[variable] ?? Number.NaN);
}

/** Pearson correlation of two series of equal length. */
export function pearson(a: readonly number[], b: readonly number[]): number {
  const meanA = a.reduce((sum, value) => sum + value, 0) / a.length;
  const meanB = b.reduce((sum, value) => sum + value, 0) / b.length;
  let ab = 0;
  let aa = 0;
  let bb = 0;
  for (let i = 0; i < a.length; i++) {
    ab += (a[i] - meanA) * (b[i] - meanB);
    aa += (a[i] - meanA) ** 2;
    bb += (b[i] - meanB) ** 2;
  }
  return ab / Math.sqrt(aa * bb);
}
