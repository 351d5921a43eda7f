import type { HealthStatus } from '../../schemas/health-report.ts';
import type { Variable } from '../../schemas/variables.ts';
import { type HealthIssue, percent, worstOf } from './health-issue.ts';
import { completenessStatus } from './health-thresholds.ts';
import type { StationTally } from './station-tally.ts';
import { surroundingsOf } from './surroundings.ts';
import { type VariableFindings, variableHealth } from './variable-health.ts';

const DAY_MINUTES = 1440;

/** How a station was over a period. */
export interface StationFindings {
  readonly reports: number;
  /** Minutes between two reports. */
  readonly cadence: number;
  /** Reports that the period should have. */
  readonly expected: number;
  /** Share of the expected reports that came, 0 to 1. */
  readonly completeness: number;
  /** Of the station as a whole. */
  readonly issues: readonly HealthIssue[];
  readonly variables: ReadonlyMap<Variable, VariableFindings>;
  readonly status: HealthStatus;
}

/**
 * Judges a station by what passed by in a period.
 *
 * @param cadence minutes between two reports
 * @param neighbours the stations around it
 */
export function stationHealth(
  tally: StationTally,
  cadence: number,
  days: number,
  variables: readonly Variable[],
  neighbours: readonly StationTally[],
): StationFindings {
  const expected = (days * DAY_MINUTES) / cadence;
  const completeness = Math.min(1, tally.reports / expected);
  const issues = completenessIssues(tally.reports, expected, completeness, cadence);
  const found = new Map<Variable, VariableFindings>();
  for (const variable of variables) {
    const own = tally.of(variable);
    found.set(variable, variableHealth(own, tally.reports, expected, surroundingsOf(own, neighbours)));
  }
  const all = [...issues, ...[...found.values()].flatMap((one) => one.issues)];
  const status = worstOf(all.map((issue) => issue.severity));
  return { reports: tally.reports, cadence, expected, completeness, issues, variables: found, status };
}

function completenessIssues(reports: number, expected: number, completeness: number, cadence: number): HealthIssue[] {
  if (reports === 0) return [{ severity: 'critical', text: 'no observation in the period' }];
  const severity = completenessStatus(completeness);
  if (severity === 'healthy') return [];
  const text = `data completeness ${percent(completeness)}: ${reports} of ${expected} observations came (one in ${cadence} minutes)`;
  return [{ severity, text }];
}
