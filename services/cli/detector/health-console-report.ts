import { faultIssueText } from '../../../detectors/health/fault-issues.ts';
import { percent } from '../../../detectors/health/health-issue.ts';
import { printable } from '../../../schemas/printable.ts';
import type { HealthReport, StationHealth, VariableHealth } from '../../../schemas/reports/health-report.ts';
import type { ReportedFault } from '../../../schemas/reports/reported-fault.ts';
import { isoOf } from '../../../schemas/time.ts';
import type { HealthRequest } from '../../health/health-request.ts';
import { tableLines } from '../terminal/table-lines.ts';
import { type ConsoleLook, labelled, plural } from './console-report.ts';

const STATUS_STYLE = { healthy: 'green', warning: 'yellow', critical: 'red', 'not judged': 'dim' } as const;
type ShownStatus = keyof typeof STATUS_STYLE;

/**
 * The health report for people: summary, then one row a station with one line an issue and fault below it. Ends with a line break.
 *
 * A fault that is an issue too has one line. Rows and issues are never cut, so that a script finds every station; `verbose` adds the metrics of each variable.
 */
export function healthConsoleReport(
  network: string,
  request: HealthRequest,
  report: HealthReport,
  look: ConsoleLook,
): string {
  const lines = [
    look.paint('bold', `Health report, network ${printable(network)}`),
    '',
    labelled('End Time', isoOf(request.end)),
    labelled('Period', plural(request.days, 'day')),
    labelled('Variables', request.variables.join(', ')),
    ...(request.station === null ? [] : [labelled('Station', printable(request.station))]),
    '',
    ...countLines(report, look),
    '',
    ...stationLines(report, look),
  ];
  return `${lines.join('\n')}\n`;
}

function countLines(report: HealthReport, { paint }: ConsoleLook): string[] {
  const count = (label: string, status: ShownStatus) => {
    const number = report.filter((station) => shownStatus(station) === status).length;
    return paint(number === 0 ? 'reset' : STATUS_STYLE[status], labelled(label, String(number)));
  };
  return [
    labelled('Total Stations', String(report.length)),
    count('Healthy', 'healthy'),
    count('Warning', 'warning'),
    count('Critical', 'critical'),
    ...(report.some((station) => shownStatus(station) === 'not judged') ? [count('Not Judged', 'not judged')] : []),
  ];
}

/** A station with too few readings is not called healthy. */
function shownStatus({ overall_status: status, judged }: StationHealth): ShownStatus {
  return status === 'healthy' && !judged ? 'not judged' : status;
}

const COLUMNS = [
  { title: 'Station', shrinks: 2 },
  { title: 'Name', shrinks: 1, leaves: 3 },
  { title: 'Status' },
  { title: 'Completeness', align: 'right' },
  { title: 'Issues', align: 'right' },
  { title: 'Data points', align: 'right', leaves: 2 },
  { title: 'Cadence', align: 'right', leaves: 1 },
] as const;

function stationLines(report: HealthReport, { paint, width, verbose }: ConsoleLook): string[] {
  const [titles, ...rows] = tableLines(COLUMNS, report.map(cells), width);
  const lines = [paint('dim', titles)];
  for (const [at, row] of rows.entries()) {
    const station = report[at];
    const { issues, faults, variable_reports } = station;
    lines.push(paint(STATUS_STYLE[shownStatus(station)], row));
    for (const issue of issues) lines.push(`    ${issue}`);
    for (const fault of faults) lines.push(`    ${faultLine(fault)}`);
    for (const one of variable_reports) {
      const told = new Set(faults.filter(({ variable }) => variable === one.variable).map(faultIssueText));
      const others = one.issues.filter((issue) => !told.has(issue));
      for (const issue of others) lines.push(`    ${one.variable}: ${issue}`);
      if (verbose) lines.push(paint('dim', `    ${metricsOf(one)}`));
    }
  }
  return lines;
}

/** A fault with its whole times: its reason leaves out the day where that is clear from the fault alone. */
function faultLine({ variable, certainty, start, end, reason }: ReportedFault): string {
  const ended = end === start ? `at ${start}` : `from ${start} to ${end}`;
  return `${variable}: ${certainty} ${end === null ? `since ${start}` : ended}, ${printable(reason)}`;
}

function cells(station: StationHealth): string[] {
  return [
    printable(station.station_id),
    printable(station.station_name),
    shownStatus(station).toUpperCase(),
    percent(station.expected_completeness),
    String(issueCount(station)),
    `${station.total_data_points} of ${station.expected_data_points}`,
    `${station.cadence_minutes} min`,
  ];
}

function issueCount(station: StationHealth): number {
  return station.variable_reports.reduce((sum, { issues }) => sum + issues.length, station.issues.length);
}

function metricsOf(one: VariableHealth): string {
  const parts = [
    `zero ratio ${percent(one.zero_ratio)}`,
    `null ratio ${percent(one.null_ratio)}`,
    `variance ${Number(one.variance.toPrecision(3))} (${one.units})^2`,
    `${plural(one.valid_readings, 'valid reading')}`,
    `unchanged for up to ${one.longest_unchanged_hours.toFixed(1)} hours`,
  ];
  return `${one.variable}: ${parts.join(', ')}`;
}
