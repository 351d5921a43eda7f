import type { Episode } from '../../detectors/episodes/episode.ts';
import { NAMED_ANOMALIES, type ReportedEpisode } from '../../schemas/reports/reported-episode.ts';
import { isoOf } from '../../schemas/time.ts';
import { VARIABLE_SPECIFICATIONS } from '../../schemas/variables.ts';
import type { KnownMarks } from './marks.ts';
import { finite, rounded } from './report-number.ts';

/** An episode as reports and REST answers show it (docs/episodes.md). Numbers are finite, and those of its anomalies. */
export function reportedEpisode(episode: Episode, said: KnownMarks): ReportedEpisode {
  const { members, largest } = episode;
  const actual = finite(largest.actual, 0);
  const expected = rounded(finite(largest.expected, actual));
  const { maintenance } = said.marksOf(largest);
  return {
    episode_id: episode.id,
    network: episode.network,
    station_id: episode.station,
    station_name: episode.stationName,
    classification: episode.classification,
    ...(maintenance !== null && { maintenance }),
    kind: episode.kind,
    logger: episode.logger,
    variables: [...episode.variables],
    start: isoOf(episode.start),
    end: episode.end === null ? null : isoOf(episode.end),
    anomalies: members.length,
    classes: { ...episode.classes },
    anomaly_ids: members.slice(0, NAMED_ANOMALIES).map(({ id }) => id),
    largest: {
      anomaly_id: largest.id,
      variable: largest.variable,
      deviation: rounded(finite(actual - expected, 0)),
      units: VARIABLE_SPECIFICATIONS[largest.variable].unit,
      timestamp: isoOf(largest.time),
    },
    reason: largest.reason,
    description: episode.description,
  };
}
