import type { EventLog } from '../../ingest/log/event-log.ts';
import type { OwnDay } from '../../schemas/baseline.ts';
import type { Station } from '../../schemas/station.ts';
import { dayOfSlot } from '../../schemas/time.ts';
import type { WindowReport } from '../../schemas/window-report.ts';
import type { JudgementPlan } from '../network/judgement-plan.ts';
import { NetworkStates } from '../network/network-states.ts';
import type { RuleBook } from '../rules/rule-book.ts';
import { stationRuns } from '../windows/put-reports.ts';
import { LevelLearner, type StoredLevels } from './level-learner.ts';
import { NeighbourReader } from './neighbour-reader.ts';
import { RegisteredStations } from './registered-stations.ts';
import { TEMPORAL_GROUP } from './temporal-stage.ts';
import type { SpatialNote } from './watermark-note.ts';

/** What the windows are filled from. */
export interface NeighbourSources {
  readonly log: EventLog;
  readonly plan: JudgementPlan;
  /** By which is judged; none where they are not given. */
  readonly rules?: RuleBook;
  /** Current time, ms since the epoch. */
  readonly now: () => number;
  /** All stations that are known beside what the log has of them, in batches. */
  readonly stations: () => AsyncIterable<readonly Station[]>;
  /**
   * What the windows keep of the stored observations of a network in a stretch of slots, both included: of the stations in
   * some partitions at least.
   */
  readonly history: (
    network: string,
    fromSlot: number,
    toSlot: number,
    partitions: ReadonlySet<number>,
  ) => AsyncIterable<readonly WindowReport[]>;
  /** What is stored of the levels of a network for a day, or for the last before it; null where nothing of it is stored. */
  readonly levels: (network: string, day: number) => Promise<StoredLevels | null>;
  /** Offsets below which every observation is stored, by partition. */
  readonly stored: () => Promise<readonly number[]>;
  /** Newest stored slot of each network where what is stored is from before this log; else empty. */
  readonly before: () => Promise<ReadonlyMap<string, number>>;
  /** How long a batch that is not full waits for more [ms], default 0. */
  readonly lingerMs?: number;
}

/** What the windows work with. */
export interface NeighbourWindowsDependencies extends NeighbourSources {
  /** Newest slot of a network that may enter the windows now. */
  readonly gate: (network: string) => number;
  /** Told of the networks that a batch brought something of. */
  readonly onRead: (networks: ReadonlySet<string>) => Promise<void>;
}

/** Slots that the windows may be ahead of the candidates: what one partition is read before another. */
export const AHEAD_SLOTS = 6;

/**
 * What the verification of a worker's partitions rests on: windows and levels of the partitions' stations and of all that may be
 * their neighbours, in whatever partitions these are. Of other partitions nothing is read, and of other stations nothing kept.
 */
export class NeighbourWindows {
  readonly networks: NetworkStates;
  readonly reader: NeighbourReader;
  readonly #dependencies: NeighbourWindowsDependencies;
  readonly #registered: RegisteredStations;
  readonly #learners = new Map<string, LevelLearner>();
  #own: ReadonlySet<number> = new Set();
  #isReading = false;

  constructor(dependencies: NeighbourWindowsDependencies) {
    const { log, plan, rules, now, stations, gate, onRead, lingerMs = 0 } = dependencies;
    this.#dependencies = dependencies;
    const ahead = { capacity: plan.capacity + AHEAD_SLOTS, recentSlots: plan.recentSlots + AHEAD_SLOTS };
    this.networks = new NetworkStates({ ...plan, ...ahead }, rules);
    const radiusKm = plan.configuration.neighborRadiusKm;
    this.#registered = new RegisteredStations({ log, networks: this.networks, radiusKm, stations });
    this.reader = new NeighbourReader({
      log,
      networks: this.networks,
      latenessSlots: plan.configuration.latenessSlots,
      hindsightSlots: plan.configuration.hindsightSlots,
      leaves: (network, station) => this.#registered.needed.leaves(network, station),
      now,
      gate,
      onRead,
      lingerMs,
    });
  }

  /** True while observations are read: while windows are rebuilt they tell nothing. */
  get isReading(): boolean {
    return this.#isReading;
  }

  /** True where stations are needed whose reports were left out: windows have to be rebuilt before more is judged. */
  get isNarrow(): boolean {
    return this.#registered.isNarrow;
  }

  /** Partitions that hold registered stations of each network. */
  get homes(): ReadonlyMap<string, ReadonlySet<number>> {
    return this.#registered.needed.homes;
  }

  /** Whether a partition that is verified here holds stations of a network. */
  isHome(partition: number, network: string): boolean {
    return this.#registered.needed.partitionsOf(network).has(partition) || this.reader.has(partition, network);
  }

  /** Slot up to which everything of a network that comes in time is in the windows. */
  complete(network: string): number {
    const partitions = new Set(this.#registered.needed.partitionsOf(network));
    for (const partition of this.#own) if (this.reader.has(partition, network)) partitions.add(partition);
    return this.reader.complete(network, partitions);
  }

  /** Learns the levels of a network from what is complete by now. */
  learn(network: string, complete: number): void {
    if (complete === Number.NEGATIVE_INFINITY) return;
    this.#learnerOf(network).advance(complete, this.reader.first(network));
  }

  /** A partition was taken away: what only it needed is given up at the next tick. */
  release(): void {
    this.#registered.widen();
  }

  /**
   * Looks how far the log was read and judged.
   *
   * @param own partitions that are verified
   * @returns offsets below which the temporal stage has judged everything, by partition
   */
  async tick(own: ReadonlySet<number>): Promise<readonly (number | null)[]> {
    const { log } = this.#dependencies;
    if (this.#registered.narrow(own)) {
      this.#own = own;
      this.reader.leave(this.#registered.needed.read);
    }
    await this.reader.tick();
    const judged = await log.done(TEMPORAL_GROUP, 'observations');
    if (this.reader.reads(judged.keys())) return judged;
    this.reader.hear(judged, await log.notes(TEMPORAL_GROUP, 'observations'));
    return judged;
  }

  async stop(): Promise<void> {
    await this.#registered.stop();
    await this.reader.stop();
  }

  /**
   * Rebuilds the windows where they do not reach back to what a predecessor left open, or lack stations.
   *
   * @param own partitions that are verified, those that come with them
   * @param arriving what was noted of those that come
   * @param held what would be noted now of those that are held
   */
  async makeReady(
    own: ReadonlySet<number>,
    arriving: readonly SpatialNote[],
    held: () => readonly SpatialNote[],
  ): Promise<void> {
    // Where it is given what it had, what it read is of use.
    if (held().length === 0 && [...own].some((partition) => !this.#own.has(partition))) await this.#empty();
    const isNew = await this.#registered.choose(own);
    this.#own = own;
    try {
      await this.#rebuild(isNew, arriving, held());
      this.#registered.mended();
    } catch (error) {
      this.#registered.retry();
      throw error;
    }
  }

  /** Where nothing is verified, nothing has to be kept. */
  async #empty(): Promise<void> {
    await this.reader.stop();
    this.#isReading = false;
    this.networks.forget();
    this.#learners.clear();
    this.#registered.forget();
  }

  async #rebuild(isNew: boolean, arriving: readonly SpatialNote[], held: readonly SpatialNote[]): Promise<void> {
    // What is held here may be less far than what comes, and reads on until it is stopped.
    const notes = [...arriving, ...held];
    const watermarks = new Map<string, number>();
    for (const [network, slot] of notes.flatMap((note) => [...note.watermarks])) {
      watermarks.set(network, Math.min(slot, watermarks.get(network) ?? slot));
    }
    const anew = arriving.some(({ positions }) => positions === null);
    const bounds = anew ? this.reader.firsts : watermarks;
    const ahead = [...bounds].some(([network, slot]) => this.reader.newest(network) > slot + AHEAD_SLOTS);
    const partitions = this.#registered.needed.read;
    if (this.#isReading && !ahead && !isNew && this.reader.reads(partitions)) return;
    // Asked before the store is read: what is stored later comes twice, which changes nothing. And before anything is let go.
    const positions = anew ? null : await this.#positions(notes);
    const reached = anew ? await this.#dependencies.before() : this.#reached(watermarks);
    await this.reader.stop();
    this.#isReading = false;
    this.networks.clearWindows();
    this.#learners.clear();
    // As far as the predecessor may have had it in its windows; what is newer is read from the log.
    for (const [network, slot] of reached) await this.#refill(network, slot);
    this.networks.prepareNeighbours();
    await this.reader.start(positions, partitions);
    this.#isReading = true;
  }

  /** How far each network was verified; of one of which nothing was, by what its windows hold. */
  #reached(watermarks: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
    const reached = new Map<string, number>();
    for (const network of new Set([...watermarks.keys(), ...this.networks.names])) {
      const verified = watermarks.get(network) ?? Number.NEGATIVE_INFINITY;
      const slot = Number.isFinite(verified) ? verified : this.reader.newest(network) - AHEAD_SLOTS;
      if (Number.isFinite(slot)) reached.set(network, slot);
    }
    return reached;
  }

  /** Fills the windows of a network, and its levels, with what is stored up to where its verification had come. */
  async #refill(network: string, reached: number): Promise<void> {
    const { plan, history, levels } = this.#dependencies;
    const { needed } = this.#registered;
    const partitions = new Set([...needed.partitionsOf(network), ...this.#own]);
    const leaves = (station: string) => needed.leaves(network, station);
    const stored = await levels(network, dayOfSlot(reached));
    const refilled = {
      reached,
      history: (from: number, to: number) => withoutStations(history(network, from, to, partitions), leaves),
      put: (reports: readonly WindowReport[]) => this.reader.warm(network, reports),
    };
    const learnt = stored === null ? null : { ...stored, days: withoutDays(stored.days, leaves) };
    await this.#learnerOf(network).restore(learnt, refilled, reached - plan.warmSlots, reached + AHEAD_SLOTS);
  }

  #learnerOf(network: string): LevelLearner {
    let learner = this.#learners.get(network);
    if (learner === undefined) {
      learner = new LevelLearner(this.networks.of(network), this.#dependencies.plan);
      this.#learners.set(network, learner);
    }
    return learner;
  }

  /** Where reading goes on: what was in the windows is stored, or read again. Of what was not noted nothing was in them. */
  async #positions(notes: readonly SpatialNote[]): Promise<number[]> {
    const stored = await this.#dependencies.stored();
    return stored.map((offset, partition) =>
      Math.min(offset, ...notes.map(({ positions }) => positions?.[partition] ?? 0)),
    );
  }
}

/** Reports of the stations that are needed: those of one station follow each other. */
async function* withoutStations(
  history: AsyncIterable<readonly WindowReport[]>,
  leaves: (station: string) => boolean,
): AsyncGenerator<readonly WindowReport[]> {
  for await (const reports of history) {
    const kept: WindowReport[] = [];
    for (const [from, end] of stationRuns(reports)) {
      if (leaves(reports[from].station)) continue;
      for (let i = from; i < end; i++) kept.push(reports[i]);
    }
    if (kept.length > 0) yield kept;
  }
}

/** The same of what days taught. */
async function* withoutDays(
  days: StoredLevels['days'],
  leaves: (station: string) => boolean,
): AsyncGenerator<readonly OwnDay[]> {
  for await (const some of days) yield some.filter(({ station }) => !leaves(station));
}
