import { type ReplayThreads, replay } from '../../detectors/replay/replay.ts';
import type { ReplayRequest, ReplayResult } from '../../detectors/replay/replay-result.ts';
import type { ObservationSource } from '../../ingest/observation-source.ts';
import { HalcyonError } from '../../schemas/errors.ts';
import type { ShortTermReport } from '../../schemas/reports/report.ts';
import { isoOf } from '../../schemas/time.ts';
import { Overlay } from '../experts/overlay.ts';
import { chooseNetwork } from '../stations/choose-network.ts';
import { flaggingThresholds } from './available-methods.ts';
import type { DetectionRequest } from './detection-request.ts';
import { JudgingThreads } from './judging-threads.ts';
import { nothingThere } from './nothing-there.ts';
import { shortTermReport } from './short-term-report.ts';

export interface DetectionOptions {
  /** Aborting it ends the detection with HalcyonError `interrupted`. */
  readonly signal?: AbortSignal;
  /** Called now and then with the slots done and the slots in all. */
  readonly onProgress?: (done: number, total: number) => void;
  /** Threads that may judge beside this one, where there is enough to judge; 0 where not given. */
  readonly threads?: number;
  /** What whoever asks is to say to have the newest observations judged, by their time [ms since the epoch]. */
  readonly advise?: (newest: number) => string;
  /** The replay engine; tests give another. */
  readonly engine?: (
    source: ObservationSource,
    request: ReplayRequest,
    threads: ReplayThreads,
  ) => Promise<ReplayResult>;
}

export interface Detection {
  readonly report: ShortTermReport;
  readonly result: ReplayResult;
}

/**
 * Judges a stretch of one network's history.
 *
 * @throws HalcyonError `insufficient_data` where not one value could be judged; `unknown_network` or
 *   `invalid_parameter` where the network is not clear; `interrupted`; what the source throws
 */
export async function detect(
  source: ObservationSource,
  request: DetectionRequest,
  options: DetectionOptions = {},
): Promise<Detection> {
  const { signal, onProgress, threads = 0, engine = replay } = options;
  const network = await chooseNetwork(source, request.network);
  await refuseWhereNothingIs(source, network, request, options.advise);
  refuseWhenAborted(signal);
  const asked: ReplayRequest = {
    network,
    start: request.start,
    end: request.end,
    configuration: request.configuration,
    verdicts: request.verdicts,
    carriesFaults: true,
    ...(signal === undefined ? {} : { signal }),
    ...(onProgress === undefined ? {} : { onProgress }),
  };
  const beside = new JudgingThreads(threads);
  let result: ReplayResult;
  try {
    result = await engine(source, asked, beside);
  } finally {
    await beside.close();
  }
  refuseWhenAborted(signal);
  if (result.valuesJudged === 0 && result.anomalies.length === 0)
    throw new HalcyonError('insufficient_data', whyNothingWasJudged(result, request));
  const overlay = new Overlay((await source.rules?.(network)) ?? []);
  const report = shortTermReport(request, network, result, flaggingThresholds(request.configuration), overlay);
  return { report, result };
}

/** Says at once where the observations lie when none of them can be in the stretch that was asked for. */
async function refuseWhereNothingIs(
  source: ObservationSource,
  network: string,
  { start, end }: DetectionRequest,
  advise: DetectionOptions['advise'],
) {
  const extent = await source.extent(network);
  if (extent !== null && end >= extent.first && start <= extent.last) return;
  throw nothingThere(network, { start, end }, extent, advise);
}

function refuseWhenAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw new HalcyonError('interrupted', 'interrupted before the analysis was done');
}

function whyNothingWasJudged(result: ReplayResult, request: DetectionRequest): string {
  const counts = new Map<string, number>();
  for (const { reason, count } of result.notJudged) counts.set(reason, (counts.get(reason) ?? 0) + count);
  const reasons = [...counts].map(([reason, count]) => `${reason} ${count}`).join(', ');
  const asked = `from ${isoOf(request.start)} to ${isoOf(request.end)}`;
  return `not one value ${asked} could be judged${reasons === '' ? '' : ` (${reasons})`}`;
}
