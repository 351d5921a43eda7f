import type { JudgementPlan } from '../../../detectors/network/judgement-plan.ts';
import type { TemporalPartition } from '../../../detectors/stages/temporal-partition.ts';
import { stationRuns } from '../../../detectors/windows/put-reports.ts';
import { dayOfSlot, SLOTS_PER_DAY, slotOf } from '../../../schemas/time.ts';
import type { WindowReport } from '../../../schemas/window-report.ts';
import type { WindowHistory } from '../../stores/roles/window-history.ts';
import type { ReportScope } from '../../stores/time-series-store.ts';

/** A partition whose windows are filled. */
export interface Filled {
  readonly partition: Pick<TemporalPartition, 'reach' | 'fill'>;
  /** Slot that the network has reached there: what is newer waits in the windows to be judged. */
  readonly until: number;
}

/**
 * Fills the windows of a network from the store, and teaches the baselines on the way: station by station, as the table
 * lies, in one go unless a day ends in between whose baselines are made of what is taught.
 *
 * A partition has reached the newest of its reports that the store has, at most the slot that its predecessor had: what
 * the predecessor had judged and the store has not yet comes from the log, and would otherwise come too late.
 *
 * @param from first slot
 * @param to last slot
 * @param day whose baselines all the partitions have, days since the epoch; -Infinity where one has none
 * @param homeOf which of them a station belongs to; undefined where to none
 * @param scope stations that belong to one of them, where that is known; what has been stored lately, where the rest is known
 * @returns how many observations there were
 */
export async function fillWindows(
  store: Pick<WindowHistory, 'windowReports'>,
  plan: JudgementPlan,
  network: string,
  from: number,
  to: number,
  day: number,
  homeOf: (station: string) => Filled | undefined,
  scope?: ReportScope,
): Promise<number> {
  const { hindsightSlots } = plan.configuration;
  let count = 0;
  for (let low = from, high: number; low <= to; low = high + 1) {
    const band = new Band(network, low, hindsightSlots);
    high = Math.min((Math.max(day, dayOfSlot(low)) + 1) * SLOTS_PER_DAY - 1, to);
    for await (const reports of store.windowReports(network, low, high, scope)) {
      for (const [first, end] of stationRuns(reports)) {
        const home = homeOf(reports[first].station);
        if (home !== undefined) count += await band.put(home, reports, first, end);
      }
    }
    await band.end();
  }
  return count;
}

/** The reports of a stretch of slots on their way into the windows. */
class Band {
  readonly #network: string;
  readonly #low: number;
  readonly #hindsightSlots: number;
  /** Newest slot of each partition that has reports here. */
  readonly #newest = new Map<Filled, number>();

  constructor(network: string, low: number, hindsightSlots: number) {
    this.#network = network;
    this.#low = low;
    this.#hindsightSlots = hindsightSlots;
  }

  /**
   * Gives a partition the reports of one of its stations, in the order of time. What is further ahead than its predecessor
   * could have had is left: it would push out of the windows what is yet to be judged.
   *
   * @returns how many it took
   */
  async put(home: Filled, reports: readonly WindowReport[], from: number, end: number): Promise<number> {
    const last = home.until + this.#hindsightSlots;
    let known = end;
    while (known > from && slotOf(reports[known - 1].time) > last) known--;
    if (known === from) return 0;
    const newest = this.#newest.get(home);
    // What is in the windows from the days before is taught before one of these days begins.
    if (newest === undefined) await reach(home, this.#network, this.#low);
    home.partition.fill(this.#network, reports, from, known, home.until);
    const slot = slotOf(reports[known - 1].time);
    this.#newest.set(home, Math.max(newest ?? slot, slot));
    return known - from;
  }

  async end(): Promise<void> {
    for (const [home, slot] of this.#newest) await reach(home, this.#network, slot);
  }
}

/**
 * Moves a partition on, which teaches the baselines of its stations: with a million of them it takes seconds for each, and
 * in between the log has to hear from this process.
 */
async function reach({ partition, until }: Filled, network: string, slot: number): Promise<void> {
  partition.reach(network, Math.min(slot, until));
  await new Promise(setImmediate);
}
