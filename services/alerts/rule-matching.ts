import type { Episode } from '../../detectors/episodes/episode.ts';
import type { Anomaly } from '../../schemas/anomaly.ts';
import type { Station } from '../../schemas/station.ts';
import type { AlertRule, RuleDefinition } from './alert-rule.ts';
import { isAt } from './place.ts';
import type { Alert } from './records/alert-records.ts';
import type { Silence } from './records/silence-records.ts';

const MINUTE_MS = 60_000;

/** How long an episode has lasted so far, from the first time of which it speaks to its last anomaly [ms]. */
export function stretchOf({ start, members }: Episode): number {
  return members[members.length - 1].time - start;
}

/**
 * True where an episode raises an alert of a rule.
 *
 * @param judged when its anomalies were judged so, ms since the epoch, by id
 * @param station null where it is not known
 */
export function raises(
  rule: AlertRule,
  episode: Episode,
  judged: ReadonlyMap<string, number>,
  station: Station | null,
): boolean {
  if (!rule.enabled || rule.deleted) return false;
  if (!concerns(rule, episode) || !isAt(rule, episode.network, episode.station, station)) return false;
  if (stretchOf(episode) < (rule.minDurationMinutes ?? 0) * MINUTE_MS) return false;
  return episode.members.some(({ id }) => (judged.get(id) ?? 0) >= rule.since);
}

/** True where a rule wants to know of what an episode is, wherever it is: an alert that it no longer is of is over. */
export function concerns(rule: RuleDefinition, episode: Pick<Episode, 'classification' | 'variables'>): boolean {
  if (!rule.classes.includes(episode.classification)) return false;
  return rule.variables === null || rule.variables.some((variable) => episode.variables.includes(variable));
}

/** False where an anomaly could be of no episode that a rule wants to know of. */
export function mayRaise(
  rule: RuleDefinition,
  anomaly: Pick<Anomaly, 'network' | 'station' | 'classification'>,
): boolean {
  if (!rule.enabled) return false;
  // Weather is of no other episode than one of weather; what is suspected may lengthen a failure.
  const weather = anomaly.classification === 'weather_event';
  if (weather ? !rule.classes.includes('weather_event') : rule.classes.every((name) => name === 'weather_event'))
    return false;
  if (rule.networks !== null && !rule.networks.includes(anomaly.network)) return false;
  return rule.stations === null || rule.stations.includes(anomaly.station);
}

/**
 * True where an alert is to be kept to itself: it opens while the silence lasts, or its episode began then, and it touches
 * nothing else than what is to be silent.
 */
export function isSilenced(
  silence: Silence,
  alert: Pick<Alert, 'network' | 'station' | 'variables' | 'first' | 'opened'>,
  station: Station | null,
): boolean {
  const { from, to, variables } = silence;
  if (![alert.opened, alert.first].some((time) => time >= from && time <= to)) return false;
  if (variables !== null && alert.variables.some((variable) => !variables.includes(variable))) return false;
  return isAt(silence, alert.network, alert.station, station);
}
