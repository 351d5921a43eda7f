import type { Assignment, EventLog, Subscription } from '../../ingest/log/event-log.ts';
import type { Observation } from '../../schemas/observation.ts';
import type { QuestionThreads } from '../methods/packed-questions.ts';
import { watchHeard } from '../network/heard-stations.ts';
import type { JudgementPlan } from '../network/judgement-plan.ts';
import type { NetworkStates } from '../network/network-states.ts';
import { timed, watchStage } from './stage-metrics.ts';
import { TemporalPartition } from './temporal-partition.ts';
import { noteOf, watermarksOf } from './watermark-note.ts';

/** What the temporal stage works with. */
export interface TemporalStageDependencies {
  readonly log: EventLog;
  readonly plan: JudgementPlan;
  /** Current time, ms since the epoch. */
  readonly now: () => number;
  /** The record of an observation that is stored; null where it cannot be had now. */
  readonly recall: (network: string, station: string, time: number) => Promise<Observation | null>;
  /** Whether values that pass are to have their score; where not, it may be null. */
  readonly scored: boolean;
  /** State of the networks of a partition that is taken over. In one process both stages share it. */
  readonly networks: (partition: number) => NetworkStates;
  /** Threads that judge for it; null where there are none. */
  readonly threads?: QuestionThreads | null;
  /** True where they are shared: before the windows move on, the spatial stage has looked. */
  readonly inStep: boolean;
  /** How long a batch that is not full waits for more [ms], default 0. */
  readonly lingerMs?: number;
  /**
   * Makes a partition what it was when its predecessor stopped; nothing is delivered before it resolves.
   *
   * @returns offset to read from: what is before `assignment.done` has been judged and only enters the windows
   */
  readonly takeOver: (partition: TemporalPartition, assignment: Assignment) => Promise<number | undefined>;
}

interface Held {
  readonly partition: TemporalPartition;
  readonly states: NetworkStates;
  /** Offset below which a predecessor has judged, and what it had noted then. */
  readonly done: number;
  readonly note: string;
  /** True where everything that the log has was taken at the last look. */
  caughtUp: boolean;
}

/** The group that reads `observations` to judge them. */
export const TEMPORAL_GROUP = 'temporal';
/** Largest batch that is judged before others get their turn. */
const BATCH = 1000;

/**
 * Reads its share of `observations`, keeps the windows, writes `judgements`, `temporal-anomalies` and `baselines`. A batch
 * is committed when what it led to is published, with the watermarks that were reached, from which a successor goes on.
 */
export class TemporalStage {
  readonly #dependencies: TemporalStageDependencies;
  readonly #held = new Map<number, Held>();
  #arriving = 0;
  #subscription: Subscription | undefined;
  #endWatching: () => void = () => {};

  constructor(dependencies: TemporalStageDependencies) {
    this.#dependencies = dependencies;
  }

  /** Partitions that are being made ready. */
  get arriving(): number {
    return this.#arriving;
  }

  /** Partitions that are judged here. */
  get held(): number {
    return this.#held.size;
  }

  /** Joins the readers of the log: from here on nothing that is published is missed. */
  async start(): Promise<void> {
    const held = () => [...this.#held.values()];
    const { now } = this.#dependencies;
    const states = () => held().map((one) => one.states);
    const watermarks = () => held().flatMap(({ partition }) => [...partition.watermarks.values()]);
    const endings = [watchStage({ stage: 'temporal', now, watermarks, states }), watchHeard(states, now)];
    this.#endWatching = () => {
      for (const end of endings) end();
    };
    this.#subscription = await this.#dependencies.log.subscribe(
      {
        group: TEMPORAL_GROUP,
        topic: 'observations',
        maxRecords: BATCH,
        lingerMs: this.#dependencies.lingerMs ?? 0,
        onAssigned: (assignment) => this.#assigned(assignment),
        onRevoked: (number) => this.#held.delete(number),
      },
      async ({ partition: number, records, behind }) => {
        const held = this.#held.get(number);
        if (held === undefined) throw new Error(`partition ${number} was delivered without being given`);
        const { partition, done, note } = held;
        const fresh = records.findIndex(({ offset }) => offset >= done);
        const judged = fresh < 0 ? records : records.slice(0, fresh);
        if (judged.length > 0) partition.warm(judged.map(({ value }) => value));
        if (fresh < 0 && (records.at(-1)?.offset ?? 0) + 1 < done) return { done, note };
        if (judged.length > 0) resume(partition, note);
        if (fresh < 0) return { note };
        await timed('temporal', () => partition.takeRecords(records.slice(fresh)));
        held.caughtUp = behind === 0;
        return { note: noteOf(partition.watermarks) };
      },
    );
  }

  /**
   * Moves watermarks on with the clock where nothing has come.
   *
   * A partition that still holds what was not judged is left alone: the clock says nothing of what is in it.
   */
  async tick(): Promise<void> {
    for (const { partition, caughtUp } of this.#held.values()) if (caughtUp) await partition.tick();
  }

  async stop(): Promise<void> {
    this.#endWatching();
    await this.#subscription?.stop();
    for (const { partition } of this.#held.values()) await partition.idle();
  }

  async #assigned(assignment: Assignment): Promise<number | undefined> {
    const { networks, takeOver } = this.#dependencies;
    const { partition: number, done } = assignment;
    const states = networks(number);
    const partition = new TemporalPartition(number, { ...this.#dependencies, networks: states });
    this.#arriving++;
    const begin = await takeOver(partition, assignment).finally(() => {
      this.#arriving--;
    });
    const { note } = assignment;
    const nothingBefore = begin === undefined || begin === done;
    if (nothingBefore) resume(partition, note);
    this.#held.set(number, { partition, states, done: done ?? 0, note, caughtUp: nothingBefore });
    return begin;
  }
}

/** The networks of a partition have come as far as the predecessor noted, also those of which nothing came lately. */
function resume(partition: TemporalPartition, note: string): void {
  for (const [network, slot] of watermarksOf(note)) partition.reach(network, slot);
}
