import { setTimeout as sleep } from 'node:timers/promises';
import { cutOf } from '../../detectors/baselines/taught-day.ts';
import type { JudgementPlan } from '../../detectors/network/judgement-plan.ts';
import type { TemporalPartition } from '../../detectors/stages/temporal-partition.ts';
import { watermarksOf } from '../../detectors/stages/watermark-note.ts';
import type { Assignment, EventLog } from '../../ingest/log/event-log.ts';
import type { Extent } from '../../ingest/observation-source.ts';
import type { Logger } from '../../schemas/logger.ts';
import type { Observation } from '../../schemas/observation.ts';
import { stationKey } from '../../schemas/station.ts';
import { dayOfSlot, SLOT_MS, slotOf, timeOfSlot } from '../../schemas/time.ts';
import type { BaselineStore } from '../stores/roles/baseline-store.ts';
import type { NetworkRegistry } from '../stores/roles/network-registry.ts';
import type { ObservationStore } from '../stores/roles/observation-store.ts';
import type { VerdictStore } from '../stores/roles/verdict-store.ts';
import type { WindowHistory } from '../stores/roles/window-history.ts';
import { STORE_GROUP } from './log-groups.ts';
import { logIsNew } from './log-is-new.ts';
import { partitionScope } from './partition-scope.ts';
import { fillWindows } from './snapshot/fill-windows.ts';
import { baselinesLag, firstOpenDay, restoreBaselines } from './stored-baselines.ts';

/** What windows and baselines are read from. */
export type TakeOverStore = Pick<ObservationStore, 'extent' | 'readObservations'> &
  Pick<WindowHistory, 'windowReports'> &
  Pick<BaselineStore, 'baselineDay' | 'ownDays'> &
  Pick<VerdictStore, 'judgedUntil'> &
  Pick<NetworkRegistry, 'networks'>;

/** A partition as it is taken over. */
type TakenOver = Pick<TemporalPartition, 'reach' | 'fill' | 'restore' | 'take'>;

/** What partitions are taken over with. */
export interface TemporalTakeOverDependencies {
  readonly log: EventLog;
  readonly store: TakeOverStore;
  readonly plan: JudgementPlan;
  /** One line for the operator. */
  readonly logger: Logger;
  /** Waits [ms]; by the clock where not given. */
  readonly wait?: (ms: number) => Promise<void>;
}

interface Arriving {
  readonly partition: TakenOver;
  readonly assignment: Assignment;
  /** Slot that each network had reached. */
  readonly watermarks: ReadonlyMap<string, number>;
}

/** A partition that stations belong to. */
interface Home {
  readonly partition: TakenOver;
  readonly number: number;
}

/** Partitions are given one by one: how long one waits for the next, so that the store is read once for all [ms]. */
const GATHER_MS = 250;

/**
 * Makes partitions what they were when their predecessor stopped: windows and baselines come in bulk from the store, what
 * is not stored yet from the log. On a log that nothing was ever read of, what the store holds from before is taken up
 * where it was left.
 */
export class TemporalTakeOver {
  readonly #dependencies: TemporalTakeOverDependencies;
  #arriving: Arriving[] = [];
  #rebuilding: Promise<readonly number[]> | null = null;

  constructor(dependencies: TemporalTakeOverDependencies) {
    this.#dependencies = dependencies;
  }

  /** Rebuilds a partition; resolves with the offset to read from where that is not `assignment.done`. */
  async take(partition: TakenOver, assignment: Assignment): Promise<number | undefined> {
    const watermarks = watermarksOf(assignment.note);
    this.#arriving.push({ partition, assignment, watermarks });
    this.#rebuilding ??= this.#rebuild();
    const stored = await this.#rebuilding;
    const { partition: number, done } = assignment;
    return done === null ? undefined : Math.min(done, stored[number] ?? 0);
  }

  /** @returns offsets below which every observation is stored, by partition */
  async #rebuild(): Promise<readonly number[]> {
    let waiting: number;
    do {
      waiting = this.#arriving.length;
      await (this.#dependencies.wait ?? sleep)(GATHER_MS);
    } while (this.#arriving.length > waiting);
    const arriving = this.#arriving;
    this.#arriving = [];
    this.#rebuilding = null;
    const { log, logger } = this.#dependencies;
    const began = performance.now();
    // Asked before the store is read: what is stored later comes twice, which changes nothing.
    const stored = (await log.done(STORE_GROUP, 'observations')).map((offset) => offset ?? 0);
    let count = 0;
    const fresh = arriving.filter(({ assignment }) => assignment.done === null);
    if (fresh.length > 0 && (await logIsNew(log))) count += await this.#takeUp(fresh);
    const networks = new Set(arriving.flatMap(({ watermarks }) => [...watermarks.keys()]));
    const toDay = (await baselinesLag(this.#dependencies.log)) ? -1 : 0;
    for (const network of networks) {
      const held = arriving.filter(({ watermarks }) => watermarks.has(network));
      count += await this.#warm(network, held, toDay);
    }
    if (count > 0) {
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      const partitions = arriving.length;
      const message = `windows of ${partitions} partitions rebuilt in ${seconds} s from ${count} stored observations`;
      logger.info(message, { partitions: arriving.map(({ assignment }) => assignment.partition) });
    }
    return stored;
  }

  async #warm(network: string, held: readonly Arriving[], toDay: number): Promise<number> {
    const { log, store, plan } = this.#dependencies;
    const extent = await store.extent(network);
    if (extent === null) return 0;
    const into = held.map(({ partition, assignment, watermarks }) => ({
      partition,
      number: assignment.partition,
      until: watermarks.get(network) ?? Number.NEGATIVE_INFINITY,
    }));
    const untils = into.map(({ until }) => until);
    let from = Math.min(...untils) - plan.warmSlots;
    let restored = Number.POSITIVE_INFINITY;
    // Not all of them need have reached the same day.
    for (const day of new Set(untils.map(dayOfSlot))) {
      const ofDay = into.filter(({ until }) => dayOfSlot(until) === day);
      const learnt = await this.#learnt(network, day + toDay, extent, ofDay);
      from = Math.min(from, learnt.from);
      restored = Math.min(restored, learnt.day);
    }
    // What is newer than the predecessor's hindsight it cannot have had in its windows.
    const to = Math.max(...untils) + plan.configuration.hindsightSlots;
    const scope = await partitionScope(log, network, new Set(into.map(({ number }) => number)));
    return fillWindows(store, plan, network, from, to, restored, this.#homeAmong(network, into), scope);
  }

  /** What an earlier run on the embedded log has left: what it had settled fills the windows, the rest is judged. */
  async #takeUp(fresh: readonly Arriving[]): Promise<number> {
    const { store, plan } = this.#dependencies;
    const settled = new Map((await store.judgedUntil()).map(({ network, slot }) => [network, slot]));
    let count = 0;
    for (const network of await store.networks()) {
      const extent = await store.extent(network);
      if (extent === null) continue;
      const until = settled.get(network) ?? Number.NEGATIVE_INFINITY;
      const into = fresh.map(({ partition, assignment }) => ({ partition, number: assignment.partition, until }));
      const learnt = await this.#learnt(network, firstOpenDay(until, extent), extent, into);
      const home = this.#homeAmong(network, into);
      if (Number.isFinite(until)) {
        const from = Math.min(learnt.from, until - plan.warmSlots);
        count += await fillWindows(store, plan, network, from, until, learnt.day, home);
        // The store has all of it: the network had come so far.
        for (const { partition } of into) partition.reach(network, until);
      }
      const open = Math.max(timeOfSlot(until) + SLOT_MS / 2, extent.first);
      for await (const observations of store.readObservations(network, open, extent.last, true)) {
        const byPartition = new Map(into.map(({ partition }): [TakenOver, Observation[]] => [partition, []]));
        for (const one of observations) {
          const partition = home(one.station)?.partition;
          if (partition !== undefined) byPartition.get(partition)?.push(one);
        }
        for (const [partition, own] of byPartition) await partition.take(own);
        count += observations.length;
      }
    }
    return count;
  }

  /** Restores the baselines of a day, or the last before it; resolves with which, and from which slot on more is taught. */
  async #learnt(
    network: string,
    toDay: number,
    extent: Extent,
    into: readonly Home[],
  ): Promise<{ readonly day: number; readonly from: number }> {
    const { store, plan } = this.#dependencies;
    const day = await restoreBaselines(store, network, toDay, this.#homeAmong(network, into));
    if (day === null) return { day: Number.NEGATIVE_INFINITY, from: slotOf(extent.first) };
    return { day, from: cutOf(day, plan.configuration.latenessSlots) };
  }

  /** Finds the partition of a station among some; stations come one after the other, each several times. */
  #homeAmong<T extends Home>(network: string, homes: readonly T[]): (station: string) => T | undefined {
    const byNumber = new Map(homes.map((home) => [home.number, home]));
    return (station) => byNumber.get(this.#partitionOf(network, station));
  }

  #partitionOf(network: string, station: string): number {
    return this.#dependencies.log.partitionOf('observations', stationKey(network, station));
  }
}
