import { setTimeout as sleep } from 'node:timers/promises';
import type { Assignment, EventLog, Subscription } from '../../ingest/log/event-log.ts';
import { followTopic } from '../../ingest/log/follow-topic.ts';
import type { StoredSensors } from '../../schemas/fault.ts';
import { type Station, stationKey } from '../../schemas/station.ts';
import { dayOfSlot } from '../../schemas/time.ts';
import type { WindowReport } from '../../schemas/window-report.ts';
import { type JudgementPlan, settledBy } from '../network/judgement-plan.ts';
import { NetworkStates } from '../network/network-states.ts';
import type { RuleBook } from '../rules/rule-book.ts';
import { SpatialJudge } from '../verification/spatial-judge.ts';
import { publishFaults } from './fault-publication.ts';
import { LevelLearner, type StoredLevels } from './level-learner.ts';
import { NeighbourReader } from './neighbour-reader.ts';
import { SensorsByPartition } from './sensors-by-partition.ts';
import { SpatialShare } from './spatial-share.ts';
import { timed, watchStage } from './stage-metrics.ts';
import { publishVerdicts, type Verdict } from './verdict-publication.ts';
import { noteOf, readSpatialNote, type SpatialNote, spatialNoteOf } from './watermark-note.ts';

/** What a spatial worker works with. */
export interface SpatialWorkerDependencies {
  readonly log: EventLog;
  readonly plan: JudgementPlan;
  /** By which is judged; none where they are not given. */
  readonly rules?: RuleBook;
  /** Current time, ms since the epoch. */
  readonly now: () => number;
  /** What the windows keep of the stored observations of a network in a stretch of slots, both included. */
  readonly history: (network: string, fromSlot: number, toSlot: number) => AsyncIterable<readonly WindowReport[]>;
  /** What is stored of the levels of a network for a day, or for the last before it; null where nothing of it is stored. */
  readonly levels: (network: string, day: number) => Promise<StoredLevels | null>;
  /**
   * The sensors of a network when everything up to a slot was settled, once all that was published of them is stored; rejects
   * at a stop.
   */
  readonly sensors: (network: string, settledUntil: number, stopping: AbortSignal) => Promise<StoredSensors>;
  /** Offsets below which every observation is stored, by partition. */
  readonly stored: () => Promise<readonly number[]>;
  /** Newest stored slot of each network where what is stored is from before this log; else empty. */
  readonly before: () => Promise<ReadonlyMap<string, number>>;
  /** How long a batch that is not full waits for more [ms], default 0. */
  readonly lingerMs?: number;
}

/** Slots that the windows may be ahead of the candidates: what one partition is read before another. */
export const AHEAD_SLOTS = 6;
/**
 * So many candidates of a partition are looked at again in one turn: what has just come in has its verdict between two turns,
 * while with every slot all that are open want another look, which takes seconds of a large network.
 */
const REVISED_A_TURN = 16;
const TURNS_A_TICK = 50;
/** Partitions are given one by one: how long the first waits for the others before windows are rebuilt [ms]. */
const GATHER_MS = 100;

/**
 * The spatial stage as one of several workers on a log that outlives them: each reads all of `observations` into windows
 * of its own and takes its share of `temporal-anomalies`. What is open when a worker ends, its successor is given again.
 */
export class SpatialWorker {
  readonly #dependencies: SpatialWorkerDependencies;
  readonly #networks: NetworkStates;
  readonly #reader: NeighbourReader;
  readonly #sensors: SensorsByPartition;
  readonly #learners = new Map<string, LevelLearner>();
  readonly #shares = new Map<number, SpatialShare>();
  /** Partitions that hold stations of a network, and how many registrations that rests on. */
  readonly #homes = new Map<string, { known: number; readonly partitions: Set<number> }>();
  /** Watermarks that were noted between two batches. */
  readonly #noted = new WeakMap<SpatialShare, string>();
  readonly #subscriptions: Subscription[] = [];
  #reading = false;
  #preparing = 0;
  #endWatching: () => void = () => {};
  #arriving: SpatialNote[] = [];
  #rebuilding: Promise<void> | null = null;
  readonly #stopping = new AbortController();
  /** Batches of both topics and the clock take turns. */
  #turn: Promise<void> = Promise.resolve();

  constructor(dependencies: SpatialWorkerDependencies) {
    const { log, plan, rules, now } = dependencies;
    this.#dependencies = dependencies;
    this.#sensors = new SensorsByPartition({
      ask: (network, settledUntil) => dependencies.sensors(network, settledUntil, this.#stopping.signal),
      partitionOf: (network, station) => log.partitionOf('observations', stationKey(network, station)),
    });
    const ahead = { capacity: plan.capacity + AHEAD_SLOTS, recentSlots: plan.recentSlots + AHEAD_SLOTS };
    this.#networks = new NetworkStates({ ...plan, ...ahead }, rules);
    this.#reader = new NeighbourReader({
      log,
      networks: this.#networks,
      latenessSlots: plan.configuration.latenessSlots,
      now,
      gate: (network) => this.#gate(network),
      onRead: (networks) => timed('neighbours', () => this.#inTurn(() => this.#judge(networks))),
      lingerMs: dependencies.lingerMs ?? 0,
    });
  }

  /**
   * Begins to work.
   *
   * @param stations those known beside what the log has of them
   */
  async start(stations: readonly Station[]): Promise<void> {
    const { log, now } = this.#dependencies;
    this.#endWatching = watchStage({
      stage: 'spatial',
      now,
      watermarks: () => [...this.#shares.values()].flatMap((share) => [...share.watermarks.values()]),
      states: () => [this.#networks],
    });
    for (const station of stations) this.#networks.of(station.network).stations.put(station);
    this.#subscriptions.push(
      await followTopic(log, 'stations', 'neighbours', (station) => {
        this.#networks.of(station.network).stations.put(station);
      }),
      await log.subscribe(
        {
          group: 'spatial',
          topic: 'temporal-anomalies',
          lingerMs: this.#dependencies.lingerMs ?? 0,
          onAssigned: (assignment) => this.#assigned(assignment),
          onRevoked: (partition) => this.#shares.delete(partition),
        },
        async ({ partition, records }) => {
          const share = this.#shares.get(partition);
          if (share === undefined) throw new Error(`partition ${partition} was delivered without being given`);
          share.receive(records);
          const networks = new Set(records.map(({ value }) => value.network));
          const end = (records.at(-1)?.offset ?? -1) + 1;
          // Within the turn: what the next one judges is not published yet.
          return timed('spatial', () =>
            this.#inTurn(async () => {
              await this.#judge(networks);
              return { done: share.done(end), note: spatialNoteOf(share.watermarks, this.#reader.positions) };
            }),
          );
        },
      ),
    );
  }

  /** Partitions that are being made ready. */
  get arriving(): number {
    return this.#preparing;
  }

  /** Partitions that are verified here. */
  get held(): number {
    return this.#shares.size;
  }

  /** Partitions that hold stations of each network. */
  get homes(): ReadonlyMap<string, ReadonlySet<number>> {
    return new Map(this.#networks.names.map((network) => [network, this.#homesOf(network)]));
  }

  /** Whether anything of a network has come in a partition. */
  hasReports(partition: number, network: string): boolean {
    return this.#reader.has(partition, network);
  }

  /** Moves networks on with the clock where nothing comes, and judges what that settles. */
  async tick(): Promise<void> {
    if (!this.#reading) return;
    const { log } = this.#dependencies;
    const networks = new Set([...this.#shares.values()].flatMap((share) => [...share.networks]));
    const read = this.#reader.ends;
    const levels = Array.from(networks, (network): [string, number] => [
      network,
      this.#reader.complete(network, this.#homesOf(network)),
    ]);
    await this.#reader.tick();
    const judged = await log.done('temporal', 'observations');
    const ends = await log.ends('temporal-anomalies');
    for (const [partition, share] of this.#shares) {
      const allJudged = (judged[partition] ?? 0) >= (read[partition] ?? 0);
      if (!allJudged || share.next < (ends[partition] ?? 0)) continue;
      for (const [network, slot] of levels) share.rest(network, slot);
    }
    for (let turn = 0; turn === 0 || (turn < TURNS_A_TICK && this.#hasDue(networks)); turn++) {
      await this.#inTurn(() => this.#judge(networks));
    }
    await this.#inTurn(() => this.#noteOn());
  }

  async stop(): Promise<void> {
    this.#endWatching();
    this.#stopping.abort();
    await Promise.all(this.#subscriptions.splice(0).map((subscription) => subscription.stop()));
    await this.#reader.stop();
    await this.#turn;
  }

  /** Batches note how far they came; what was judged since is noted here, so that nobody has to judge it again. */
  async #noteOn(): Promise<void> {
    const commits: Promise<void>[] = [];
    for (const [partition, share] of this.#shares) {
      const watermarks = noteOf(share.watermarks);
      if (share.next === 0 || this.#noted.get(share) === watermarks) continue;
      this.#noted.set(share, watermarks);
      const acceptance = {
        done: share.done(share.next),
        note: spatialNoteOf(share.watermarks, this.#reader.positions),
      };
      commits.push(this.#dependencies.log.commit('spatial', 'temporal-anomalies', partition, acceptance));
    }
    await Promise.all(commits);
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(work);
    this.#turn = turn.then(
      () => {},
      () => {},
    );
    return turn;
  }

  /** Judges what can be judged, lets in what may follow it, and so on as long as that brings something. */
  async #judge(networks: ReadonlySet<string>): Promise<void> {
    const began = Date.now();
    const given: Verdict[] = [];
    do {
      for (const network of networks) given.push(...this.#verdicts(network));
    } while (this.#reader.release());
    // Windows that are being rebuilt tell nothing.
    for (const network of this.#reading ? networks : []) {
      for (const share of this.#shares.values()) given.push(...share.revise(network, REVISED_A_TURN));
    }
    await publishVerdicts(this.#dependencies.log, given, this.#dependencies.now, began);
    const faults = [...networks].flatMap((network) =>
      Array.from(this.#shares.values(), (share) => share.faults(network)).filter((found) => found !== null),
    );
    await publishFaults(this.#dependencies.log, faults);
  }

  #hasDue(networks: Iterable<string>): boolean {
    const shares = [...this.#shares.values()];
    return [...networks].some((network) => shares.some((share) => share.hasDue(network)));
  }

  #verdicts(network: string): Verdict[] {
    const given: Verdict[] = [];
    const complete = this.#reader.complete(network, this.#homesOf(network));
    if (complete !== Number.NEGATIVE_INFINITY) this.#learnerOf(network).advance(complete, this.#reader.first(network));
    for (const [partition, share] of this.#shares) {
      const read = this.#reader.reached(partition, network);
      given.push(...share.judge(network, read, complete));
    }
    return given;
  }

  /** Newest slot of a network that may be in the windows: near enough to what was judged last. */
  #gate(network: string): number {
    // Nothing is read before there is something to judge.
    if (this.#shares.size === 0) return Number.NEGATIVE_INFINITY;
    const homes = this.#homesOf(network);
    const first = this.#reader.first(network);
    let gate = Number.POSITIVE_INFINITY;
    for (const [partition, share] of this.#shares) {
      if (!homes.has(partition)) continue;
      const reports = share.has(network) || this.#reader.has(partition, network);
      const judged = reports ? share.watermark(network) : this.#reader.reached(partition, network);
      // A successor reads so far from the store, by what was judged: what is read first may be at the end of it.
      gate = Math.min(gate, (judged === Number.NEGATIVE_INFINITY ? first : judged) + AHEAD_SLOTS);
    }
    return gate;
  }

  #homesOf(network: string): ReadonlySet<number> {
    const { stations } = this.#networks.of(network);
    let homes = this.#homes.get(network);
    if (homes === undefined) {
      homes = { known: 0, partitions: new Set() };
      this.#homes.set(network, homes);
    }
    for (; homes.known < stations.ids.length; homes.known++) {
      const key = stationKey(network, stations.ids[homes.known]);
      homes.partitions.add(this.#dependencies.log.partitionOf('observations', key));
    }
    return homes.partitions;
  }

  async #assigned({ partition, done, note }: Assignment): Promise<undefined> {
    const read = done === null ? { watermarks: new Map<string, number>(), positions: null } : readSpatialNote(note);
    this.#preparing++;
    let sensors: ReadonlyMap<string, StoredSensors>;
    try {
      // First, as it may wait for the store: windows that are ready would move on with other partitions meanwhile.
      sensors = await this.#sensorsOf(partition, read.watermarks);
      this.#arriving.push(read);
      // One that comes while windows are being rebuilt for others may have been judged less far: they are looked at again.
      while (this.#arriving.includes(read)) {
        this.#rebuilding ??= this.#gather();
        await this.#rebuilding;
      }
    } finally {
      this.#preparing--;
    }
    const { plan, now } = this.#dependencies;
    const newJudge = (network: string) => {
      const { stations, windows, baselines } = this.#networks.of(network);
      return new SpatialJudge(plan, stations, windows, baselines.levels, now);
    };
    this.#shares.set(partition, new SpatialShare(newJudge, read.watermarks, sensors));
    this.#reader.release();
    return undefined;
  }

  /** The sensors of a partition, by network, where its predecessor had come to. */
  async #sensorsOf(
    partition: number,
    watermarks: ReadonlyMap<string, number>,
  ): Promise<ReadonlyMap<string, StoredSensors>> {
    const found = new Map<string, StoredSensors>();
    for (const [network, slot] of watermarks) {
      const own = await this.#sensors.of(partition, network, settledBy(this.#dependencies.plan, slot));
      if (own !== undefined) found.set(network, own);
    }
    return found;
  }

  async #gather(): Promise<void> {
    try {
      await sleep(GATHER_MS);
      await this.#makeReady();
    } finally {
      this.#rebuilding = null;
    }
  }

  /** Rebuilds the windows where they do not reach back to what a predecessor left open. */
  async #makeReady(): Promise<void> {
    const arriving = this.#arriving;
    this.#arriving = [];
    // What is held here may be less far than what comes, and reads on until it is stopped.
    const notes = [...arriving, ...this.#held()];
    const watermarks = new Map<string, number>();
    for (const [network, slot] of notes.flatMap((note) => [...note.watermarks])) {
      watermarks.set(network, Math.min(slot, watermarks.get(network) ?? slot));
    }
    const anew = arriving.some(({ positions }) => positions === null);
    const bounds = anew ? this.#reader.firsts : watermarks;
    const ahead = [...bounds].some(([network, slot]) => this.#reader.newest(network) > slot + AHEAD_SLOTS);
    if (this.#reading && !ahead) return;
    // Asked before the store is read: what is stored later comes twice, which changes nothing. And before anything is let go.
    const positions = anew ? null : await this.#positions(notes);
    await this.#reader.stop();
    this.#reading = false;
    this.#networks.clearWindows();
    this.#learners.clear();
    // As far as the predecessor may have had it in its windows; what is newer is read from the log.
    for (const [network, slot] of anew ? await this.#dependencies.before() : watermarks) {
      await this.#refill(network, slot);
    }
    this.#networks.prepareNeighbours();
    await this.#reader.start(positions);
    this.#reading = true;
  }

  /** Fills the windows of a network, and its levels, with what is stored up to where its verification had come. */
  async #refill(network: string, reached: number): Promise<void> {
    const { plan, history, levels } = this.#dependencies;
    const stored = await levels(network, dayOfSlot(reached));
    const refilled = {
      reached,
      history: (from: number, to: number) => history(network, from, to),
      put: (reports: readonly WindowReport[]) => this.#reader.warm(network, reports),
    };
    await this.#learnerOf(network).restore(stored, refilled, reached - plan.warmSlots, reached + AHEAD_SLOTS);
  }

  #learnerOf(network: string): LevelLearner {
    let learner = this.#learners.get(network);
    if (learner === undefined) {
      learner = new LevelLearner(this.#networks.of(network), this.#dependencies.plan);
      this.#learners.set(network, learner);
    }
    return learner;
  }

  /** How far the shares here are, as a successor would find it noted. */
  #held(): SpatialNote[] {
    const { positions } = this.#reader;
    return Array.from(this.#shares.values(), ({ watermarks }) => ({ watermarks, positions }));
  }

  /** Where reading goes on: what was in the windows is stored, or read again. Of what was not noted nothing was in them. */
  async #positions(notes: readonly SpatialNote[]): Promise<number[]> {
    const stored = await this.#dependencies.stored();
    return stored.map((offset, partition) =>
      Math.min(offset, ...notes.map(({ positions }) => positions?.[partition] ?? 0)),
    );
  }
}
