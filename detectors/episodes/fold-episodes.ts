import { type Classification, GRAVEST_FIRST } from '../../schemas/anomaly.ts';
import { stationKey } from '../../schemas/station.ts';
import { VARIABLE_INDEX, VARIABLES } from '../../schemas/variables.ts';
import type { Episode } from './episode.ts';
import { endingOf, episodeKind } from './episode-kind.ts';
import type { EpisodeMember } from './episode-member.ts';
import { describeEpisode } from './episode-words.ts';
import { longestPause, onsetOf } from './joining-rules.ts';
import { chainsOf, type Run } from './variable-runs.ts';

/** How anomalies are joined. */
export interface EpisodeOptions {
  /** History that values were judged against [ms]: a return may come so much later than its onset. */
  readonly window: number;
  /** Up to when anomalies are known [ms]. */
  readonly until: number;
}

/** A run as part of a fault of several variables. */
interface Part {
  readonly run: Run;
  readonly classification: Classification;
  /** The parts of one fault have one list. */
  fault: Part[];
}

/**
 * Joins anomalies into episodes (docs/episodes.md): each belongs to exactly one. A pure function of the set of anomalies:
 * their order does not matter, and what lies beyond a silence of `joiningSpan` at the station changes nothing.
 *
 * @param members the version that counts of each anomaly, none withdrawn; of any stations and networks
 * @returns by start, then station, then id
 */
export function foldEpisodes(members: Iterable<EpisodeMember>, options: EpisodeOptions): Episode[] {
  const stations = new Map<string, EpisodeMember[]>();
  for (const member of members) {
    const key = stationKey(member.network, member.station);
    const ofStation = stations.get(key);
    if (ofStation === undefined) stations.set(key, [member]);
    else ofStation.push(member);
  }
  const episodes = [...stations.values()].flatMap((ofStation) => episodesOf(ofStation.sort(inOrder), options));
  return episodes.sort((a, b) => a.start - b.start || compare(a.station, b.station) || compare(a.id, b.id));
}

function episodesOf(members: readonly EpisodeMember[], options: EpisodeOptions): Episode[] {
  const parts: Part[] = [];
  for (const weather of [false, true]) {
    for (const variable of VARIABLES) {
      const own = members.filter((one) => one.variable === variable && isWeather(one) === weather);
      for (const chain of chainsOf(own, options.window)) parts.push(...partsOf(chain));
    }
  }
  joinVariables(parts);
  return [...new Set(parts.map(({ fault }) => fault))].map((fault) => episodeOf(fault, options));
}

/** What is suspected beside a failure of the same variable is of the failure; weather never is. */
function isWeather({ classification }: EpisodeMember): boolean {
  return classification === 'weather_event';
}

function partsOf(chain: readonly Run[]): Part[] {
  const classification = gravest(chain.flatMap(({ members }) => members));
  const fault: Part[] = [];
  for (const run of chain) fault.push({ run, classification, fault });
  return fault;
}

/**
 * Joins what different variables of the station did at the same time, where it is of one class: a failing logger, a
 * front. The last report of one and the first of the other may follow each other. A stuck sensor goes with stuck ones
 * only: it may last for days in which the others have faults of their own.
 */
function joinVariables(parts: Part[]): void {
  let near: Part[] = [];
  for (const part of parts.sort((a, b) => a.run.start - b.run.start)) {
    near = near.filter(({ run }) => run.end + reach(run, part.run) >= part.run.start);
    for (const other of near) {
      const alike = other.classification === part.classification && other.run.stuck === part.run.stuck;
      if (!alike || other.fault === part.fault) continue;
      const joined = other.fault;
      for (const one of part.fault) {
        joined.push(one);
        one.fault = joined;
      }
    }
    near.push(part);
  }
}

/** Time between a report and the one that follows it [ms]. */
function reach(earlier: Run, later: Run): number {
  return Math.max(earlier.members[earlier.members.length - 1].cadence, later.members[0].cadence);
}

function episodeOf(fault: readonly Part[], { until }: EpisodeOptions): Episode {
  const members = fault.flatMap(({ run }) => run.members).sort(inOrder);
  const classification = gravest(members);
  const largest = onsetOf(members.filter((member) => member.classification === classification));
  const [first] = members;
  const last = members[members.length - 1];
  const standing = fault.flatMap(({ run }) => (run.standing === null ? [] : [run.standing]));
  const variables = VARIABLES.filter((variable) => members.some((member) => member.variable === variable));
  const ending = endingOf(variables.length, standing);
  const kind = episodeKind(classification, members, ending);
  const count = (name: Classification) => members.filter((member) => member.classification === name).length;
  return {
    id: first.id,
    network: first.network,
    station: first.station,
    stationName: last.stationName,
    classification,
    kind,
    logger: classification === 'device_failure' && variables.length > 1,
    variables,
    start: Math.min(...fault.map(({ run }) => run.start)),
    end: until - last.time <= longestPause(last, last) ? null : last.time,
    classes: {
      device_failure: count('device_failure'),
      weather_event: count('weather_event'),
      suspected: count('suspected'),
    },
    members,
    largest,
    description: describeEpisode(kind, members, ending),
  };
}

function gravest(members: readonly EpisodeMember[]): Classification {
  return GRAVEST_FIRST.find((name) => members.some(({ classification }) => classification === name)) ?? 'suspected';
}

function inOrder(a: EpisodeMember, b: EpisodeMember): number {
  return a.time - b.time || VARIABLE_INDEX[a.variable] - VARIABLE_INDEX[b.variable] || compare(a.id, b.id);
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
