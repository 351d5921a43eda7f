import type { CheckedStation } from '../../detectors/health/health-check.ts';
import { worstOf } from '../../detectors/health/health-issue.ts';
import type { VariableFindings } from '../../detectors/health/variable-health.ts';
import type { Fault } from '../../schemas/fault.ts';
import type { HealthReport, StationHealth, VariableHealth } from '../../schemas/reports/health-report.ts';
import { isoOf } from '../../schemas/time.ts';
import { VARIABLE_SPECIFICATIONS, type Variable } from '../../schemas/variables.ts';
import { reportedFault } from '../answers/reported-fault.ts';
import { type HealthRequest, periodStart } from './health-request.ts';

/** Observations that the interface document's formula of completeness reckons with, one in ten minutes. */
const REPORTS_OF_A_DAY = 144;

/**
 * The health-check report of section 2.4 of the interface document.
 *
 * @param faults of the network in the period, by start
 */
export function healthReport(
  request: HealthRequest,
  stations: readonly CheckedStation[],
  faults: readonly Fault[],
): HealthReport {
  return stations.map((checked) => stationReport(request, checked, faults));
}

function stationReport(
  request: HealthRequest,
  { station, findings }: CheckedStation,
  faults: readonly Fault[],
): StationHealth {
  const { end, days, variables } = request;
  const own = faults.filter((fault) => fault.station === station.id && variables.includes(fault.variable));
  return {
    station_id: station.id,
    analysis_period_days: days,
    data_completeness: rounded(Math.min(1, findings.reports / (days * REPORTS_OF_A_DAY))),
    total_data_points: findings.reports,
    overall_status: findings.status,
    variable_reports: Array.from(findings.variables, ([variable, found]) => variableReport(variable, found)),
    station_name: station.name,
    network: station.network,
    period_start: isoOf(periodStart(request)),
    period_end: isoOf(end),
    cadence_minutes: findings.cadence,
    expected_data_points: findings.expected,
    expected_completeness: rounded(findings.completeness),
    issues: findings.issues.map(({ text }) => text),
    faults: own.map(reportedFault),
    judged: [...findings.variables.values()].every(({ judged }) => judged),
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
    judged: found.judged,
  };
}

/** Six decimals: finer than any bound, coarse enough to hide the noise of binary fractions. */
function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
