import { type Classification, GRAVEST_FIRST } from '../../../schemas/anomaly.ts';
import { printable } from '../../../schemas/printable.ts';
import type { JoinedAnomaly, ShortTermReport } from '../../../schemas/reports/report.ts';
import type { ReportedEpisode } from '../../../schemas/reports/reported-episode.ts';

const STATIONS_IN_DETAIL = 6;
const EPISODES_A_STATION = 4;

/** A station with its anomalies. */
export interface StationAnomalies {
  readonly id: string;
  readonly name: string;
  readonly anomalies: readonly JoinedAnomaly[];
  /** In the order of their starts. */
  readonly episodes: readonly ReportedEpisode[];
  readonly counts: Readonly<Record<Classification, number>>;
}

/** An episode with those of its anomalies that are shown. */
export interface ShownEpisode {
  readonly episode: ReportedEpisode;
  readonly anomalies: readonly JoinedAnomaly[];
}

/** What the console report draws anomalies of. */
type Found = Pick<ShortTermReport, 'anomalies' | 'episodes'>;

/** The stations with anomalies, those with failures first. */
export function stationsWithAnomalies({ anomalies, episodes }: Found): StationAnomalies[] {
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

/** Of stations with anomalies those that are shown episode by episode. */
export function stationsInDetail(stations: readonly StationAnomalies[], verbose: boolean): readonly StationAnomalies[] {
  return verbose ? stations : stations.slice(0, STATIONS_IN_DETAIL);
}

/** Of a station the episodes that are shown, each with its anomalies that are. */
export function episodesShown(station: StationAnomalies, verbose: boolean): ShownEpisode[] {
  const episodes = verbose ? station.episodes : mostUrgent(station.episodes);
  return episodes.map((episode) => ({ episode, anomalies: anomaliesShown(station, episode, verbose) }));
}

/** Every anomaly that has a line of its own in the console report. */
export function anomaliesInDetail(found: Found, verbose: boolean): JoinedAnomaly[] {
  const stations = stationsInDetail(stationsWithAnomalies(found), verbose);
  return stations.flatMap((station) => episodesShown(station, verbose).flatMap(({ anomalies }) => anomalies));
}

/** Of an episode the anomaly that says most; each of them where nothing is cut. */
function anomaliesShown(station: StationAnomalies, episode: ReportedEpisode, verbose: boolean): JoinedAnomaly[] {
  const { episode_id, largest } = episode;
  return station.anomalies.filter((anomaly) =>
    verbose ? anomaly.episode_id === episode_id : anomaly.anomaly_id === largest.anomaly_id,
  );
}

/** The few to be shown: failures before weather, then those of more anomalies; in the order of time. */
function mostUrgent(episodes: readonly ReportedEpisode[]): readonly ReportedEpisode[] {
  const urgency = ({ classification }: ReportedEpisode) => GRAVEST_FIRST.indexOf(classification);
  const chosen = new Set(
    [...episodes].sort((a, b) => urgency(a) - urgency(b) || b.anomalies - a.anomalies).slice(0, EPISODES_A_STATION),
  );
  return episodes.filter((episode) => chosen.has(episode));
}

function countOf(anomalies: readonly JoinedAnomaly[], classification: Classification): number {
  return anomalies.filter((anomaly) => anomaly.classification === classification).length;
}
