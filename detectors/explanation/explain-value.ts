import type { ObservationSource } from '../../ingest/observation-source.ts';
import { gravestOf, type ValueUnderFault } from '../../schemas/assessment.ts';
import { HalcyonError } from '../../schemas/errors.ts';
import { type Fault, isFaultOfDays } from '../../schemas/fault.ts';
import type { JudgementConfiguration } from '../../schemas/judgement-configuration.ts';
import { lastingValue } from '../../schemas/lasting-value.ts';
import type { Observation } from '../../schemas/observation.ts';
import { SLOT_MS, SLOTS_PER_DAY, SLOTS_PER_HOUR, slotOf, timeOfSlot } from '../../schemas/time.ts';
import { planJudgement, settledBy } from '../network/judgement-plan.ts';
import { readHistory } from '../replay/replay.ts';
import { inOrder } from '../replay/replay-faults.ts';
import type { ReplayStretch } from '../replay/replay-result.ts';
import type { ReplayShare } from '../replay/replay-share.ts';
import { type ReplayHistory, ReplayWork } from '../replay/replay-work.ts';
import { NOT_SELECTED } from '../temporal/fixed-judgements.ts';
import type { Explanation } from './explanation.ts';
import { TracedValue } from './traced-value.ts';

/** The stretch before the value that is judged too, so that a fault that began before it is known. */
const JUDGED_BEFORE_SLOTS = SLOTS_PER_DAY;
/** A fault that began earlier is followed from its begin, as far back as this. */
const MOST_BEFORE_SLOTS = 7 * SLOTS_PER_DAY;
/** Before the first report of a fault so much is judged too. */
const BEFORE_FAULT_SLOTS = SLOTS_PER_HOUR;
/** After the verdict is settled so much is read too, so that the end of a fault is known. */
const READ_AFTER_SLOTS = 6 * SLOTS_PER_HOUR;
/** Stations are counted off in more numbers than there are stations: each has its own. */
const MORE_THAN_STATIONS = 2 ** 31;

/** What is to be explained: a report of a registered station. */
export interface ExplainedReport {
  readonly network: string;
  readonly report: Observation;
  readonly variable: Explanation['variable'];
  readonly configuration: JudgementConfiguration;
  /** Newest observation of the network, ms since the epoch: nothing after it is known. */
  readonly last: number;
  readonly signal?: AbortSignal;
}

/**
 * Judges the history around a report again, by the code that judges live, and says step by step how one of its values was
 * judged. Of the whole network only this station is judged; the windows have all.
 *
 * @throws HalcyonError `interrupted` when the signal aborts; what the source throws
 */
export async function explainValue(source: ObservationSource, asked: ExplainedReport): Promise<Explanation> {
  const { network, report, variable, configuration, signal } = asked;
  const { station, time } = report;
  const slot = slotOf(time);
  const plan = planJudgement(configuration);
  const settledAt = slot - settledBy(plan, 0);
  const end = Math.min(timeOfSlot(settledAt + READ_AFTER_SLOTS), Math.max(asked.last, time));
  const stored = ((await source.faults?.(network, time, time, station)) ?? []).filter((it) => it.variable === variable);
  const start = timeOfSlot(firstJudged(slot, stored)) - SLOT_MS / 2;
  const stretch: ReplayStretch = { network, start, end, configuration, verdicts: 'last' };
  const history = await readHistory(source, stretch);
  const trace = new TracedValue({ station, variable, time });
  const work = new ReplayWork(stretch, history, shareOf(station, history), trace);
  for await (const batch of source.read(network, work.from, end)) {
    if (signal?.aborted === true) throw new HalcyonError('interrupted', 'interrupted before the value was judged');
    for (const observation of batch) work.take(observation);
  }
  const found = work.finish();
  const isOfSensor = (one: { readonly station: string; readonly variable: string }) =>
    one.station === station && one.variable === variable;
  const over = found.faults.filter(
    (fault) => isOfSensor(fault) && fault.start <= time && (fault.end === null || time <= fault.end),
  );
  // What is stored of faults of days is known by now, as the flags of the value are, and not only some hours after it.
  const faults =
    history.lasting === null
      ? over
      : inOrder([
          ...over.filter(({ kind }) => !isFaultOfDays(kind)),
          ...stored.filter(({ kind }) => isFaultOfDays(kind)),
        ]);
  const under = [...trace.under(faults), ...underLasting(faults, time, report.values[variable])];
  const judged = trace.judged;
  return {
    network,
    station,
    stationName: history.stations.find(({ id }) => id === station)?.name ?? station,
    variable,
    report,
    configuration,
    start,
    end,
    temporal: trace.temporal,
    spatial: trace.spatial,
    judgement: judged === null ? NOT_SELECTED : { flag: judged.flag, reason: judged.reason, score: judged.score },
    verdict: found.anomalies.find((one) => isOfSensor(one) && one.time === time) ?? null,
    isSettled: slotOf(end) >= settledAt,
    faults,
    underFault: gravestOf(under),
  };
}

/** What the faults of days among some say of a value in their time. */
function underLasting(faults: readonly Fault[], time: number, value: number | null): ValueUnderFault[] {
  if (value === null) return [];
  return faults.flatMap((fault) => {
    if (!isFaultOfDays(fault.kind)) return [];
    const { flag, estimate, uncertainty } = lastingValue(fault, { time, value });
    return [{ faultId: fault.id, flag, estimate, uncertainty }];
  });
}

/** First slot that is judged: a day before the report, or where a fault over it begins. @param stored faults over it */
function firstJudged(slot: number, stored: readonly Fault[]): number {
  const begins = stored
    .filter(({ kind }) => !isFaultOfDays(kind))
    .map((fault) => slotOf(fault.start) - BEFORE_FAULT_SLOTS);
  return Math.max(slot - MOST_BEFORE_SLOTS, Math.min(slot - JUDGED_BEFORE_SLOTS, ...begins));
}

/** The one station, by the number that its registration gives it. */
function shareOf(station: string, { stations }: ReplayHistory): ReplayShare {
  const from = [...new Set(stations.map(({ id }) => id))].indexOf(station);
  return { of: MORE_THAN_STATIONS, from, below: from + 1 };
}
