import { HEALTH_STATUSES, type HealthStatus } from '../../schemas/health-report.ts';

/** One thing that is not as it should be, in words. */
export interface HealthIssue {
  readonly severity: Exclude<HealthStatus, 'healthy'>;
  readonly text: string;
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
