import { observe } from '../../schemas/telemetry/instruments.ts';
import { METRICS } from '../../schemas/telemetry/metric-table.ts';
import type { FaultStore } from '../stores/roles/fault-store.ts';
import type { OpenFaults } from '../stores/time-series-store.ts';
import { inTime } from './in-time.ts';

/** Networks that are told by name: labels need a bound. */
export const NAMED_NETWORKS = 100;

/**
 * Shows how many faults of sensors are open. The store is asked at each reading of the metrics; where it does not answer in
 * time the values are left out.
 *
 * @returns what ends it
 */
export function watchFaults(store: Pick<FaultStore, 'openFaults'>): () => void {
  return observe(METRICS.openFaults, async (tell) => {
    const counted = await inTime(store.openFaults());
    for (const { network, kind, count } of boundedByNetwork(counted ?? [])) tell(count, { kind, network });
  });
}

/** The counts of the networks with the most open faults, and those of all others together, whose network is ''. */
function boundedByNetwork(counted: readonly OpenFaults[]): OpenFaults[] {
  const totals = new Map<string, number>();
  for (const { network, count } of counted) totals.set(network, (totals.get(network) ?? 0) + count);
  const mostFirst = [...totals].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  const named = new Set(mostFirst.slice(0, NAMED_NETWORKS).map(([network]) => network));
  const others = new Map<OpenFaults['kind'], number>();
  for (const { network, kind, count } of counted) {
    if (!named.has(network)) others.set(kind, (others.get(kind) ?? 0) + count);
  }
  const rest = Array.from(others, ([kind, count]) => ({ network: '', kind, count }));
  return [...counted.filter(({ network }) => named.has(network)), ...rest];
}
