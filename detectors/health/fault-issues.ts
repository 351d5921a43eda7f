import { type Fault, isFaultOfDays } from '../../schemas/fault.ts';
import type { Variable } from '../../schemas/variables.ts';
import type { HealthIssue } from './health-issue.ts';

/**
 * The faults of one sensor as issues: critical where one is certain and holds at the end of the period. Those of hours are issues
 * for as long as they hold.
 */
export function faultIssues(faults: readonly Fault[], variable: Variable): HealthIssue[] {
  return faults.flatMap(({ variable: of, kind, end, certainty, reason }) => {
    if (of !== variable || (end !== null && !isFaultOfDays(kind))) return [];
    const isCritical = end === null && certainty === 'failure';
    return [{ kind, severity: isCritical ? 'critical' : 'warning', text: faultIssueText({ certainty, reason }) }];
  });
}

/** What a fault is called among the issues of its sensor. */
export function faultIssueText({ certainty, reason }: Pick<Fault, 'certainty' | 'reason'>): string {
  return certainty === 'failure' ? reason : `${reason} (suspected)`;
}
