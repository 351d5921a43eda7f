import type { Condition } from '../../../schemas/alert.ts';
import type { Station } from '../../../schemas/station.ts';
import type { Variable } from '../../../schemas/variables.ts';
import type { Overlay } from '../../experts/overlay.ts';
import type { Occasion } from '../occasion.ts';
import type { Alert } from '../records/alert-records.ts';

/** What is known of a network whose conditions are looked at. */
export interface NetworkAtMoment {
  readonly network: string;
  /** Current time, ms since the epoch. */
  readonly time: number;
  /** By their ids. */
  readonly stations: ReadonlyMap<string, Station>;
  /** What people say of the moment. */
  readonly overlay: Overlay;
  /** Alerts of its conditions that are not resolved. */
  readonly open: readonly Alert[];
}

/** A condition that lasts, or has ended. Times in ms since the epoch. */
export interface Found {
  readonly condition: Condition;
  /** Whose it is, beside the name of the condition: a station, a sensor of it, a kind of outage. */
  readonly of: string;
  readonly stations: readonly string[];
  readonly variables: readonly Variable[];
  readonly first: number;
  readonly last: number;
  readonly summary: string;
  readonly over: string | null;
  readonly partOf?: Condition | null;
}

/** The occasion of a condition. The same condition of the same stations has one name over all looks. */
export function occasionOfCondition(
  { network, stations: registered, overlay, time }: NetworkAtMoment,
  { condition, of, stations, variables, first, last, summary, over, partOf = null }: Found,
): Occasion {
  const isInMaintenance = (station: string) =>
    variables.length > 0 &&
    variables.every((variable) => overlay.maintenanceOf({ network, station, variable, time }) !== null);
  const isGone = (station: string) => registered.get(station)?.retired !== false;
  let explained: string | null = null;
  if (stations.every(isGone)) explained = 'The station is retired.';
  else if (stations.every(isInMaintenance)) explained = 'It lies in a maintenance window.';
  return {
    network,
    stations,
    classification: condition,
    variables,
    episode: nameOf(condition, of),
    fault: null,
    faults: [],
    first,
    last,
    judged: last,
    firm: true,
    anomalies: [],
    summary,
    over,
    explained,
    partOf,
  };
}

/** What a condition is called over all looks. */
export function nameOf(condition: Condition, of: string): string {
  return `${condition}/${of}`;
}

/** An alert of a condition that nothing is known of now goes on as it was. */
export function asBefore(now: NetworkAtMoment, alert: Alert, condition: Condition, over: string | null): Occasion {
  const { stations, variables, first, summary, episode } = alert;
  const last = over === null ? now.time : alert.last;
  const of = episode.slice(nameOf(condition, '').length);
  return occasionOfCondition(now, { condition, of, stations, variables, first, last, summary, over });
}

/** What people call a station. */
export function shownName({ stations }: NetworkAtMoment, id: string): string {
  return stations.get(id)?.name || id;
}
