import type { Fault } from '../../schemas/fault.ts';
import type { HealthStatus } from '../../schemas/reports/health-report.ts';
import type { Variable } from '../../schemas/variables.ts';
import { faultIssues } from './fault-issues.ts';
import { type HealthIssue, issueOf, percent, worstOf } from './health-issue.ts';
import { completenessStatus } from './health-thresholds.ts';
import type { HoursAround } from './passing-hour.ts';
import { repeatIssue } from './repeated-reports.ts';
import type { StationTally } from './station-tally.ts';
import { surroundingsOf } from './surroundings.ts';
import { type VariableFindings, variableHealth } from './variable-health.ts';

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
 * @param expected reports that the period should have
 * @param neighbours the stations around it
 * @param hours its hours against theirs
 * @param faults of its sensors
 */
export function stationHealth(
  tally: StationTally,
  cadence: number,
  expected: number,
  variables: readonly Variable[],
  neighbours: readonly StationTally[],
  hours: HoursAround,
  faults: readonly Fault[],
): StationFindings {
  const completeness = Math.min(1, tally.reports / expected);
  const found = [completenessIssue(tally.reports, expected, completeness, cadence), repeatIssue(tally, hours.repeated)];
  const issues = found.filter((issue) => issue !== null);
  const sensors = new Map<Variable, VariableFindings>();
  for (const variable of variables) {
    const own = tally.of(variable);
    const around = surroundingsOf(own, neighbours);
    const known = faultIssues(faults, variable);
    sensors.set(variable, variableHealth(own, tally.reports, expected, around, hours, known));
  }
  const all = [...issues, ...[...sensors.values()].flatMap((one) => one.issues)];
  const status = worstOf(all.map((issue) => issue.severity));
  return { reports: tally.reports, cadence, expected, completeness, issues, variables: sensors, status };
}

function completenessIssue(
  reports: number,
  expected: number,
  completeness: number,
  cadence: number,
): HealthIssue | null {
  const kind = 'completeness';
  if (reports === 0) return { kind, severity: 'critical', text: 'no observation in the period' };
  const text = `data completeness ${percent(completeness)}: ${reports} of ${expected} observations came (one in ${cadence} minutes)`;
  return issueOf(kind, completenessStatus(completeness), text);
}
