import type { EventLog, Subscription } from '../../ingest/log/event-log.ts';
import type { Anomaly, TemporalRecord } from '../../schemas/anomaly.ts';
import type { JudgementPlan } from './judgement-plan.ts';
import type { NetworkStates } from './network-states.ts';
import { SpatialJudge } from './spatial-judge.ts';
import { stationRecord } from './station-record.ts';

/** What the spatial stage works with. */
export interface SpatialStageParts {
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
  readonly #parts: SpatialStageParts;
  readonly #judges = new Map<string, SpatialJudge>();
  #subscription: Subscription | undefined;

  constructor(parts: SpatialStageParts) {
    this.#parts = parts;
  }

  /** Begins to read. */
  async start(): Promise<void> {
    this.#subscription = await this.#parts.log.subscribe(
      { group: 'spatial', topic: 'temporal-anomalies' },
      async (batch) => {
        const given: Anomaly[] = [];
        const settled = new Map<string, number>();
        for (const { value } of batch.records) this.#take(value, given, settled);
        if (given.length > 0) await this.#parts.log.publish('anomalies', given.map(stationRecord));
        for (const [network, slot] of settled) this.#parts.onSettled(network, slot);
      },
    );
  }

  async stop(): Promise<void> {
    await this.#subscription?.stop();
  }

  #take(record: TemporalRecord, given: Anomaly[], settled: Map<string, number>): void {
    const judge = this.#of(record.network);
    if (record.kind === 'candidate') {
      given.push(...judge.accept(record));
      return;
    }
    const before = judge.settledUntil;
    given.push(...judge.revise(), ...judge.advance(record.slot));
    if (judge.settledUntil > before) settled.set(record.network, judge.settledUntil);
  }

  #of(network: string): SpatialJudge {
    let judge = this.#judges.get(network);
    if (judge === undefined) {
      const { plan, networks, now } = this.#parts;
      const { stations, windows } = networks.of(network);
      judge = new SpatialJudge(plan, stations, windows, now);
      this.#judges.set(network, judge);
    }
    return judge;
  }
}
