import { isCondition } from '../../schemas/alert.ts';
import type { Anomaly } from '../../schemas/anomaly.ts';
import { CLASS_OF_CERTAINTY, type Fault } from '../../schemas/fault.ts';
import type { Station } from '../../schemas/station.ts';
import type { Occasion } from './occasion.ts';
import type { Alert } from './records/alert-records.ts';
import type { Silence } from './records/silence-records.ts';
import type { AlertRule, RuleDefinition } from './rules/alert-rule.ts';
import { isAt } from './rules/place.ts';

const MINUTE_MS = 60_000;
/** What ended longer ago than this is history that is being loaded: nobody is told of it [ms]. */
export const HISTORY_MS = 24 * 60 * MINUTE_MS;

/** The station of an id, in one network; null where it is not known. */
export type StationOf = (id: string) => Station | null;

/**
 * True where an occasion raises an alert of a rule. A fault that has lasted for as long as the rule asks for need not be
 * settled: so many reports have said the same. A condition that had lasted so long for a day already is how things are.
 */
export function raises(rule: AlertRule, occasion: Occasion, stationOf: StationOf): boolean {
  const { network, stations, classification, first, last, explained, partOf } = occasion;
  if (!rule.enabled || rule.deleted || explained !== null) return false;
  if (partOf !== null && rule.classes.includes(partOf)) return false;
  if (!concerns(rule, occasion) || !stations.some((id) => isAt(rule, network, id, stationOf(id)))) return false;
  const least = (rule.minDurationMinutes ?? 0) * MINUTE_MS;
  if (last - first < least) return false;
  if (isCondition(classification) && last - first > least + HISTORY_MS) return false;
  return (occasion.firm || least > 0) && occasion.judged >= rule.since;
}

/** True where a rule wants to know of what an occasion is, wherever it is. */
function concerns(rule: RuleDefinition, { classification, variables }: Occasion): boolean {
  if (!rule.classes.includes(classification)) return false;
  return rule.variables === null || rule.variables.some((variable) => variables.includes(variable));
}

/** True where an alert may stay open: of a failure while nobody can tell whether it still holds, too. */
export function staysOpen(rule: RuleDefinition, occasion: Occasion): boolean {
  const unknown = occasion.fault !== null && occasion.classification === 'suspected';
  return concerns(rule, occasion) || (unknown && concerns(rule, { ...occasion, classification: 'device_failure' }));
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

/** False where a fault is not one that a rule wants to know of. */
export function mayRaiseFault(
  rule: RuleDefinition,
  { network, station, variable, certainty }: Pick<Fault, 'network' | 'station' | 'variable' | 'certainty'>,
): boolean {
  if (!rule.enabled || !rule.classes.includes(CLASS_OF_CERTAINTY[certainty])) return false;
  if (rule.networks !== null && !rule.networks.includes(network)) return false;
  if (rule.stations !== null && !rule.stations.includes(station)) return false;
  return rule.variables === null || rule.variables.includes(variable);
}

/**
 * True where an alert is to be kept to itself: it opens while the silence lasts, or what it is of began then, and it touches
 * nothing else than what is to be silent.
 */
export function isSilenced(
  silence: Silence,
  alert: Pick<Alert, 'network' | 'stations' | 'variables' | 'fault' | 'first' | 'opened'>,
  stationOf: StationOf,
): boolean {
  const { from, to, variables, kinds } = silence;
  if (kinds !== null && (alert.fault === null || !kinds.includes(alert.fault.said.kind))) return false;
  if (![alert.opened, alert.first].some((time) => time >= from && time <= to)) return false;
  if (variables !== null && alert.variables.some((variable) => !variables.includes(variable))) return false;
  return alert.stations.every((id) => isAt(silence, alert.network, id, stationOf(id)));
}

/**
 * True where a silence is for a fault, whenever that began.
 *
 * @param station null where it is not known
 */
export function mutes(
  silence: Pick<Silence, 'networks' | 'stations' | 'variables' | 'box' | 'area' | 'kinds'>,
  { network, station: id, variable, kind }: Pick<Fault, 'network' | 'station' | 'variable' | 'kind'>,
  station: Station | null,
): boolean {
  if (silence.kinds !== null && !silence.kinds.includes(kind)) return false;
  if (silence.variables !== null && !silence.variables.includes(variable)) return false;
  return isAt(silence, network, id, station);
}
