import type { FaultKind } from '../../schemas/fault.ts';
import { HEALTH_STATUSES, type HealthStatus } from '../../schemas/reports/health-report.ts';

/** What can be wrong with a station or a sensor; docs/health-check.md says how each is found. */
export type HealthIssueKind =
  | 'completeness'
  | 'null_ratio'
  | 'out_of_range'
  | 'contradiction'
  | 'zero_ratio'
  | 'variance'
  | 'constant'
  | 'unchanged'
  | 'repeated'
  | 'spikes'
  | 'stalled'
  | 'dry_gauge'
  | FaultKind;

/** One thing that is not as it should be, in words. */
export interface HealthIssue {
  readonly kind: HealthIssueKind;
  readonly severity: Exclude<HealthStatus, 'healthy'>;
  readonly text: string;
}

/** An issue of a kind where the status is not `healthy`. */
export function issueOf(kind: HealthIssueKind, severity: HealthStatus, text: string): HealthIssue | null {
  return severity === 'healthy' ? null : { kind, severity, text };
}

/** The worst of some statuses; `healthy` where there is none. */
export function worstOf(statuses: Iterable<HealthStatus>): HealthStatus {
  let worst = 0;
  for (const status of statuses) worst = Math.max(worst, HEALTH_STATUSES.indexOf(status));
  return HEALTH_STATUSES[worst];
}

/** A fraction as a percentage with one decimal. */
export function percent(fraction: number): string {
  return `${(fraction * 100).toFixed(1)} %`;
}
