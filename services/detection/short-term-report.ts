import { episodeMember } from '../../detectors/episodes/episode-member.ts';
import { foldEpisodes } from '../../detectors/episodes/fold-episodes.ts';
import type { NotJudged, ReplayResult } from '../../detectors/replay/replay-result.ts';
import type { Classification } from '../../schemas/anomaly.ts';
import { faultKinds } from '../../schemas/fault.ts';
import type { NotJudgedEntry, ShortTermReport } from '../../schemas/reports/report.ts';
import { isoOf } from '../../schemas/time.ts';
import { VARIABLE_SPECIFICATIONS, type Variable } from '../../schemas/variables.ts';
import { reportedAnomaly } from '../answers/reported-anomaly.ts';
import { reportedEpisode } from '../answers/reported-episode.ts';
import { reportedFault } from '../answers/reported-fault.ts';
import { reportedOutage } from '../answers/reported-outage.ts';
import { reportedWeatherEvent } from '../answers/reported-weather-event.ts';
import { NO_OVERLAY, type Overlay } from '../experts/overlay.ts';
import type { DetectionRequest } from './detection-request.ts';

const HOUR_MS = 3_600_000;

/**
 * The short-term report of section 2.4 of the interface document.
 *
 * @param network the network that was judged
 * @param thresholds score beyond which each method or check flags, by name
 * @param overlay what people say of the anomalies: what they call normal is left out
 */
export function shortTermReport(
  request: DetectionRequest,
  network: string,
  result: ReplayResult,
  thresholds: Readonly<Record<string, number>>,
  overlay: Overlay = NO_OVERLAY,
): ShortTermReport {
  const { configuration } = request;
  const shown = result.anomalies.filter((anomaly) => !overlay.hides(anomaly));
  const members = shown.map((anomaly) => episodeMember(overlay.reclassified(anomaly)));
  const episodes = foldEpisodes(members, {
    window: configuration.windowHours * HOUR_MS,
    until: request.end,
  });
  const episodeOf = new Map(episodes.flatMap(({ id, members }) => members.map((member) => [member.id, id])));
  const eventOf = new Map(result.weather.flatMap(({ id, anomalyIds }) => anomalyIds.map((anomaly) => [anomaly, id])));
  const anomalies = shown.map((anomaly) => {
    const event = eventOf.get(anomaly.id);
    return {
      ...reportedAnomaly(anomaly, overlay.marksOf(anomaly)),
      episode_id: episodeOf.get(anomaly.id) ?? anomaly.id,
      ...(event !== undefined && { weather_event_id: event }),
    };
  });
  const anomalous = new Set(anomalies.map((anomaly) => anomaly.station_id));
  const stations = new Set(result.stations.map(({ id }) => id));
  const asked = (one: { readonly station: string; readonly variable: Variable }) =>
    configuration.variables.includes(one.variable) && stations.has(one.station);
  const faults = overlay.asPeopleSay(result.faults, request.start, request.end).filter(asked);
  const faulty = new Set(faults.map(({ station }) => station));
  const normal = result.judgedStations.filter((station) => !anomalous.has(station) && !faulty.has(station));
  const count = (classification: Classification) =>
    anomalies.filter((one) => one.classification === classification && one.maintenance === undefined).length;
  return {
    metadata: {
      timestamp: isoOf(request.end),
      window_hours: configuration.windowHours,
      temporal_method: configuration.temporalMethod,
      spatial_verify: configuration.spatialVerify,
      spatial_method: configuration.spatialMethod,
      network,
      start: isoOf(request.start),
      neighbor_radius_km: configuration.neighborRadiusKm,
      fault_kinds: [...faultKinds(configuration.spatialVerify)],
      faults_since: result.faultsSince === null ? null : isoOf(result.faultsSince),
      variables: [...configuration.variables],
      checks: [...configuration.checks],
      verdicts: request.verdicts,
      thresholds: { ...thresholds },
      units: Object.fromEntries(configuration.variables.map((name) => [name, VARIABLE_SPECIFICATIONS[name].unit])),
      values_judged: result.valuesJudged,
      values_not_judged: result.valuesNotJudged,
      values: {
        received: result.valuesReceived,
        judged: result.valuesJudged,
        not_judged: unjudgedByReason(result.notJudged),
      },
    },
    summary: {
      total_stations: result.stations.length,
      anomalous_stations: anomalous.size,
      normal_stations: normal.length,
      device_failures: count('device_failure'),
      weather_events: count('weather_event'),
      suspected: count('suspected'),
      in_maintenance: anomalies.filter(({ maintenance }) => maintenance !== undefined).length,
      episodes: episodes.length,
    },
    anomalies,
    episodes: episodes.map((episode) => reportedEpisode(episode, overlay)),
    faults: faults.map(reportedFault),
    weather: result.weather.map(reportedWeatherEvent),
    normal_stations: normal,
    not_judged: result.notJudged.map(notJudgedEntry),
    outages: result.outages.map(reportedOutage),
  };
}

/** How many values were not judged, by reason; of what a record does not hold there is none. */
function unjudgedByReason(entries: readonly NotJudged[]): Record<string, number> {
  const byReason: Record<string, number> = {};
  for (const { reason, count } of entries) {
    if (reason !== 'missing' && count > 0) byReason[reason] = (byReason[reason] ?? 0) + count;
  }
  return byReason;
}

function notJudgedEntry(entry: NotJudged): NotJudgedEntry {
  return { station_id: entry.station, variable: entry.variable, reason: entry.reason, count: entry.count };
}
