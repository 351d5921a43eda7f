import { HalcyonError } from '../../../schemas/errors.ts';
import type { HealthReport } from '../../../schemas/reports/health-report.ts';
import type { ShortTermReport } from '../../../schemas/reports/report.ts';
import type { CommandIo } from '../frame/command-frame.ts';

/**
 * Exit code of a run that found what `--fail-on` names. The interface document has 0 to 4, and leaves room for more of its
 * own below 10; shells use 126 and above for themselves and for signals.
 */
export const FOUND_EXIT = 10;

/** What the detection and the health check can be told to fail on; each word includes what is graver. */
const OF_DETECTION = ['device_failure', 'suspected'] as const;
const OF_HEALTH = ['critical', 'warning'] as const;
export const FAIL_ON = [...OF_DETECTION, ...OF_HEALTH] as const;
export type FailOn = (typeof FAIL_ON)[number];

/**
 * What `--fail-on` says; null where it is not given.
 *
 * @throws HalcyonError `invalid_parameter` for a word that is none of the mode's
 */
export function failOnOf(text: string | undefined, mode: 'short_term' | 'health_check'): FailOn | null {
  if (text === undefined) return null;
  const words: readonly FailOn[] = mode === 'short_term' ? OF_DETECTION : OF_HEALTH;
  const word = words.find((one) => one === text);
  if (word !== undefined) return word;
  const where = mode === 'short_term' ? '' : ' with --health-check';
  throw new HalcyonError('invalid_parameter', `--fail-on is '${text}', should be one of ${words.join(', ')}${where}`);
}

/** A run without verification names few failures: everything else that it finds is suspected. */
export function failOnWarnings(failOn: FailOn | null, spatialVerify: boolean): readonly string[] {
  if (failOn !== 'device_failure' || spatialVerify) return [];
  return ['--fail-on device_failure finds impossible values only, as --spatial-verify is off'];
}

/**
 * What a detection found of what it is to fail on, in words; '' where that is nothing. Anomalies in maintenance windows are
 * left out, and faults all of whose anomalies are.
 */
export function foundInReport({ anomalies, faults, summary }: ShortTermReport, failOn: FailOn): string {
  const withSuspected = failOn === 'suspected';
  const inMaintenance = new Set(
    anomalies.filter(({ maintenance }) => maintenance !== undefined).map((one) => one.anomaly_id),
  );
  const counted = faults.filter(({ certainty, anomaly_ids: ids }) => {
    const excused = ids.length > 0 && ids.every((id) => inMaintenance.has(id));
    return !excused && (withSuspected || certainty === 'failure');
  });
  return inWords([
    [summary.device_failures, 'device failures'],
    [withSuspected ? summary.suspected : 0, 'suspected anomalies'],
    [counted.length, 'faults of sensors'],
  ]);
}

/** The same of a health check. Faults that are stored and open count beside the states, which rest on other measures. */
export function foundInHealth(report: HealthReport, failOn: FailOn): string {
  const withWarnings = failOn === 'warning';
  const count = (status: string) => report.filter((station) => station.overall_status === status).length;
  const open = report.flatMap(({ faults }) => faults.filter(({ end }) => end === null));
  return inWords([
    [count('critical'), 'critical stations'],
    [withWarnings ? count('warning') : 0, 'stations with warnings'],
    [open.filter(({ certainty }) => withWarnings || certainty === 'failure').length, 'open faults'],
  ]);
}

/**
 * Says on standard error what `--fail-on` found, and gives the exit code.
 *
 * @param foundBy what a choice finds, in words; '' for nothing
 */
export function exitOf(
  failOn: FailOn | null,
  foundBy: (failOn: FailOn) => string,
  { stderr }: Pick<CommandIo, 'stderr'>,
): number {
  const found = failOn === null ? '' : foundBy(failOn);
  if (found === '') return 0;
  stderr.write(`--fail-on ${failOn}: ${found}\n`);
  return FOUND_EXIT;
}

function inWords(counts: readonly (readonly [count: number, what: string])[]): string {
  return counts
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${what}: ${count}`)
    .join(', ');
}
