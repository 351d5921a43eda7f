import { setTimeout as sleep } from 'node:timers/promises';
import type { Assignment, Subscription } from '../../ingest/log/event-log.ts';
import type { StoredSensors } from '../../schemas/fault.ts';
import { stationKey } from '../../schemas/station.ts';
import { settledBy } from '../network/judgement-plan.ts';
import { SpatialJudge } from '../verification/spatial-judge.ts';
import { AHEAD_SLOTS, type NeighbourSources, NeighbourWindows } from './neighbour-windows.ts';
import { SensorsByPartition } from './sensors-by-partition.ts';
import { publishFaults, publishVerdicts, type Verdict } from './spatial-publication.ts';
import { SpatialShare } from './spatial-share.ts';
import { timed, watchStage } from './stage-metrics.ts';
import { noteOf, readSpatialNote, type SpatialNote, spatialNoteOf } from './watermark-note.ts';

/** What a spatial worker works with. */
export interface SpatialWorkerDependencies extends NeighbourSources {
  /**
   * The sensors of a network when everything up to a slot was settled, once all that was published of them is stored; rejects
   * at a stop.
   */
  readonly sensors: (network: string, settledUntil: number, stopping: AbortSignal) => Promise<StoredSensors>;
}

/**
 * So many candidates of a partition are looked at again in one turn: what has just come in has its verdict between two turns,
 * while with every slot all that are open want another look, which takes seconds of a large network.
 */
const REVISED_A_TURN = 16;
const TURNS_A_TICK = 50;
/** Partitions are given one by one: how long the first waits for the others before windows are rebuilt [ms]. */
const GATHER_MS = 100;

/** A partition that is being made ready, and what was noted of it. */
interface Arriving {
  readonly partition: number;
  readonly note: SpatialNote;
}

/**
 * The spatial stage as one of several workers on a log that outlives them: each takes its share of `temporal-anomalies` and reads
 * what that needs of `observations` into windows of its own. What is open when a worker ends, its successor is given again.
 */
export class SpatialWorker {
  readonly #dependencies: SpatialWorkerDependencies;
  readonly #windows: NeighbourWindows;
  readonly #sensors: SensorsByPartition;
  readonly #shares = new Map<number, SpatialShare>();
  /** Watermarks that were noted between two batches. */
  readonly #noted = new WeakMap<SpatialShare, string>();
  #subscription: Subscription | null = null;
  #preparing = 0;
  #endWatching: () => void = () => {};
  #arriving: Arriving[] = [];
  #rebuilding: Promise<void> | null = null;
  readonly #stopping = new AbortController();
  /** Batches of both topics and the clock take turns. */
  #turn: Promise<void> = Promise.resolve();

  constructor(dependencies: SpatialWorkerDependencies) {
    const { log } = dependencies;
    this.#dependencies = dependencies;
    this.#sensors = new SensorsByPartition({
      ask: (network, settledUntil) => dependencies.sensors(network, settledUntil, this.#stopping.signal),
      partitionOf: (network, station) => log.partitionOf('observations', stationKey(network, station)),
    });
    this.#windows = new NeighbourWindows({
      ...dependencies,
      gate: (network) => this.#gate(network),
      onRead: (networks) => timed('neighbours', () => this.#inTurn(() => this.#judge(networks))),
    });
  }

  /** Begins to work. */
  async start(): Promise<void> {
    const { log, now, lingerMs = 0 } = this.#dependencies;
    this.#endWatching = watchStage({
      stage: 'spatial',
      now,
      watermarks: () => [...this.#shares.values()].flatMap((share) => [...share.watermarks.values()]),
      states: () => [this.#windows.networks],
    });
    this.#subscription = await log.subscribe(
      {
        group: 'spatial',
        topic: 'temporal-anomalies',
        lingerMs,
        onAssigned: (assignment) => this.#assigned(assignment),
        onRevoked: (partition) => {
          this.#shares.delete(partition);
          this.#windows.release();
        },
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
            return { done: share.done(end), note: spatialNoteOf(share.watermarks, this.#windows.reader.positions) };
          }),
        );
      },
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

  /** Stations whose windows are held here: of the partitions, and those that may be their neighbours. */
  get stations(): number {
    return this.#windows.networks.stations;
  }

  /** Partitions that hold registered stations of each network, where any partition is verified here. */
  get homes(): ReadonlyMap<string, ReadonlySet<number>> {
    return this.#windows.homes;
  }

  /** Moves networks on with the clock where nothing comes, and judges what that settles. */
  async tick(): Promise<void> {
    if (this.#windows.isNarrow) await this.#madeReady();
    if (!this.#windows.isReading) return;
    const { log } = this.#dependencies;
    const networks = new Set([...this.#shares.values()].flatMap((share) => [...share.networks]));
    const read = this.#windows.reader.ends;
    const levels = Array.from(networks, (network): [string, number] => [network, this.#windows.complete(network)]);
    const judged = await this.#windows.tick(new Set(this.#shares.keys()));
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
    await this.#subscription?.stop();
    await this.#windows.stop();
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
        note: spatialNoteOf(share.watermarks, this.#windows.reader.positions),
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
    // Without the neighbours that are missing another verdict might be given.
    if (this.#windows.isNarrow) return;
    const began = Date.now();
    const given: Verdict[] = [];
    do {
      for (const network of networks) given.push(...this.#verdicts(network));
    } while (this.#windows.reader.release());
    // Windows that are being rebuilt tell nothing.
    for (const network of this.#windows.isReading ? networks : []) {
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
    const complete = this.#windows.complete(network);
    this.#windows.learn(network, complete);
    for (const [partition, share] of this.#shares) {
      const read = this.#windows.reader.reached(partition, network);
      given.push(...share.judge(network, read, complete));
    }
    return given;
  }

  /** Newest slot of a network that may be in the windows: near enough to what was judged last. */
  #gate(network: string): number {
    // Nothing is read before there is something to judge.
    if (this.#shares.size === 0) return Number.NEGATIVE_INFINITY;
    const { reader } = this.#windows;
    const first = reader.first(network);
    let gate = Number.POSITIVE_INFINITY;
    for (const [partition, share] of this.#shares) {
      if (!this.#windows.isHome(partition, network)) continue;
      const reports = share.has(network) || reader.has(partition, network);
      const judged = reports ? share.watermark(network) : reader.reached(partition, network);
      // A successor reads so far from the store, by what was judged: what is read first may be at the end of it.
      gate = Math.min(gate, (judged === Number.NEGATIVE_INFINITY ? first : judged) + AHEAD_SLOTS);
    }
    return gate;
  }

  async #assigned({ partition, done, note }: Assignment): Promise<undefined> {
    const read = done === null ? { watermarks: new Map<string, number>(), positions: null } : readSpatialNote(note);
    this.#preparing++;
    let sensors: ReadonlyMap<string, StoredSensors>;
    try {
      // First, as it may wait for the store: windows that are ready would move on with other partitions meanwhile.
      sensors = await this.#sensorsOf(partition, read.watermarks);
      const arriving = { partition, note: read };
      this.#arriving.push(arriving);
      // One that comes while windows are being rebuilt for others may have been judged less far: they are looked at again.
      while (this.#arriving.includes(arriving)) await this.#madeReady();
    } finally {
      this.#preparing--;
    }
    const { plan, now } = this.#dependencies;
    const newJudge = (network: string) => {
      const { stations, windows, baselines } = this.#windows.networks.of(network);
      return new SpatialJudge(plan, stations, windows, baselines.levels, now);
    };
    this.#shares.set(partition, new SpatialShare(newJudge, read.watermarks, sensors));
    this.#windows.reader.release();
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

  /** Has the windows made ready for all partitions that come together. */
  #madeReady(): Promise<void> {
    this.#rebuilding ??= this.#gather().finally(() => {
      this.#rebuilding = null;
    });
    return this.#rebuilding;
  }

  async #gather(): Promise<void> {
    await sleep(GATHER_MS);
    const arriving = this.#arriving;
    this.#arriving = [];
    const own = new Set([...this.#shares.keys(), ...arriving.map(({ partition }) => partition)]);
    const notes = arriving.map(({ note }) => note);
    await this.#windows.makeReady(own, notes, () => this.#held());
  }

  /** How far the shares here are, as a successor would find it noted. */
  #held(): SpatialNote[] {
    const { positions } = this.#windows.reader;
    return Array.from(this.#shares.values(), ({ watermarks }) => ({ watermarks, positions }));
  }
}
