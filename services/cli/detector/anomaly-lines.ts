import type { Classification } from '../../../schemas/anomaly.ts';
import type { ReportedAnomaly } from '../../../schemas/report.ts';
import { printable } from '../terminal/printable.ts';
import { tableLines, wrapped } from '../terminal/table-lines.ts';
import type { ConsoleLook } from './console-report.ts';

/** Colour of each class. */
export const CLASS_STYLE = { device_failure: 'red', weather_event: 'cyan', suspected: 'yellow' } as const;

/** What an operator wants to see first. */
const URGENCY: Readonly<Record<string, number>> = { device_failure: 0, suspected: 1, weather_event: 2 };
const OVERVIEW_ROWS = 20;
const STATIONS_IN_DETAIL = 6;
const ANOMALIES_A_STATION = 4;

interface StationAnomalies {
  readonly id: string;
  readonly name: string;
  readonly anomalies: readonly ReportedAnomaly[];
  readonly counts: Readonly<Record<Classification, number>>;
}

/** The stations with anomalies, those with failures first, then their data tables; [] where there is no anomaly. */
export function anomalyLines(anomalies: readonly ReportedAnomaly[], look: ConsoleLook): string[] {
  if (anomalies.length === 0) return ['', 'No anomalies.'];
  const stations = byStation(anomalies);
  return [...overviewLines(stations, look), ...detailLines(stations, look)];
}

function byStation(anomalies: readonly ReportedAnomaly[]): StationAnomalies[] {
  const groups = new Map<string, ReportedAnomaly[]>();
  for (const anomaly of anomalies) {
    const group = groups.get(anomaly.station_id);
    if (group === undefined) groups.set(anomaly.station_id, [anomaly]);
    else group.push(anomaly);
  }
  const stations = [...groups].map(([id, group]) => ({
    id: printable(id),
    name: printable(group[0].station_name),
    anomalies: group,
    counts: {
      device_failure: countOf(group, 'device_failure'),
      weather_event: countOf(group, 'weather_event'),
      suspected: countOf(group, 'suspected'),
    },
  }));
  return stations.sort(
    (a, b) =>
      b.counts.device_failure - a.counts.device_failure ||
      b.counts.suspected - a.counts.suspected ||
      b.anomalies.length - a.anomalies.length ||
      (a.id < b.id ? -1 : 1),
  );
}

function overviewLines(stations: readonly StationAnomalies[], { paint, width, verbose }: ConsoleLook): string[] {
  const shown = verbose ? stations : stations.slice(0, OVERVIEW_ROWS);
  const rows = shown.map(({ id, name, counts, anomalies }) => [
    id,
    name,
    String(counts.device_failure),
    String(counts.weather_event),
    String(counts.suspected),
    [...new Set(anomalies.map((anomaly) => anomaly.variable))].join(', '),
  ]);
  const columns = [
    { title: 'Station', shrinks: 3 },
    { title: 'Name', shrinks: 2 },
    { title: 'Failures', align: 'right' },
    { title: 'Weather', align: 'right' },
    { title: 'Suspected', align: 'right' },
    { title: 'Variables', shrinks: 1 },
  ] as const;
  const lines = ['', paint('bold', 'Stations with anomalies'), ...tableLines(columns, rows, width)];
  if (shown.length < stations.length) lines.push(cutLine(stations.length - shown.length, 'stations'));
  return lines;
}

function detailLines(stations: readonly StationAnomalies[], look: ConsoleLook): string[] {
  const shown = look.verbose ? stations : stations.slice(0, STATIONS_IN_DETAIL);
  const lines = shown.flatMap((station) => stationLines(station, look));
  const left = stations.slice(shown.length);
  if (left.length > 0) {
    const anomalies = left.reduce((sum, station) => sum + station.anomalies.length, 0);
    lines.push('', cutLine(anomalies, `anomalies of ${left.length} more stations`));
  }
  return lines;
}

function stationLines(station: StationAnomalies, look: ConsoleLook): string[] {
  const { paint, width, verbose } = look;
  const shown = verbose ? station.anomalies : mostUrgent(station.anomalies);
  const name = station.name === station.id ? '' : `  ${station.name}`;
  const [titles, ...rows] = tableLines(COLUMNS, shown.map(cells), width);
  const lines = ['', `${paint('bold', station.id)}${name}`, paint('dim', titles)];
  for (const [at, row] of rows.entries()) {
    const { classification, reason } = shown[at];
    lines.push(paint(styleOf(classification), row));
    lines.push(...wrapped(printable(reason), width - 4).map((line) => paint('dim', `    ${line}`)));
  }
  const left = station.anomalies.length - shown.length;
  if (left > 0) lines.push(cutLine(left, 'anomalies of this station'));
  return lines;
}

const COLUMNS = [
  { title: 'Time' },
  { title: 'Variable' },
  { title: 'Value', align: 'right' },
  { title: 'Expected', align: 'right', leaves: 2 },
  { title: 'Deviation', align: 'right' },
  { title: 'Score', align: 'right', leaves: 3 },
  { title: 'Found by', leaves: 4 },
  { title: 'Class' },
  { title: 'Agreement', align: 'right', leaves: 5 },
  { title: 'Neighbours', align: 'right', leaves: 1 },
] as const;

function cells(anomaly: ReportedAnomaly): string[] {
  const { enabled, correlation, neighbors_checked } = anomaly.spatial_verification;
  return [
    anomaly.timestamp.replace(/:00Z$/, 'Z'),
    anomaly.variable,
    `${short(anomaly.actual_value)} ${anomaly.units}`,
    short(anomaly.expected_value),
    `${anomaly.deviation > 0 ? '+' : ''}${short(anomaly.deviation)}`,
    short(anomaly.score),
    anomaly.check,
    anomaly.classification,
    enabled ? correlation.toFixed(2) : '-',
    enabled ? String(neighbors_checked) : '-',
  ];
}

/** A number as a table has room for. */
function short(value: number): string {
  return Math.abs(value) < 1e6 ? value.toFixed(1) : value.toExponential(1);
}

/** The few to be shown: failures before weather, then the higher score; in the order of time. */
function mostUrgent(anomalies: readonly ReportedAnomaly[]): readonly ReportedAnomaly[] {
  const chosen = new Set(
    [...anomalies]
      .sort((a, b) => URGENCY[a.classification] - URGENCY[b.classification] || b.score - a.score)
      .slice(0, ANOMALIES_A_STATION),
  );
  return anomalies.filter((anomaly) => chosen.has(anomaly));
}

function styleOf(classification: string): (typeof CLASS_STYLE)[keyof typeof CLASS_STYLE] {
  return CLASS_STYLE[classification as Classification];
}

function countOf(anomalies: readonly ReportedAnomaly[], classification: Classification): number {
  return anomalies.filter((anomaly) => anomaly.classification === classification).length;
}

/** Says how much of a list is not shown. */
export function cutLine(count: number, what: string): string {
  return `... and ${count} ${what} (--verbose lists all, --save keeps all)`;
}
