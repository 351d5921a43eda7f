import { type Classification, GRAVEST_FIRST } from '../../../schemas/anomaly.ts';
import { printable } from '../../../schemas/printable.ts';
import type { JoinedAnomaly, ShortTermReport } from '../../../schemas/reports/report.ts';
import type { ReportedEpisode } from '../../../schemas/reports/reported-episode.ts';
import { minute } from '../terminal/minute-text.ts';
import { tableLines, wrapped } from '../terminal/table-lines.ts';
import type { ConsoleLook } from './console-report.ts';

/** Colour of each class. */
export const CLASS_STYLE = { device_failure: 'red', weather_event: 'cyan', suspected: 'yellow' } as const;

const OVERVIEW_ROWS = 20;
const STATIONS_IN_DETAIL = 6;
const EPISODES_A_STATION = 4;

interface StationAnomalies {
  readonly id: string;
  readonly name: string;
  readonly anomalies: readonly JoinedAnomaly[];
  /** In the order of their starts. */
  readonly episodes: readonly ReportedEpisode[];
  readonly counts: Readonly<Record<Classification, number>>;
}

/** An episode with those of its anomalies that are shown. */
interface ShownEpisode {
  readonly episode: ReportedEpisode;
  readonly anomalies: readonly JoinedAnomaly[];
}

/** The stations with anomalies, those with failures first, then their data tables, episode by episode. */
export function anomalyLines(
  { anomalies, episodes }: Pick<ShortTermReport, 'anomalies' | 'episodes'>,
  look: ConsoleLook,
): string[] {
  if (anomalies.length === 0) return ['', 'No anomalies.'];
  const stations = byStation(anomalies, episodes);
  return [...overviewLines(stations, look), ...detailLines(stations, look)];
}

function byStation(anomalies: readonly JoinedAnomaly[], episodes: readonly ReportedEpisode[]): StationAnomalies[] {
  const groups = new Map<string, JoinedAnomaly[]>();
  for (const anomaly of anomalies) {
    const group = groups.get(anomaly.station_id);
    if (group === undefined) groups.set(anomaly.station_id, [anomaly]);
    else group.push(anomaly);
  }
  const stations = [...groups].map(([id, group]) => ({
    id: printable(id),
    name: printable(group[0].station_name),
    anomalies: group,
    episodes: episodes.filter(({ station_id }) => station_id === id),
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
    const episodes = left.reduce((sum, station) => sum + station.episodes.length, 0);
    lines.push('', cutLine(episodes, `episodes of ${left.length} more stations`));
  }
  return lines;
}

function stationLines(station: StationAnomalies, look: ConsoleLook): string[] {
  const { paint, width, verbose } = look;
  const episodes = verbose ? station.episodes : mostUrgent(station.episodes);
  const shown = episodes.map((episode) => ({ episode, anomalies: anomaliesShown(station, episode, verbose) }));
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

/** Of an episode the anomaly that says most; each of them where nothing is cut. */
function anomaliesShown(station: StationAnomalies, episode: ReportedEpisode, verbose: boolean): JoinedAnomaly[] {
  const { episode_id, largest } = episode;
  return station.anomalies.filter((anomaly) =>
    verbose ? anomaly.episode_id === episode_id : anomaly.anomaly_id === largest.anomaly_id,
  );
}

/** The rows of an episode, with what it is where it is of several anomalies; when verbose with the reasons of each. */
function episodeLines({ episode, anomalies }: ShownEpisode, rows: readonly string[], look: ConsoleLook): string[] {
  const { paint, width, verbose } = look;
  const under = (text: string) => wrapped(text, width - 4).map((line) => paint('dim', `    ${line}`));
  const kind = episode.logger ? `${episode.kind} of the logger` : episode.kind;
  const what = `${episode.anomalies} anomalies, ${kind}: ${episode.description}`;
  const head = episode.anomalies > 1 ? under(what) : [];
  const lines = rows.flatMap((row, at) => [
    paint(styleOf(anomalies[at].classification), row),
    ...(verbose ? under(printable(anomalies[at].reason)) : []),
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

/** The few to be shown: failures before weather, then those of more anomalies; in the order of time. */
function mostUrgent(episodes: readonly ReportedEpisode[]): readonly ReportedEpisode[] {
  const urgency = ({ classification }: ReportedEpisode) => GRAVEST_FIRST.indexOf(classification);
  const chosen = new Set(
    [...episodes].sort((a, b) => urgency(a) - urgency(b) || b.anomalies - a.anomalies).slice(0, EPISODES_A_STATION),
  );
  return episodes.filter((episode) => chosen.has(episode));
}

function styleOf(classification: string): (typeof CLASS_STYLE)[keyof typeof CLASS_STYLE] {
  return CLASS_STYLE[classification as Classification];
}

function countOf(anomalies: readonly JoinedAnomaly[], classification: Classification): number {
  return anomalies.filter((anomaly) => anomaly.classification === classification).length;
}

/** Says how much of a list is not shown. */
export function cutLine(count: number, what: string): string {
  return `... and ${count} ${what} (--verbose lists all, --save keeps all)`;
}
