import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { episodeMember } from '../../detectors/episodes/episode-member.ts';
import { foldEpisodes } from '../../detectors/episodes/fold-episodes.ts';
import type { Anomaly } from '../../schemas/anomaly.ts';
import { rowsOf } from './injected-history.ts';

const HOUR_MS = 3_600_000;

/** Faults that were noticed, and by how many anomalies and episodes of any class an operator is told of them. */
export interface ToldOf {
  readonly faults: number;
  readonly anomalies: number;
  readonly episodes: number;
}

interface Fault {
  readonly station: string;
  readonly start: number;
  readonly end: number;
  readonly variables: Set<string>;
}

/**
 * Counts the episodes that have an anomaly in the variables of an injected fault, from its start to an hour after its end.
 * What the harness put into several variables of a station at the same time is one fault, as it is one logger.
 *
 * @param folder that `inject.mjs` wrote
 * @param windowHours history that the anomalies were judged against
 */
export function episodesPerFault(folder: string, anomalies: readonly Anomaly[], windowHours: number): ToldOf {
  const until = anomalies.reduce((latest, { time }) => Math.max(latest, time), 0);
  const episodes = foldEpisodes(anomalies.map(episodeMember), { window: windowHours * HOUR_MS, until });
  const told = { faults: 0, anomalies: 0, episodes: 0 };
  for (const { station, start, end, variables } of faultsOf(folder)) {
    const its = episodes
      .filter((episode) => episode.station === station)
      .map(({ members }) =>
        members.filter(({ time, variable }) => time >= start && time <= end && variables.has(variable)),
      )
      .filter((members) => members.length > 0);
    if (its.length === 0) continue;
    told.faults += 1;
    told.episodes += its.length;
    told.anomalies += its.flat().length;
  }
  return told;
}

function faultsOf(folder: string): Fault[] {
  const faults = new Map<string, Fault>();
  for (const row of rowsOf(readFileSync(join(folder, 'truth.csv')))) {
    if (row['class'] !== 'device_failure') continue;
    const key = [row['station_id'], row['start'], row['kind']].join('|');
    const end = Date.parse(row['end']) + HOUR_MS;
    const one = { station: row['station_id'], start: Date.parse(row['start']), end, variables: new Set<string>() };
    const fault = faults.get(key) ?? one;
    faults.set(key, fault);
    fault.variables.add(row['variable']);
  }
  return [...faults.values()];
}
