import type { JudgementPlan } from '../../detectors/stages/judgement-plan.ts';
import type { TemporalPartition } from '../../detectors/stages/temporal-partition.ts';
import { stationRuns } from '../../detectors/windows/put-reports.ts';
import { slotOf } from '../../schemas/time.ts';
import type { WindowReport } from '../../schemas/window-report.ts';
import type { PartitionShare, TimeSeriesStore } from '../stores/time-series-store.ts';

/** A partition whose windows are filled. */
export interface Filled {
  readonly partition: TemporalPartition;
  /** Slot that the network has reached there: what is newer waits in the windows to be judged. */
  readonly until: number;
}

/**
 * Fills the windows of a network from the store, and teaches the baselines on the way: band by band of as many slots as
 * the windows can hold before what is in them has to be taught, inside a band station by station, as the table lies.
 *
 * @param from first slot
 * @param to last slot
 * @param homeOf which of them a station belongs to; undefined where to none
 * @param share stations that belong to one of them, where that is known
 * @returns how many observations there were
 */
export async function fillWindows(
  store: TimeSeriesStore,
  plan: JudgementPlan,
  network: string,
  from: number,
  to: number,
  into: readonly Filled[],
  homeOf: (station: string) => Filled | undefined,
  share?: PartitionShare,
): Promise<number> {
  const { latenessSlots, hindsightSlots } = plan.configuration;
  const band = plan.capacity - latenessSlots - hindsightSlots - 1;
  let count = 0;
  for (let low = from; low <= to; low += band) {
    const high = Math.min(low + band - 1, to);
    await reachAll(network, into, low);
    for await (const reports of store.windowReports(network, low, high, share)) {
      count += put(network, reports, homeOf, hindsightSlots);
    }
    await reachAll(network, into, high);
  }
  return count;
}

/**
 * Moves the partitions on, which teaches the baselines of their stations: with a million of them it takes seconds each,
 * and in between the log has to hear from this process.
 */
async function reachAll(network: string, into: readonly Filled[], slot: number): Promise<void> {
  for (const { partition, until } of into) {
    partition.reach(network, Math.min(slot, until));
    await new Promise(setImmediate);
  }
}

/**
 * Gives each partition the reports of its stations, which come one station after the other in the order of time. What is
 * further ahead than its predecessor could have had is left: it would push out of the windows what is yet to be judged.
 */
function put(
  network: string,
  reports: readonly WindowReport[],
  homeOf: (station: string) => Filled | undefined,
  hindsightSlots: number,
): number {
  let count = 0;
  for (const [from, end] of stationRuns(reports)) {
    const home = homeOf(reports[from].station);
    if (home === undefined) continue;
    const last = home.until + hindsightSlots;
    let known = end;
    while (known > from && slotOf(reports[known - 1].time) > last) known--;
    if (known > from) home.partition.fill(network, reports, from, known);
    count += known - from;
  }
  return count;
}
