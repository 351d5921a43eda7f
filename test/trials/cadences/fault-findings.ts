import type { JoinedAnomaly } from '../../../schemas/reports/report.ts';
import { MINUTE_MS } from './cadences.ts';
import type { FaultKind, InjectedFault } from './faulty-network.ts';

/** What is looked at of an anomaly, of a report or of the list. */
export type Verdict = Pick<
  JoinedAnomaly,
  'anomaly_id' | 'station_id' | 'variable' | 'timestamp' | 'check' | 'state' | 'reason'
> & { readonly classification: string };

/** What a run made of the faults. */
export interface FaultFindings {
  /** Faults that were found as what they are, at exactly their own time. */
  readonly found: Readonly<Record<FaultKind, number>>;
  readonly injected: Readonly<Record<FaultKind, number>>;
  /** Faults that were not, each as a sentence. */
  readonly missed: readonly string[];
  /** Device failures of right values within an hour of a fault of the same station. */
  readonly besideFailures: readonly Verdict[];
  /** Device failures of all other right values. */
  readonly otherFailures: readonly Verdict[];
}

const NEAR_MS = 60 * MINUTE_MS;

/** Holds verdicts, one of each anomaly, against the faults of their network. */
export function faultFindings(faults: readonly InjectedFault[], verdicts: readonly Verdict[]): FaultFindings {
  const temperatures = new Map<string, Verdict>();
  for (const verdict of verdicts)
    if (verdict.variable === 'temp_out')
      temperatures.set(keyOf(verdict.station_id, Date.parse(verdict.timestamp)), verdict);
  const found = { absurd: 0, shifted: 0 };
  const injected = { absurd: 0, shifted: 0 };
  const missed: string[] = [];
  for (const { station, time, kind } of faults) {
    injected[kind]++;
    const wrong = whatIsWrong(kind, temperatures.get(keyOf(station, time)));
    if (wrong === null) found[kind]++;
    else missed.push(`${kind} value of ${station} at ${new Date(time).toISOString()}: ${wrong}`);
  }
  const ofFaults = new Set(faults.map(({ station, time }) => keyOf(station, time)));
  const failures = verdicts.filter(
    (verdict) =>
      verdict.classification === 'device_failure' &&
      !(verdict.variable === 'temp_out' && ofFaults.has(keyOf(verdict.station_id, Date.parse(verdict.timestamp)))),
  );
  const isNear = ({ station_id, timestamp }: Verdict) =>
    faults.some(({ station, time }) => station === station_id && Math.abs(time - Date.parse(timestamp)) <= NEAR_MS);
  return {
    found,
    injected,
    missed,
    besideFailures: failures.filter(isNear),
    otherFailures: failures.filter((verdict) => !isNear(verdict)),
  };
}

/** What is wrong with the verdict on a fault; null where nothing is. */
function whatIsWrong(kind: FaultKind, verdict: Verdict | undefined): string | null {
  if (verdict === undefined) return 'no anomaly at its time';
  const { classification, check } = verdict;
  if (classification !== 'device_failure') return `${classification} instead of device_failure: ${verdict.reason}`;
  return kind === 'absurd' && check !== 'gross_range' ? `check ${check} instead of gross_range` : null;
}

function keyOf(station: string, time: number): string {
  return `${station} ${time}`;
}
