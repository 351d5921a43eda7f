import type { LogRecord } from '../../ingest/log/event-log.ts';
import type { TemporalRecord } from '../../schemas/anomaly.ts';
import { FLAG, type Flag, type Judgement, type NotJudgedReason } from '../../schemas/judgement.ts';
import { count, measure, observe } from '../../schemas/telemetry/instruments.ts';
import { METRICS } from '../../schemas/telemetry/metric-table.ts';
import { timeOfSlot } from '../../schemas/time.ts';
import { VARIABLES } from '../../schemas/variables.ts';
import type { NetworkStates } from '../network/network-states.ts';

/** Names of the flags where an operator reads them. */
const FLAG_NAMES: Readonly<Record<Flag, string>> = {
  [FLAG.pass]: 'pass',
  [FLAG.notEvaluated]: 'not_evaluated',
  [FLAG.suspect]: 'suspect',
  [FLAG.fail]: 'fail',
  [FLAG.missing]: 'missing',
};
const FLAGS = Object.values(FLAG);

/** Which work on a batch it was. */
export type StageName = 'temporal' | 'spatial' | 'neighbours';

/** Counts the values of judgements that were published, by flag, and those that were not judged by the reason. */
export function countJudgements(records: readonly LogRecord<Judgement>[]): void {
  const sums = new Uint32Array(Math.max(...FLAGS) + 1);
  const reasons = new Map<NotJudgedReason, number>();
  for (const { value } of records) {
    for (let v = 0; v < VARIABLES.length; v++) {
      const { flag, reason } = value.variables[VARIABLES[v]];
      sums[flag]++;
      if (flag === FLAG.notEvaluated) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    }
  }
  for (const [reason, values] of reasons) count(METRICS.notJudgedValues, values, { reason });
  for (const flag of FLAGS) count(METRICS.judgedValues, sums[flag], { flag: FLAG_NAMES[flag] });
}

/** Counts the candidates among records that were published. */
export function countCandidates(records: readonly LogRecord<TemporalRecord>[]): void {
  for (const { value } of records) {
    if (value.kind !== 'candidate') continue;
    count(METRICS.candidates, 1, { check: value.check, change: value.withdrawn ? 'withdrawn' : 'raised' });
  }
}

/** Measures the work on a batch, also where it fails. */
export async function timed<T>(stage: StageName, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  try {
    return await work();
  } finally {
    measure(METRICS.batchDuration, (performance.now() - began) / 1000, { stage });
  }
}

/** What a stage holds, asked whenever the metrics are read. */
export interface StageHoldings {
  readonly stage: Exclude<StageName, 'neighbours'>;
  /** Current time, ms since the epoch. */
  readonly now: () => number;
  /** Slots that networks have reached; -Infinity for one that has not begun. */
  readonly watermarks: () => Iterable<number>;
  /** The windows, each once; left out where another stage of the process shows the same. */
  readonly states?: () => Iterable<NetworkStates>;
}

/** Shows what a stage holds and how far it is; returns what ends it. */
export function watchStage({ stage, now, watermarks, states }: StageHoldings): () => void {
  const endings = [
    observe(METRICS.watermarkAge, (tell) => {
      const reached = [...watermarks()].filter(Number.isFinite);
      if (reached.length === 0) return;
      const age = (slot: number) => (now() - timeOfSlot(slot)) / 1000;
      tell(age(reached.reduce((a, b) => Math.min(a, b))), { stage, rank: 'oldest' });
      tell(age(reached.reduce((a, b) => Math.max(a, b))), { stage, rank: 'newest' });
    }),
  ];
  if (states !== undefined) {
    endings.push(
      observe(METRICS.stations, (tell) => tell(sum(states(), 'stations'), { stage })),
      observe(METRICS.windowBytes, (tell) => tell(sum(states(), 'windowBytes'), { stage })),
    );
  }
  return () => {
    for (const end of endings) end();
  };
}

function sum(states: Iterable<NetworkStates>, what: 'stations' | 'windowBytes'): number {
  let total = 0;
  for (const one of new Set(states)) total += one[what];
  return total;
}
