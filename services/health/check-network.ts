import { faultReason } from '../../detectors/faults/fault-words.ts';
import { checkHealth, type HealthAnswer } from '../../detectors/health/health-check.ts';
import type { ObservationSource } from '../../ingest/observation-source.ts';
import { HalcyonError } from '../../schemas/errors.ts';
import type { Fault } from '../../schemas/fault.ts';
import type { HealthReport } from '../../schemas/reports/health-report.ts';
import { isoOf, timeOfSlot } from '../../schemas/time.ts';
import { nothingThere } from '../detection/nothing-there.ts';
import { Overlay } from '../experts/overlay.ts';
import { chooseNetwork } from '../stations/choose-network.ts';
import { healthReport } from './health-report.ts';
import { type HealthRequest, periodStart } from './health-request.ts';

const IDS_SHOWN = 10;
/** Whole days in which at least one quarter can be held against those before, wherever they begin. */
const DAYS_TO_EXAMINE = 3;

export interface HealthOptions {
  /** Aborting it ends the check with HalcyonError `interrupted`. */
  readonly signal?: AbortSignal;
  /** Called now and then with the slots done and the slots in all. */
  readonly onProgress?: (done: number, total: number) => void;
  /** What whoever asks is to say to have the newest observations checked, by their time [ms since the epoch]. */
  readonly advise?: (newest: number) => string;
}

export interface HealthOutcome {
  readonly network: string;
  readonly report: HealthReport;
  /** Observations of the network in the period. */
  readonly observations: number;
  /** What is to be known about the report, as sentences. */
  readonly warnings: readonly string[];
}

/**
 * Checks the sensors of one network over days.
 *
 * @throws HalcyonError `insufficient_data` where the network has no observation in the period; `unknown_network`,
 *   `unknown_station` or `invalid_parameter` where it is not clear what is meant; `interrupted`; what the source throws
 */
export async function checkNetwork(
  source: ObservationSource,
  request: HealthRequest,
  options: HealthOptions = {},
): Promise<HealthOutcome> {
  const network = await chooseNetwork(source, request.network);
  if (request.station !== null) await refuseUnknownStation(source, network, request.station);
  const faults = asKnownAt(request.end, await faultsOf(source, network, request));
  const examined = (await source.lastingCondition?.(network, request.end))?.slot ?? null;
  const question = { ...request, network, ...options, faults, examined };
  const { stations, observations, unexamined } = await checkHealth(source, question);
  // A network that was silent altogether says nothing about its sensors.
  if (observations === 0) {
    const stretch = { start: periodStart(request), end: request.end };
    throw nothingThere(network, stretch, await source.extent(network), options.advise);
  }
  const warnings = examined === null || unexamined === null ? [] : [behindWarning(network, examined, unexamined)];
  return { network, report: healthReport(request, stations, faults), observations, warnings };
}

function behindWarning(network: string, examined: number, unexamined: NonNullable<HealthAnswer['unexamined']>): string {
  const behind = `network ${network} is examined for faults of days up to ${isoOf(timeOfSlot(examined))} only`;
  return unexamined === 'examined here'
    ? `${behind}; this check has examined the rest by the period alone`
    : `${behind}; this period is too short to examine the rest: check ${DAYS_TO_EXAMINE} days or more`;
}

/** Stored faults of the period, but for those that people call normal or weather. */
async function faultsOf(source: ObservationSource, network: string, request: HealthRequest): Promise<Fault[]> {
  const { station, end } = request;
  const faults = (await source.faults?.(network, periodStart(request) + 1, end, station ?? undefined)) ?? [];
  if (faults.length === 0) return faults;
  const overlay = new Overlay((await source.rules?.(network)) ?? []);
  return faults.filter((fault) => !overlay.explains(fault));
}

/**
 * Faults as they were at a time [ms since the epoch]: what became known later is left out. The sentence of one that ended later
 * is made anew, since it tells of the end.
 */
function asKnownAt(time: number, faults: readonly Fault[]): Fault[] {
  const known = faults.filter((fault) => fault.known <= time);
  return known.map((fault) => {
    if (fault.recovered === null || fault.recovered <= time) return fault;
    const open = { ...fault, end: null, recovered: null };
    // Neither its last report then nor the value at which it was stuck is stored, nor how many values were wrong.
    return { ...open, reason: faultReason({ ...open, last: open.start, stuckAt: null, wrongs: null }) };
  });
}

async function refuseUnknownStation(source: ObservationSource, network: string, station: string): Promise<void> {
  const ids = (await source.stations(network)).map(({ id }) => id).sort();
  if (ids.includes(station)) return;
  const some = ids.slice(0, IDS_SHOWN).join(', ') + (ids.length > IDS_SHOWN ? `, ... (${ids.length} in all)` : '');
  const msg = `network ${network} has no station '${station}'; it has ${some || 'none'}`;
  throw new HalcyonError('unknown_station', msg, {
    problems: [{ loc: ['body', 'station'], msg, type: 'value_error' }],
  });
}
