import { printable } from '../../../schemas/printable.ts';
import type { ShortTermReport } from '../../../schemas/reports/report.ts';
import type { Paint } from '../terminal/paint.ts';
import { tableLines, wrapped } from '../terminal/table-lines.ts';
import { anomalyLines, CLASS_STYLE } from './anomaly-lines.ts';
import { faultLines } from './fault-lines.ts';
import type { ValuesBeside } from './neighbour-values.ts';
import { outageLines } from './outage-lines.ts';
import { weatherLines } from './weather-lines.ts';

/** How the console report is to look. */
export interface ConsoleLook {
  readonly paint: Paint;
  /** Columns to stay within. */
  readonly width: number;
  /** Nothing is cut. */
  readonly verbose: boolean;
  /** How the values of sensors ran, drawn, by the ids of their faults; none where the terminal cannot show it. */
  readonly courses?: ReadonlyMap<string, string>;
  /** Values of stations beside those of their neighbours, by the ids of anomalies. */
  readonly beside?: ReadonlyMap<string, readonly ValuesBeside[]>;
}

const LABEL_WIDTH = 23;
const NAMES_SHOWN = 30;

/**
 * The report for people: summary, stations, data tables, and what could not be judged. Lines that scripts look for keep
 * their labels (docs/report.md). Ends with a line break.
 */
export function consoleReport(report: ShortTermReport, look: ConsoleLook): string {
  const lines = [
    look.paint('bold', `Anomaly report, network ${printable(report.metadata.network)}`),
    '',
    ...settingLines(report),
    '',
    ...countLines(report, look),
    ...anomalyLines(report, look),
    ...faultLines(report.faults, look),
    ...weatherLines(report.weather, look),
    ...notJudgedLines(report, look),
    ...normalLines(report, look),
    ...outageLines(report.outages, look),
  ];
  return `${lines.join('\n')}\n`;
}

function settingLines({ metadata }: ShortTermReport): string[] {
  const hours = metadata.window_hours === 1 ? '1 hour' : `${metadata.window_hours} hours`;
  const threshold = metadata.thresholds[metadata.temporal_method];
  const flags = threshold === undefined ? '' : ` (flags beyond ${threshold})`;
  const verification = metadata.spatial_verify
    ? `on (${metadata.spatial_method}, neighbours up to ${metadata.neighbor_radius_km} km)`
    : 'off (--spatial-verify turns it on)';
  return [
    labelled('Start Time', metadata.start),
    labelled('End Time', metadata.timestamp),
    labelled('Window', hours),
    labelled('Method', `${metadata.temporal_method}${flags}`),
    labelled('Checks', metadata.checks.join(', ') || 'none'),
    labelled('Variables', metadata.variables.join(', ')),
    labelled('Spatial Verification', verification),
    ...faultsLookedFor(metadata),
    ...(metadata.verdicts === 'first' ? [labelled('Verdicts', 'first (at once, without verification delay)')] : []),
  ];
}

function faultsLookedFor({ spatial_verify, faults_since }: ShortTermReport['metadata']): string[] {
  if (!spatial_verify) return [labelled('Faults', 'impossible values only; others need --spatial-verify')];
  return faults_since === null ? [] : [labelled('Faults', `those of hours that began since ${faults_since}`)];
}

function countLines(report: ShortTermReport, { paint }: ConsoleLook): string[] {
  const { summary, metadata } = report;
  const touched = (classification: string) => {
    const stations = new Set(
      report.anomalies.filter((one) => one.classification === classification).map((one) => one.station_id),
    );
    return stations.size === 0 ? '' : ` at ${plural(stations.size, 'station')}`;
  };
  const counted = (label: string, count: number, classification: keyof typeof CLASS_STYLE) =>
    paint(
      count === 0 ? 'reset' : CLASS_STYLE[classification],
      `${labelled(label, String(count))}${touched(classification)}`,
    );
  const anomalous = new Set(report.anomalies.map(({ station_id }) => station_id));
  const faulty = new Set(report.faults.map(({ station_id }) => station_id));
  const long = [...faulty].filter((station) => !anomalous.has(station)).length;
  const unjudged = summary.total_stations - summary.anomalous_stations - summary.normal_stations - long;
  return [
    labelled('Total Stations', String(summary.total_stations)),
    labelled('Anomalous Stations', String(summary.anomalous_stations)),
    ...(long > 0 ? [labelled('Fault, No Anomaly', plural(long, 'station'))] : []),
    labelled('Normal Stations', String(summary.normal_stations)),
    ...(unjudged > 0 ? [labelled('Not Judged Stations', String(unjudged))] : []),
    counted('Device Failures', summary.device_failures, 'device_failure'),
    counted('Weather Events', summary.weather_events, 'weather_event'),
    counted('Suspected', summary.suspected, 'suspected'),
    ...(summary.in_maintenance > 0 ? [labelled('In Maintenance', String(summary.in_maintenance))] : []),
    labelled('Episodes', String(summary.episodes)),
    labelled('Values Received', String(metadata.values.received)),
    labelled('Values Judged', `${metadata.values_judged} (${metadata.values_not_judged} not judged)`),
  ];
}

function notJudgedLines(report: ShortTermReport, { paint, width }: ConsoleLook): string[] {
  if (report.not_judged.length === 0) return [];
  const byReason = new Map<string, { count: number; stations: Set<string>; variables: Set<string> }>();
  for (const { reason, count, station_id, variable } of report.not_judged) {
    const entry = byReason.get(reason) ?? { count: 0, stations: new Set(), variables: new Set() };
    entry.count += count;
    entry.stations.add(station_id);
    entry.variables.add(variable);
    byReason.set(reason, entry);
  }
  const rows = [...byReason]
    .sort(([, a], [, b]) => b.count - a.count)
    .map(([reason, entry]) => [
      reason,
      String(entry.count),
      String(entry.stations.size),
      [...entry.variables].join(', '),
    ]);
  const columns = [
    { title: 'Reason' },
    { title: 'Values', align: 'right' },
    { title: 'Stations', align: 'right' },
    { title: 'Variables', shrinks: 1 },
  ] as const;
  return ['', paint('bold', 'Values not judged'), ...tableLines(columns, rows, width)];
}

function normalLines(report: ShortTermReport, { paint, width, verbose }: ConsoleLook): string[] {
  const names = report.normal_stations.map(printable);
  if (names.length === 0) return [];
  const shown = verbose ? names : names.slice(0, NAMES_SHOWN);
  const more = names.length > shown.length ? ` and ${names.length - shown.length} more (--verbose lists all)` : '';
  return ['', paint('bold', 'Normal stations'), ...wrapped(`${shown.join(', ')}${more}`, width)];
}

/** A line of the summary: scripts look for its label. */
export function labelled(label: string, value: string): string {
  return `${`${label}:`.padEnd(LABEL_WIDTH)}${value}`;
}

/** A count with its noun. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
