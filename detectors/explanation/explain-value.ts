import type { ObservationSource } from '../../ingest/observation-source.ts';
import { HalcyonError } from '../../schemas/errors.ts';
import { isFaultOfDays } from '../../schemas/fault.ts';
import type { JudgementConfiguration } from '../../schemas/judgement-configuration.ts';
import type { Observation } from '../../schemas/observation.ts';
import { SLOT_MS, SLOTS_PER_DAY, SLOTS_PER_HOUR, slotOf, timeOfSlot } from '../../schemas/time.ts';
import { planJudgement, settledBy } from '../network/judgement-plan.ts';
import { readHistory } from '../replay/replay.ts';
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
  const start = timeOfSlot(await firstJudged(source, asked)) - SLOT_MS / 2;
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
  const faults = found.faults.filter(
    (fault) => isOfSensor(fault) && fault.start <= time && (fault.end === null || time <= fault.end),
  );
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
    underFault: trace.under(faults),
  };
}

/** First slot that is judged: a day before the report, or where a fault over it begins. */
async function firstJudged(source: ObservationSource, { network, report, variable }: ExplainedReport): Promise<number> {
  const { station, time } = report;
  const slot = slotOf(time);
  const stored = (await source.faults?.(network, time, time, station)) ?? [];
  const begins = stored
    .filter((fault) => fault.variable === variable && !isFaultOfDays(fault.kind))
    .map((fault) => slotOf(fault.start) - BEFORE_FAULT_SLOTS);
  return Math.max(slot - MOST_BEFORE_SLOTS, Math.min(slot - JUDGED_BEFORE_SLOTS, ...begins));
}

/** The one station, by the number that its registration gives it. */
function shareOf(station: string, { stations }: ReplayHistory): ReplayShare {
  const from = [...new Set(stations.map(({ id }) => id))].indexOf(station);
  return { of: MORE_THAN_STATIONS, from, below: from + 1 };
}
