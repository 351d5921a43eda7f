import type { Episode } from '../../detectors/episodes/episode.ts';
import { longestPause } from '../../detectors/episodes/joining-rules.ts';
import type { AlertClass, Condition } from '../../schemas/alert.ts';
import type { Anomaly } from '../../schemas/anomaly.ts';
import { CLASS_OF_CERTAINTY, type Fault, showsAtOnce } from '../../schemas/fault.ts';
import { type AlertFault, alertFaultShape } from '../../schemas/http/answers/alert-answer.ts';
import { needsNoNeighbour } from '../../schemas/judgement-configuration.ts';
import type { Variable } from '../../schemas/variables.ts';
import type { Marks } from '../answers/marks.ts';
import { reportedFault } from '../answers/reported-fault.ts';
import type { AlertAnomaly, FaultOfAlert } from './records/alert-records.ts';

/**
 * What an alert may be of: a fault of a sensor, an episode of anomalies that lie under no fault, or a condition of stations
 * that lasts without an anomaly.
 */
export interface Occasion {
  readonly network: string;
  /** One; of an outage all that were in it. */
  readonly stations: readonly string[];
  readonly classification: AlertClass;
  readonly variables: readonly Variable[];
  /** Id of its first anomaly, as of episodes; of a fault without any the fault's; of a condition its name, as `silent/a`. */
  readonly episode: string;
  /** null of what is no fault. */
  readonly fault: FaultOfAlert | null;
  /** Ids of the faults that it is of: one, or those of all that a station sends; none of what is no fault. */
  readonly faults: readonly string[];
  /** First and last report that it is of, ms since the epoch. */
  readonly first: number;
  readonly last: number;
  /** When the newest of what it rests on was judged so, ms since the epoch. */
  readonly judged: number;
  /** True where later reports no longer change whether it is one. */
  readonly firm: boolean;
  /** In the order of time. */
  readonly anomalies: readonly AlertAnomaly[];
  /** In one line, for whoever is woken by it. */
  readonly summary: string;
  /** Why an alert of it is over, in words; null while it is not. */
  readonly over: string | null;
  /** Why nobody is to be told of it, in words; null where that is not so. */
  readonly explained: string | null;
  /** A rule that asks for this too tells of this alone; null of what is no part of anything. */
  readonly partOf: Condition | null;
}

/**
 * The occasion of an episode of firm anomalies.
 *
 * @param judged when its anomalies were judged so, by id, `settled` up to when the network is settled [ms since the epoch]
 */
export function occasionOfEpisode(episode: Episode, judged: ReadonlyMap<string, number>, settled: number): Occasion {
  const { network, station, stationName, classification, variables, id, start, members, description } = episode;
  const last = members[members.length - 1];
  return {
    network,
    stations: [station],
    classification,
    variables,
    episode: id,
    fault: null,
    faults: [],
    first: start,
    last: last.time,
    judged: members.reduce((newest, member) => Math.max(newest, judged.get(member.id) ?? 0), 0),
    firm: true,
    anomalies: members.map((member) => ({ id: member.id, time: member.time })),
    summary: `${stationName || station}: ${classification.replace('_', ' ')}, ${description}`,
    over: settled - last.time > longestPause(last, last) ? 'No anomaly of its episode has come since.' : null,
    explained: null,
    partOf: null,
  };
}

/** What is known of a fault beside itself. Times in ms since the epoch. */
interface KnownOfFault {
  /** Itself; of what is wrong with all that a station sends, the fault of each variable. */
  readonly same: readonly Fault[];
  /** Newest report under it. */
  readonly last: number;
  /** Those that lie under it, in the order of time. */
  readonly anomalies: readonly Anomaly[];
  /** Up to when the network is settled. */
  readonly settled: number;
  readonly explained: Occasion['explained'];
}

/**
 * The occasion of a fault. It is firm when an anomaly under it is, or the report by which it was known is settled: the store may
 * be behind the verdict that says so. What no sensor can read is firm at once.
 */
export function occasionOfFault(fault: Fault, { same, last, anomalies, settled, explained }: KnownOfFault): Occasion {
  const { network, station, stationName, certainty, reason } = fault;
  const classification = CLASS_OF_CERTAINTY[certainty];
  const said = saidOf(fault);
  const variables = same.map(({ variable }) => variable);
  return {
    network,
    stations: [station],
    classification,
    variables,
    episode: anomalies[0]?.id ?? fault.id,
    fault: { id: fault.id, said },
    faults: same.map(({ id }) => id),
    first: fault.start,
    last,
    judged: fault.judged,
    firm: fault.state === 'settled' || showsAtOnce(fault.kind) || anomalies.some(isFirm) || fault.known <= settled,
    anomalies: anomalies.map(({ id, time }) => ({ id, time })),
    summary: `${stationName || station}: ${classification.replace('_', ' ')}, ${variables.join(', ')} ${reason}`,
    over: said.recovered === null ? null : `The sensor is right again: known at ${said.recovered}.`,
    explained,
    partOf: null,
  };
}

function saidOf(fault: Fault): AlertFault {
  return alertFaultShape.parse(reportedFault(fault));
}

/** True for an anomaly that people know of: nobody is to be told of it. */
export function isSuppressed({ maintenance, override }: Marks): boolean {
  return maintenance !== null || override?.classification === 'normal';
}

/**
 * True for an anomaly that may raise an alert: what is settled, and at once what a sensor cannot read, of which no
 * neighbour and no later report says anything else. A value that is only suspect by its limits is settled like others.
 */
export function isFirm({ state, check, classification }: Pick<Anomaly, 'state' | 'check' | 'classification'>): boolean {
  if (state === 'settled') return true;
  return state === 'provisional' && needsNoNeighbour(check) && classification === 'device_failure';
}
