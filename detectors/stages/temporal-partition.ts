import type { DeliveredRecord, LogRecord, LogWriter } from '../../ingest/log/event-log.ts';
import { stationRecord } from '../../ingest/log/station-record.ts';
import type { Candidate, TemporalRecord } from '../../schemas/anomaly.ts';
import type { Baseline, OwnDay } from '../../schemas/baseline.ts';
import { type Judgement, saysOnlyLate } from '../../schemas/judgement.ts';
import type { Observation } from '../../schemas/observation.ts';
import { SLOT_MS, slotOf } from '../../schemas/time.ts';
import type { WindowReport } from '../../schemas/window-report.ts';
import type { QuestionThreads } from '../methods/packed-questions.ts';
import type { JudgementPlan } from '../network/judgement-plan.ts';
import type { NetworkStates } from '../network/network-states.ts';
import { type Findings, TemporalJudge } from '../temporal/temporal-judge.ts';
import { piecesOf, putReports } from '../windows/put-reports.ts';
import { shortestDecimal } from '../windows/shortest-decimal.ts';
import { RecordOrigins } from './record-origins.ts';
import { countCandidates, countJudgements } from './stage-metrics.ts';

/** What a partition's judgement works with. */
export interface TemporalPartitionDependencies {
  readonly log: LogWriter;
  readonly plan: JudgementPlan;
  readonly networks: NetworkStates;
  /** Whether values that pass are to have their score; where not, it may be null. */
  readonly scored: boolean;
  /** True where the spatial stage shares the windows: before they move on, it has looked. */
  readonly inStep: boolean;
  /** Current time, ms since the epoch. */
  readonly now: () => number;
  /** The record of an observation that is stored; null where it cannot be had now. */
  readonly recall: (network: string, station: string, time: number) => Promise<Observation | null>;
  /** Threads that judge for it; null where there are none. */
  readonly threads?: QuestionThreads | null;
}

interface Running {
  readonly judge: TemporalJudge;
  /** When the watermark last moved, ms since the epoch. */
  moved: number;
}

/**
 * The temporal judgement of one partition of `observations`: of each network the stations that are in it. A network's
 * watermark is the newest slot of its observations here, never ahead of the clock; it moves on with the clock when nothing
 * comes. What is found goes to the partition of the same number of `temporal-anomalies`, so that the progress there says
 * that every candidate up to a slot has gone before.
 */
export class TemporalPartition {
  readonly #number: number;
  readonly #dependencies: TemporalPartitionDependencies;
  readonly #running = new Map<string, Running>();
  /** What was found and is not published yet. */
  #judgements: LogRecord<Judgement>[] = [];
  #found: LogRecord<TemporalRecord>[] = [];
  #baselines: LogRecord<Baseline>[] = [];
  /** Where the observations at hand came from; null where the log did not bring them. */
  #origins: RecordOrigins | null = null;
  /** Batches, recovery and the clock take turns. */
  #turn: Promise<void> = Promise.resolve();

  constructor(number: number, dependencies: TemporalPartitionDependencies) {
    this.#number = number;
    this.#dependencies = dependencies;
  }

  /** Newest slot of each network; -Infinity before the first. */
  get watermarks(): Map<string, number> {
    return new Map(Array.from(this.#running, ([network, { judge }]) => [network, judge.watermark]));
  }

  /** Judges observations and publishes what was found. */
  take(observations: readonly Observation[]): Promise<void> {
    return this.#inTurn(() => this.#takeAll(observations));
  }

  /** The same for records as the log brought them: what they lead to carries on their traces. */
  takeRecords(records: readonly DeliveredRecord<Observation>[]): Promise<void> {
    return this.#inTurn(async () => {
      const origins = new RecordOrigins(records, this.#dependencies.log.traced('observations'));
      this.#origins = origins;
      try {
        await this.#takeAll(records.map(({ value }) => value));
      } finally {
        this.#origins = null;
        origins.end();
      }
    });
  }

  /**
   * Takes observations that a predecessor has judged: windows, watermarks and baselines become what they were, nothing is
   * published.
   *
   * @param until slot that the predecessor had reached; what is newer waits in the windows to be judged
   */
  warm(observations: readonly Observation[], until = Number.POSITIVE_INFINITY): void {
    for (const observation of observations) {
      const { judge } = this.#of(observation.network);
      const reached = Math.min(slotOf(observation.time), slotOf(this.#dependencies.now()), until);
      if (reached > judge.watermark) judge.advance(reached);
      judge.warm(observation);
      judge.inherit(judge.watermark);
    }
  }

  /**
   * Puts stored reports of one station, in the order of time, those from `from` up to but without `end`, into the windows,
   * and teaches its baseline what is final by them.
   *
   * @param until slot that the network has reached
   */
  fill(network: string, reports: readonly WindowReport[], from: number, end: number, until: number): void {
    const { networks, plan } = this.#dependencies;
    const { latenessSlots } = plan.configuration;
    const { stations, windows, baselines } = networks.of(network);
    const { judge } = this.#of(network);
    const station = stations.indexOf(reports[from].station);
    const teach = (slot: number) => baselines.teachAhead(station, Math.min(slot, until) - latenessSlots - 1);
    for (const [begin, next] of piecesOf(reports, from, end, plan.filledSlots)) {
      teach(slotOf(reports[begin].time));
      putReports(windows, stations, reports, begin, next);
      judge.filled(station, reports.slice(begin, next), until);
    }
    teach(slotOf(reports[end - 1].time));
  }

  /** Takes over stored baselines of stations of this partition, of the days up to and with `day`. */
  restore(network: string, stored: readonly OwnDay[], day: number): void {
    const { stations, baselines } = this.#dependencies.networks.of(network);
    baselines.restore(stored, day, (id) => stations.indexOf(id));
  }

  /** A network had come so far without further observations. */
  reach(network: string, slot: number): void {
    const { judge } = this.#of(network);
    if (slot > judge.watermark) judge.advance(slot);
    judge.inherit(slot);
  }

  /** Moves watermarks on with the clock where nothing has come: without this the last verdicts would never settle. */
  tick(): Promise<void> {
    return this.#inTurn(async () => {
      const now = this.#dependencies.now();
      for (const [network, running] of this.#running) {
        const passed = Math.floor((now - running.moved) / SLOT_MS);
        const slot = Math.min(running.judge.watermark + passed, slotOf(now));
        if (passed > 0 && slot > running.judge.watermark) await this.#advance(network, running, slot);
      }
      await this.#publish();
    });
  }

  /** Resolves when what was begun is done. */
  idle(): Promise<void> {
    return this.#turn;
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => {});
    return turn;
  }

  async #takeAll(observations: readonly Observation[]): Promise<void> {
    const touched = new Map<string, Running>();
    for (const observation of observations) {
      const running = this.#of(observation.network);
      const reached = Math.min(slotOf(observation.time), slotOf(this.#dependencies.now()));
      if (reached > running.judge.watermark) await this.#advance(observation.network, running, reached);
      running.judge.accept(observation);
      touched.set(observation.network, running);
    }
    for (const [network, { judge }] of touched) {
      await this.#note(judge);
      this.#found.push(this.#progress(network, judge.watermark));
    }
    await this.#publish();
  }

  #of(network: string): Running {
    let running = this.#running.get(network);
    if (running === undefined) {
      const { plan, networks, now, scored, threads } = this.#dependencies;
      const { stations, windows, baselines } = networks.of(network);
      running = { judge: new TemporalJudge(plan, stations, windows, baselines, now, scored, threads), moved: now() };
      this.#running.set(network, running);
    }
    return running;
  }

  async #advance(network: string, running: Running, slot: number): Promise<void> {
    const reached = running.judge.watermark;
    await this.#note(running.judge);
    if (reached !== Number.NEGATIVE_INFINITY) this.#found.push(this.#progress(network, reached));
    this.#found.push(this.#progress(network, slot));
    if (this.#dependencies.inStep) await this.#publish();
    const baselines = running.judge.advance(slot);
    running.moved = this.#dependencies.now();
    for (const baseline of baselines) this.#baselines.push(stationRecord(baseline));
  }

  async #note(judge: TemporalJudge): Promise<void> {
    await judge.foresee();
    const findings = judge.findings();
    // What the log did not bring was stored before, and is judged again.
    const isNew = this.#origins !== null;
    for (const judgement of findings.judgements) {
      this.#judgements.push(stationRecord(isNew ? judgement : { ...judgement, received: null }));
    }
    for (const candidate of await this.#recalled(findings)) {
      const headers = this.#origins?.headersOf(candidate);
      const record = stationRecord<Candidate>(candidate);
      this.#found.push(this.#here(headers === undefined ? record : { ...record, headers }));
    }
  }

  /** What was found goes out; where that fails, it is kept for the next time. */
  async #publish(): Promise<void> {
    const { log } = this.#dependencies;
    await Promise.all([
      log.publish('judgements', lastOfEach(this.#judgements)),
      log.publish('baselines', this.#baselines),
      log.publish('temporal-anomalies', this.#found),
    ]);
    countJudgements(this.#judgements);
    countCandidates(this.#found);
    this.#judgements = [];
    this.#baselines = [];
    this.#found = [];
    await log.flushed('temporal-anomalies');
  }

  #progress(network: string, slot: number): LogRecord<TemporalRecord> {
    return this.#here({ key: network, value: { kind: 'progress', network, slot } });
  }

  #here<T>(record: LogRecord<T>): LogRecord<T> {
    return { ...record, partition: this.#number };
  }

  /** Candidates raised anew by a late report carry a value of the window: the stored record has the exact one. */
  async #recalled({ candidates, toRecall }: Findings): Promise<readonly Candidate[]> {
    if (toRecall.length === 0) return candidates;
    await this.#dependencies.log.flushed('observations');
    const exact = [...candidates];
    for (const place of toRecall) {
      const candidate = candidates[place];
      const record = await this.#dependencies.recall(candidate.network, candidate.station, candidate.time);
      const actual = record?.values[candidate.variable];
      // What is stored may be from before a correction that is judged here already.
      const held = Math.fround(candidate.actual);
      const same = typeof actual === 'number' && (!Number.isFinite(held) || Math.fround(actual) === held);
      // The batch is taken again: no verdict is given on a value that nobody has.
      if (!same && !Number.isFinite(held))
        throw new Error(`the ${candidate.variable} of ${candidate.station} at ${candidate.time} is not stored yet`);
      exact[place] = { ...candidate, actual: same ? actual : shortestDecimal(candidate.actual) };
    }
    return exact;
  }
}

/**
 * The last judgement of each report: a batch may judge one twice in a millisecond, and the store would not know which counts. One
 * that says only that it came late counts before none.
 */
function lastOfEach(judgements: readonly LogRecord<Judgement>[]): readonly LogRecord<Judgement>[] {
  const keyOf = ({ key, value }: LogRecord<Judgement>) => `${value.time} ${saysOnlyLate(value)} ${key}`;
  const last = new Map(judgements.map((record) => [keyOf(record), record]));
  return last.size === judgements.length ? judgements : [...last.values()];
}
