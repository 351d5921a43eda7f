import type { DeliveredRecord, EventLog, Subscription } from '../../ingest/log/event-log.ts';
import type { TemporalRecord } from '../../schemas/anomaly.ts';
import type { StoredSensors } from '../../schemas/fault.ts';
import type { JudgementPlan } from '../network/judgement-plan.ts';
import type { NetworkStates } from '../network/network-states.ts';
import { SpatialJudge } from '../verification/spatial-judge.ts';
import { ResumedVerdicts } from './resumed-verdicts.ts';
import { publishFaults, publishVerdicts, type Verdict } from './spatial-publication.ts';
import { timed, watchStage } from './stage-metrics.ts';

/** What the spatial stage works with. */
export interface SpatialStageDependencies {
  readonly log: EventLog;
  readonly plan: JudgementPlan;
  readonly networks: NetworkStates;
  /** Current time, ms since the epoch. */
  readonly now: () => number;
  /** Told when every verdict of a network up to a slot has been published as settled. */
  readonly onSettled: (network: string, slot: number) => void;
}

/** Reads `temporal-anomalies`, writes `anomalies`: verdicts at once, revised as neighbours follow, settled, withdrawn. */
export class SpatialStage {
  readonly #dependencies: SpatialStageDependencies;
  readonly #judges = new Map<string, SpatialJudge>();
  /** Of networks of which what an earlier run left unsettled is being judged again. */
  readonly #resumed = new Map<string, ResumedVerdicts>();
  #subscription: Subscription | undefined;
  #endWatching: () => void = () => {};

  constructor(dependencies: SpatialStageDependencies) {
    this.#dependencies = dependencies;
  }

  /** Begins to read. */
  async start(): Promise<void> {
    this.#endWatching = watchStage({
      stage: 'spatial',
      now: this.#dependencies.now,
      watermarks: () => Array.from(this.#judges.values(), (judge) => judge.watermark),
    });
    this.#subscription = await this.#dependencies.log.subscribe(
      { group: 'spatial', topic: 'temporal-anomalies' },
      ({ records }) => timed('spatial', () => this.#takeAll(records)),
    );
  }

  /**
   * Goes on with the faults of a network where an earlier run had come to.
   *
   * @param settledUntil slot up to which it had settled everything
   * @param sensors by then, `reached` the newest slot of which something is stored
   */
  resume(network: string, settledUntil: number, sensors: StoredSensors, reached: number): void {
    const judge = this.#of(network);
    judge.faults.restore(sensors, settledUntil, reached);
    judge.inherit(sensors.verdicts);
    this.#resumed.set(network, new ResumedVerdicts(sensors.verdicts));
  }

  /** All that an earlier run left unsettled of a network is judged again: what is new of its verdicts is told. */
  async conclude(network: string): Promise<void> {
    const { log, now } = this.#dependencies;
    const resumed = this.#resumed.get(network);
    // Until nothing is left: more may be judged while some is published.
    for (let news = resumed?.news() ?? []; news.length > 0; news = resumed?.news() ?? []) {
      await publishVerdicts(log, news, now, Date.now());
      resumed?.told(news);
    }
    this.#resumed.delete(network);
  }

  async stop(): Promise<void> {
    this.#endWatching();
    await this.#subscription?.stop();
  }

  async #takeAll(records: readonly DeliveredRecord<TemporalRecord>[]): Promise<void> {
    const { log, now, onSettled } = this.#dependencies;
    const began = Date.now();
    const given: Verdict[] = [];
    const settled = new Map<string, number>();
    for (const record of records) this.#take(record, given, settled);
    await publishVerdicts(log, given, now, began);
    const networks = new Set(records.map(({ value }) => value.network));
    await publishFaults(
      log,
      Array.from(networks, (network) => this.#of(network).faults),
    );
    for (const [network, slot] of settled) onSettled(network, slot);
  }

  #take({ value: record, headers }: DeliveredRecord<TemporalRecord>, given: Verdict[], settled: Map<string, number>) {
    const judge = this.#of(record.network);
    const resumed = this.#resumed.get(record.network);
    const give = (verdicts: readonly Verdict[]) => given.push(...(resumed?.hold(verdicts) ?? verdicts));
    if (record.kind === 'candidate') {
      give(judge.accept(record).map((anomaly) => ({ anomaly, headers })));
      return;
    }
    const before = judge.settledUntil;
    give([...judge.revise(), ...judge.advance(record.slot)].map((anomaly) => ({ anomaly })));
    if (judge.settledUntil > before) settled.set(record.network, judge.settledUntil);
  }

  #of(network: string): SpatialJudge {
    let judge = this.#judges.get(network);
    if (judge === undefined) {
      const { plan, networks, now } = this.#dependencies;
      const { stations, windows, baselines } = networks.of(network);
      judge = new SpatialJudge(plan, stations, windows, baselines.levels, now);
      this.#judges.set(network, judge);
    }
    return judge;
  }
}
