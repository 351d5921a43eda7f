import { type Fault, isFaultOfDays } from '../../schemas/fault.ts';
import type { Variable } from '../../schemas/variables.ts';
import type { HealthIssue } from './health-issue.ts';

/**
 * The faults of days of one sensor as issues: critical where one is certain and holds at the end of the period, but a warning
 * of a gauge, since showers are local.
 */
export function lastingIssues(faults: readonly Fault[], variable: Variable): HealthIssue[] {
  return faults.flatMap(({ variable: of, kind, end, certainty, reason }) => {
    if (of !== variable || !isFaultOfDays(kind)) return [];
    const isCritical = end === null && certainty === 'failure' && variable !== 'rain';
    const doubt = certainty === 'failure' ? '' : ' (suspected: too few neighbours near)';
    return [{ kind, severity: isCritical ? 'critical' : 'warning', text: `${reason}${doubt}` }];
  });
}
