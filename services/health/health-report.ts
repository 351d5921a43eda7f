import type { CheckedStation } from '../../detectors/health/health-check.ts';
import { worstOf } from '../../detectors/health/health-issue.ts';
import type { VariableFindings } from '../../detectors/health/variable-health.ts';
import type { HealthReport, StationHealth, VariableHealth } from '../../schemas/health-report.ts';
import { isoOf } from '../../schemas/time.ts';
import { VARIABLE_SPECIFICATIONS, type Variable } from '../../schemas/variables.ts';
import type { HealthRequest } from './health-request.ts';

const DAY_MS = 86_400_000;

/** The health-check report of section 2.4 of the interface document. */
export function healthReport(request: HealthRequest, stations: readonly CheckedStation[]): HealthReport {
  return stations.map((checked) => stationReport(request, checked));
}

function stationReport({ end, days }: HealthRequest, { station, findings }: CheckedStation): StationHealth {
  return {
    station_id: station.id,
    analysis_period_days: days,
    data_completeness: rounded(findings.completeness),
    total_data_points: findings.reports,
    overall_status: findings.status,
    variable_reports: Array.from(findings.variables, ([variable, found]) => variableReport(variable, found)),
    station_name: station.name,
    network: station.network,
    // A period of hours is no whole number of days, and their product none of milliseconds.
    period_start: isoOf(Math.round(end - days * DAY_MS)),
    period_end: isoOf(end),
    cadence_minutes: findings.cadence,
    expected_data_points: findings.expected,
    issues: findings.issues.map(({ text }) => text),
  };
}

function variableReport(variable: Variable, found: VariableFindings): VariableHealth {
  return {
    variable,
    zero_ratio: rounded(found.zeroRatio),
    null_ratio: rounded(found.nullRatio),
    variance: rounded(found.variance),
    issues: found.issues.map(({ text }) => text),
    severity: worstOf(found.issues.map(({ severity }) => severity)),
    units: VARIABLE_SPECIFICATIONS[variable].unit,
    valid_readings: found.valid,
    out_of_range: found.outOfRange,
    longest_unchanged_hours: rounded(found.longestUnchangedHours),
    stuck_ratio: rounded(found.stuckRatio),
  };
}

/** Six decimals: finer than any bound, coarse enough to hide the noise of binary fractions. */
function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
