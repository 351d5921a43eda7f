import type { EventLog, LogRecord, Subscription } from '../../ingest/log/event-log.ts';
import type { Candidate, TemporalRecord } from '../../schemas/anomaly.ts';
import type { Baseline } from '../../schemas/baseline.ts';
import type { Judgement } from '../../schemas/judgement.ts';
import type { Observation } from '../../schemas/observation.ts';
import { stationKey } from '../../schemas/station.ts';
import { SLOT_MS, slotOf } from '../../schemas/time.ts';
import type { JudgementPlan } from './judgement-plan.ts';
import type { NetworkStates } from './network-states.ts';
import { type Findings, TemporalJudge } from './temporal-judge.ts';

/** What the temporal stage works with. */
export interface TemporalStageParts {
  readonly log: EventLog;
  readonly plan: JudgementPlan;
  readonly networks: NetworkStates;
  /** Current time, ms since the epoch. */
  readonly now: () => number;
  /** The record of an observation that is stored; null where there is none. */
  readonly recall: (network: string, station: string, time: number) => Promise<Observation | null>;
}

/** Stored history from which a network's state is rebuilt. */
export interface Recovery {
  readonly network: string;
  /** Everything up to this slot is settled; -Infinity where nothing is. */
  readonly settledUntil: number;
  /** Stored baselines of the days up to the newest one, `day`. */
  readonly baselines: readonly Baseline[];
  readonly day: number | null;
  /** In order of their slots. */
  readonly observations: AsyncIterable<readonly Observation[]>;
}

interface Running {
  readonly judge: TemporalJudge;
  /** When the watermark last moved, ms since the epoch. */
  moved: number;
}

/** Largest batch that is judged before others get their turn. */
const BATCH = 1000;

/**
 * Reads `observations`, keeps the windows, writes `judgements`, `temporal-anomalies` and `baselines`. A network's
 * watermark is its newest observation's slot, never ahead of the clock, and moves on with the clock when nothing comes.
 * The windows are shared with the spatial stage: before the watermark moves, what it has to say is waited for.
 */
export class TemporalStage {
  readonly #parts: TemporalStageParts;
  readonly #running = new Map<string, Running>();
  #subscription: Subscription | undefined;
  /** Batches, recovery and the clock take turns. */
  #turn: Promise<void> = Promise.resolve();
  readonly #begun: Promise<void>;
  #begin: () => void = () => {};

  constructor(parts: TemporalStageParts) {
    this.#parts = parts;
    this.#begun = new Promise((resolve) => {
      this.#begin = resolve;
    });
  }

  /**
   * Joins the readers of the log: from here on nothing that is published is missed. It is judged once `begin` is called,
   * after what is stored has been recovered.
   */
  async join(): Promise<void> {
    this.#subscription = await this.#parts.log.subscribe(
      { group: 'temporal', topic: 'observations', maxRecords: BATCH },
      async (batch) => {
        await this.#begun;
        await this.#inTurn(() => this.#takeAll(batch.records.map((record) => record.value)));
      },
    );
  }

  /** Begins to judge what the log holds. */
  begin(): void {
    this.#begin();
  }

  /** Rebuilds a network from what is stored and judges again what was not settled. */
  async recover(recovery: Recovery): Promise<void> {
    const { network, settledUntil, baselines, day } = recovery;
    if (day !== null) {
      const state = this.#parts.networks.of(network);
      state.baselines.restore(baselines, day, (id) => state.stations.indexOf(id));
    }
    for await (const observations of recovery.observations) {
      await this.#inTurn(() => this.#takeAll(observations, settledUntil));
    }
  }

  /** Moves watermarks on with the clock where nothing has come: without this the last verdicts would never settle. */
  async tick(): Promise<void> {
    await this.#inTurn(async () => {
      const now = this.#parts.now();
      for (const [network, running] of this.#running) {
        const passed = Math.floor((now - running.moved) / SLOT_MS);
        const slot = Math.min(running.judge.watermark + passed, slotOf(now));
        if (passed > 0 && slot > running.judge.watermark) await this.#advance(network, running, slot);
      }
    });
  }

  /** Forgets a network. */
  remove(network: string): void {
    this.#running.delete(network);
    this.#parts.networks.remove(network);
  }

  async stop(): Promise<void> {
    this.#begin();
    await this.#subscription?.stop();
    await this.#turn;
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => {});
    return turn;
  }

  async #takeAll(observations: readonly Observation[], settledUntil = Number.NEGATIVE_INFINITY): Promise<void> {
    const touched = new Map<string, Running>();
    for (const observation of observations) {
      const running = this.#of(observation.network);
      const slot = slotOf(observation.time);
      const reached = Math.min(slot, slotOf(this.#parts.now()));
      if (reached > running.judge.watermark) await this.#advance(observation.network, running, reached);
      if (slot > settledUntil) running.judge.accept(observation);
      else running.judge.warm(observation);
      touched.set(observation.network, running);
    }
    for (const [network, { judge }] of touched) {
      await this.#publish(network, judge.findings(), [progress(network, judge.watermark)]);
    }
  }

  #of(network: string): Running {
    let running = this.#running.get(network);
    if (running === undefined) {
      const { plan, networks, now } = this.#parts;
      const { stations, windows, baselines } = networks.of(network);
      running = { judge: new TemporalJudge(plan, stations, windows, baselines, now, true), moved: now() };
      this.#running.set(network, running);
    }
    return running;
  }

  async #advance(network: string, running: Running, slot: number): Promise<void> {
    const reached = running.judge.watermark;
    const marks = reached === Number.NEGATIVE_INFINITY ? [] : [progress(network, reached)];
    await this.#publish(network, running.judge.findings(), [...marks, progress(network, slot)]);
    const baselines = running.judge.advance(slot);
    running.moved = this.#parts.now();
    if (baselines.length > 0) await this.#parts.log.publish('baselines', baselines.map(keyed));
  }

  async #publish(network: string, findings: Findings, marks: readonly TemporalRecord[]): Promise<void> {
    const { log } = this.#parts;
    if (findings.judgements.length > 0) await log.publish('judgements', findings.judgements.map(keyed<Judgement>));
    const candidates = await this.#recalled(findings);
    const records: LogRecord<TemporalRecord>[] = candidates.map(keyed<Candidate>);
    for (const mark of marks) records.push({ key: network, value: mark });
    await log.publish('temporal-anomalies', records);
    await log.flushed('temporal-anomalies');
  }

  /** Candidates raised anew by a late report carry a value of the window: the stored record has the exact one. */
  async #recalled({ candidates, toRecall }: Findings): Promise<readonly Candidate[]> {
    if (toRecall.length === 0) return candidates;
    await this.#parts.log.flushed('observations');
    const exact = [...candidates];
    for (const place of toRecall) {
      const candidate = candidates[place];
      const record = await this.#parts.recall(candidate.network, candidate.station, candidate.time);
      const actual = record?.values[candidate.variable];
      if (typeof actual === 'number') exact[place] = { ...candidate, actual };
    }
    return exact;
  }
}

function progress(network: string, slot: number): TemporalRecord {
  return { kind: 'progress', network, slot };
}

function keyed<T extends { readonly network: string; readonly station: string }>(value: T): LogRecord<T> {
  return { key: stationKey(value.network, value.station), value };
}
