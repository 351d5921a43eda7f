import type { Classification } from '../../../schemas/anomaly.ts';
import { printable } from '../../../schemas/printable.ts';
import type { JoinedAnomaly, ShortTermReport } from '../../../schemas/reports/report.ts';
import { minute } from '../terminal/minute-text.ts';
import { shortNumber } from '../terminal/short-number.ts';
import { tableLines, wrapped } from '../terminal/table-lines.ts';
import type { ConsoleLook } from './console-report.ts';
import { neighbourTable } from './neighbour-table.ts';
import {
  episodesShown,
  type ShownEpisode,
  type StationAnomalies,
  stationsInDetail,
  stationsWithAnomalies,
} from './shown-anomalies.ts';

/** Colour of each class. */
export const CLASS_STYLE = { device_failure: 'red', weather_event: 'cyan', suspected: 'yellow' } as const;

const OVERVIEW_ROWS = 20;

/** The stations with anomalies, those with failures first, then their data tables, episode by episode. */
export function anomalyLines(found: Pick<ShortTermReport, 'anomalies' | 'episodes'>, look: ConsoleLook): string[] {
  if (found.anomalies.length === 0) return ['', 'No anomalies.'];
  const stations = stationsWithAnomalies(found);
  return [...overviewLines(stations, look), ...detailLines(stations, look)];
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
  const shown = stationsInDetail(stations, look.verbose);
  const lines = shown.flatMap((station) => stationLines(station, look));
  const left = stations.slice(shown.length);
  if (left.length > 0) {
    const episodes = left.reduce((sum, station) => sum + station.episodes.length, 0);
    lines.push('', cutLine(episodes, `episodes of ${left.length} more stations`));
  }
  return lines;
}

function stationLines(station: StationAnomalies, look: ConsoleLook): string[] {
  const { paint, width, verbose } = look;
  const shown = episodesShown(station, verbose);
  const name = station.name === station.id ? '' : `  ${station.name}`;
  const [titles, ...rows] = tableLines(
    COLUMNS,
    shown.flatMap(({ anomalies }) => anomalies.map(cells)),
    width,
  );
  const lines = ['', `${paint('bold', station.id)}${name}`, paint('dim', titles)];
  for (const one of shown) lines.push(...episodeLines(one, rows.splice(0, one.anomalies.length), look));
  const left = station.episodes.length - shown.length;
  if (left > 0) lines.push(cutLine(left, 'episodes of this station'));
  return lines;
}

/**
 * The rows of an episode, with what it is where it is of several anomalies, and the values beside those of the neighbours;
 * when verbose with the reasons of each.
 */
function episodeLines({ episode, anomalies }: ShownEpisode, rows: readonly string[], look: ConsoleLook): string[] {
  const { paint, width, verbose, beside } = look;
  const under = (text: string) => wrapped(text, width - 4).map((line) => paint('dim', `    ${line}`));
  const kind = episode.logger ? `${episode.kind} of the logger` : episode.kind;
  const what = `${episode.anomalies} anomalies, ${kind}: ${episode.description}`;
  const head = episode.anomalies > 1 ? under(what) : [];
  const lines = rows.flatMap((row, at) => [
    paint(styleOf(anomalies[at].classification), row),
    ...(verbose ? under(printable(anomalies[at].reason)) : []),
    ...neighbourTable(anomalies[at], beside?.get(anomalies[at].anomaly_id), look),
  ]);
  return verbose ? [...head, ...lines] : [...lines, ...head];
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

function cells(anomaly: JoinedAnomaly): string[] {
  const { enabled, correlation, neighbors_checked } = anomaly.spatial_verification;
  return [
    minute(anomaly.timestamp),
    anomaly.variable,
    `${shortNumber(anomaly.actual_value)} ${anomaly.units}`,
    shortNumber(anomaly.expected_value),
    `${anomaly.deviation > 0 ? '+' : ''}${shortNumber(anomaly.deviation)}`,
    shortNumber(anomaly.score),
    anomaly.check,
    anomaly.classification,
    enabled ? correlation.toFixed(2) : '-',
    enabled ? String(neighbors_checked) : '-',
  ];
}

function styleOf(classification: string): (typeof CLASS_STYLE)[keyof typeof CLASS_STYLE] {
  return CLASS_STYLE[classification as Classification];
}

/** Says how much of a list is not shown. */
export function cutLine(count: number, what: string): string {
  return `... and ${count} ${what} (--verbose lists all, --save keeps all)`;
}
