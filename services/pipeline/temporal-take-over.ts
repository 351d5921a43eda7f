import { setTimeout as sleep } from 'node:timers/promises';
import type { JudgementPlan } from '../../detectors/stages/judgement-plan.ts';
import type { TemporalPartition } from '../../detectors/stages/temporal-partition.ts';
import { watermarksOf } from '../../detectors/stages/watermark-note.ts';
import type { Assignment, EventLog } from '../../ingest/log/event-log.ts';
import type { Observation } from '../../schemas/observation.ts';
import { stationKey } from '../../schemas/station.ts';
import { dayOfSlot, SLOT_MS, slotOf, timeOfSlot } from '../../schemas/time.ts';
import type { TimeSeriesStore } from '../stores/time-series-store.ts';
import { logIsNew } from './log-is-new.ts';
import { STORE_GROUP } from './store-sink.ts';
import { restoreBaselines } from './stored-baselines.ts';

/** What partitions are taken over with. */
export interface TemporalTakeOverParts {
  readonly log: EventLog;
  readonly store: TimeSeriesStore;
  readonly plan: JudgementPlan;
  /** One line for the operator. */
  readonly say: (line: string) => void;
}

interface Arriving {
  readonly partition: TemporalPartition;
  readonly assignment: Assignment;
  /** Slot that each network had reached. */
  readonly watermarks: ReadonlyMap<string, number>;
}

/** Partitions are given one by one: how long the first waits for the others, so that the store is read once for all [ms]. */
const GATHER_MS = 100;

/**
 * Makes partitions what they were when their predecessor stopped: windows and baselines come in bulk from the store, what
 * is not stored yet from the log. On a log that nothing was ever read of, what the store holds from before is taken up
 * where it was left.
 */
export class TemporalTakeOver {
  readonly #parts: TemporalTakeOverParts;
  #arriving: Arriving[] = [];
  #rebuilding: Promise<readonly number[]> | null = null;

  constructor(parts: TemporalTakeOverParts) {
    this.#parts = parts;
  }

  /** Rebuilds a partition; resolves with the offset to read from where that is not `assignment.done`. */
  async take(partition: TemporalPartition, assignment: Assignment): Promise<number | undefined> {
    const watermarks = watermarksOf(assignment.note);
    this.#arriving.push({ partition, assignment, watermarks });
    this.#rebuilding ??= this.#rebuild();
    const stored = await this.#rebuilding;
    const { partition: number, done } = assignment;
    return done === null ? undefined : Math.min(done, stored[number] ?? 0);
  }

  /** @returns offsets below which every observation is stored, by partition */
  async #rebuild(): Promise<readonly number[]> {
    await sleep(GATHER_MS);
    const arriving = this.#arriving;
    this.#arriving = [];
    this.#rebuilding = null;
    const { log, say } = this.#parts;
    const began = performance.now();
    // Asked before the store is read: what is stored later comes twice, which changes nothing.
    const stored = (await log.done(STORE_GROUP, 'observations')).map((offset) => offset ?? 0);
    let count = 0;
    const fresh = arriving.filter(({ assignment }) => assignment.done === null);
    if (fresh.length > 0 && (await logIsNew(log))) count += await this.#takeUp(fresh);
    const networks = new Set(arriving.flatMap(({ watermarks }) => [...watermarks.keys()]));
    const toDay = (await this.#baselinesLag()) ? -1 : 0;
    for (const network of networks) {
      const held = arriving.filter(({ watermarks }) => watermarks.has(network));
      count += await this.#warm(network, held, toDay);
    }
    if (count > 0) {
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      say(`windows of ${arriving.length} partitions rebuilt in ${seconds} s from ${count} stored observations`);
    }
    return stored;
  }

  /** Baselines of the day may be published and not stored yet: then those of the day before are the last whole ones. */
  async #baselinesLag(): Promise<boolean> {
    const { log } = this.#parts;
    const stored = await log.done(STORE_GROUP, 'baselines');
    const ends = await log.ends('baselines');
    return ends.some((end, partition) => end > (stored[partition] ?? 0));
  }

  async #warm(network: string, held: readonly Arriving[], toDay: number): Promise<number> {
    const { store, plan } = this.#parts;
    const extent = await store.extent(network);
    if (extent === null) return 0;
    const slots = held.map(({ watermarks }) => watermarks.get(network) ?? Number.NEGATIVE_INFINITY);
    let from = timeOfSlot(Math.min(...slots) - plan.warmSlots);
    const dayOf = ({ watermarks }: Arriving) => dayOfSlot(watermarks.get(network) ?? 0);
    for (const day of new Set(held.map(dayOf))) {
      const ofDay = held.filter((arriving) => dayOf(arriving) === day);
      const taught = await this.#restore(network, day + toDay, ofDay);
      from = Math.min(from, taught === null ? extent.first : timeOfSlot(taught) - SLOT_MS / 2);
    }
    // What is newer than the predecessor's hindsight it cannot have had in its windows.
    const to = timeOfSlot(Math.max(...slots) + plan.configuration.hindsightSlots) + SLOT_MS / 2 - 1;
    return this.#deliver(network, from, to, held, ({ partition, watermarks }, observations) => {
      const until = watermarks.get(network) ?? Number.NEGATIVE_INFINITY;
      const slot = until + plan.configuration.hindsightSlots;
      partition.warm(
        observations.filter(({ time }) => slotOf(time) <= slot),
        until,
      );
    });
  }

  /** What an earlier run on the embedded log has left: what it had settled fills the windows, the rest is judged. */
  async #takeUp(fresh: readonly Arriving[]): Promise<number> {
    const { store, plan } = this.#parts;
    const settled = new Map((await store.judgedUntil()).map(({ network, slot }) => [network, slot]));
    let count = 0;
    for (const network of await store.networks()) {
      const extent = await store.extent(network);
      if (extent === null) continue;
      const until = settled.get(network) ?? Number.NEGATIVE_INFINITY;
      const taught = await this.#restore(network, dayOfSlot(slotOf(extent.last)), fresh);
      const windows = Number.isFinite(until) ? timeOfSlot(until - plan.warmSlots) : extent.first;
      const from = taught === null ? extent.first : Math.min(windows, timeOfSlot(taught) - SLOT_MS / 2);
      count += await this.#deliver(network, from, extent.last, fresh, ({ partition }, observations) =>
        partition.take(observations, until),
      );
    }
    return count;
  }

  async #restore(network: string, toDay: number, held: readonly Arriving[]): Promise<number | null> {
    const { store } = this.#parts;
    const stations = await store.stationCount(network);
    const into = held.map(({ partition, assignment }) => ({
      partition,
      holds: (station: string) => this.#partitionOf(network, station) === assignment.partition,
    }));
    return restoreBaselines(store, network, toDay, stations, into);
  }

  /** Gives each partition its observations, in the order of their slots; resolves with how many there were. */
  async #deliver(
    network: string,
    from: number,
    to: number,
    held: readonly Arriving[],
    give: (to: Arriving, observations: readonly Observation[]) => Promise<void> | void,
  ): Promise<number> {
    let count = 0;
    for await (const observations of this.#parts.store.readObservations(network, from, to, true)) {
      const byPartition = new Map(held.map(({ assignment }): [number, Observation[]] => [assignment.partition, []]));
      for (const observation of observations) {
        byPartition.get(this.#partitionOf(network, observation.station))?.push(observation);
      }
      for (const arriving of held) {
        const own = byPartition.get(arriving.assignment.partition) ?? [];
        if (own.length > 0) await give(arriving, own);
        count += own.length;
      }
    }
    return count;
  }

  #partitionOf(network: string, station: string): number {
    return this.#parts.log.partitionOf('observations', stationKey(network, station));
  }
}
