import type { OwnDay } from '../../schemas/baseline.ts';
import { dayOfSlot, slotOf } from '../../schemas/time.ts';
import { VARIABLES } from '../../schemas/variables.ts';
import type { WindowReport } from '../../schemas/window-report.ts';
import { cutOf } from '../baselines/taught-day.ts';
import type { JudgementPlan } from '../network/judgement-plan.ts';
import type { NetworkState } from '../network/network-states.ts';
import { piecesOf, stationRuns } from '../windows/put-reports.ts';

/** What is stored of the levels of a network. */
export interface StoredLevels {
  /** Day of the newest baselines that are stored whole; null where there are none. */
  readonly day: number | null;
  /** First slot that is stored of the network. */
  readonly first: number;
  /** What the days up to that one taught of hourly stations. */
  readonly days: AsyncIterable<readonly OwnDay[]>;
}

/** A network whose windows are being filled from the store. */
export interface Refilled {
  /** Slot that its verification had reached. */
  readonly reached: number;
  /** Stored reports of a stretch of slots, both included, of each station in the order of time. */
  readonly history: (fromSlot: number, toSlot: number) => AsyncIterable<readonly WindowReport[]>;
  /** Puts reports of one station into the windows. */
  readonly put: (reports: readonly WindowReport[]) => void;
}

/**
 * Learns the levels of a network from its windows alone, where verification runs in a process of its own: as the baselines do
 * elsewhere, slot by slot as they become final, and day by day.
 */
export class LevelLearner {
  readonly #state: NetworkState;
  readonly #plan: JudgementPlan;
  /** Day that is being taught, and newest slot that every station was taught; -Infinity before the first. */
  #day = Number.NEGATIVE_INFINITY;
  #taught = Number.NEGATIVE_INFINITY;

  constructor(state: NetworkState, plan: JudgementPlan) {
    this.#state = state;
    this.#plan = plan;
  }

  /**
   * All that comes in time up to a slot is in the windows: earlier ones are final, and taught.
   *
   * @param first slot of the network that was read
   */
  advance(slot: number, first: number): void {
    if (this.#day === Number.NEGATIVE_INFINITY) {
      const begin = Math.min(first, slot);
      this.#resume(dayOfSlot(begin), this.#finalBefore(begin));
    }
    while (this.#day < dayOfSlot(slot)) {
      this.#teachAll(this.#cutOf(this.#day + 1) - 1);
      this.#beginNext();
    }
    this.#teachAll(this.#finalBefore(slot));
  }

  /**
   * Goes on from what is stored, and fills the windows.
   *
   * @param stored null where nothing of the network is: it is learnt from what comes
   * @param from first slot that the windows are to hold, and `to` the last
   */
  async restore(stored: StoredLevels | null, refilled: Refilled, from: number, to: number): Promise<void> {
    const { reached } = refilled;
    if (stored === null) return this.#fill(refilled, from, to, Number.NEGATIVE_INFINITY);
    const hourly = await this.#takeDays(stored);
    const begin = stored.day === null ? stored.first : this.#cutOf(stored.day);
    const final = this.#finalBefore(reached);
    // Where the days before taught nothing of any station, none is hourly.
    if (!hourly && stored.day !== null) {
      this.#resume(dayOfSlot(reached), final);
      return this.#fill(refilled, from, to, Number.NEGATIVE_INFINITY);
    }
    this.#resume(stored.day ?? dayOfSlot(begin), begin - 1);
    let next = Math.min(begin, from);
    while (this.#day < dayOfSlot(reached)) {
      const end = this.#cutOf(this.#day + 1);
      await this.#fill(refilled, next, end - 1, end - 1);
      this.#taught = end - 1;
      this.#beginNext();
      next = Math.max(next, end);
    }
    await this.#fill(refilled, next, to, final);
    // What is read again from the log, as it is not stored yet, is taught again with what the windows hold.
    this.#taught = Math.max(this.#cutOf(this.#day) - 1, final - this.#plan.lookBackSlots);
  }

  /** Takes over the levels that are stored; true where there are any. */
  async #takeDays({ days }: StoredLevels): Promise<boolean> {
    const { stations, baselines } = this.#state;
    let any = false;
    for await (const some of days) {
      for (const { station, day, ownLevels } of some) {
        const index = stations.indexOf(station);
        for (const [v, variable] of VARIABLES.entries()) baselines.levels.restore(index, v, day, ownLevels[variable]);
        any = true;
      }
    }
    return any;
  }

  /** Puts stored reports into the windows, a few hours at a time, and teaches those up to a slot that are of the day. */
  async #fill({ history, put }: Refilled, from: number, to: number, upTo: number): Promise<void> {
    for await (const reports of history(from, to)) {
      for (const [first, end] of stationRuns(reports)) {
        for (const [begin, next] of piecesOf(reports, first, end, this.#plan.filledSlots)) {
          put(reports.slice(begin, next));
          for (let i = begin; i < next; i++) this.#teach(reports[i].station, slotOf(reports[i].time), upTo);
        }
      }
    }
  }

  #teach(id: string, slot: number, upTo: number): void {
    const { stations, baselines } = this.#state;
    if (slot >= this.#cutOf(this.#day) && slot <= upTo) baselines.levels.teach(stations.indexOf(id), slot);
  }

  #teachAll(upTo: number): void {
    const { stations, windows, baselines } = this.#state;
    if (upTo <= this.#taught) return;
    for (let station = 0; station < stations.ids.length; station++) {
      const newest = Math.min(upTo, windows.newest(station));
      for (let slot = this.#taught + 1; slot <= newest; slot++) baselines.levels.teach(station, slot);
    }
    this.#taught = upTo;
  }

  #beginNext(): void {
    this.#day++;
    this.#state.baselines.levels.begin(this.#day);
  }

  #resume(day: number, taught: number): void {
    this.#day = day;
    this.#taught = taught;
    this.#state.baselines.levels.resume(day);
  }

  /** Newest slot that nothing may come for where a network has reached one. */
  #finalBefore(slot: number): number {
    return slot - this.#plan.configuration.latenessSlots - 1;
  }

  #cutOf(day: number): number {
    return cutOf(day, this.#plan.configuration.latenessSlots);
  }
}
