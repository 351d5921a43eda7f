import { possibleValue, VARIABLES, type Variable } from '../../../../schemas/variables.ts';
import type { AnomalyAnswer, JudgedFault, ObservationAnswer, ReportedFault, ThresholdsAnswer } from '../api/answers.ts';
import type { Api } from '../api/api.ts';
import { isoOf } from '../time/moments.ts';
import { type BandSample, bandAt } from './band.ts';
import type { ChartData } from './chart.ts';
import { type ComparisonMode, comparisonOf } from './comparison.ts';
import { withBreaks } from './series.ts';

/** In how many parts of the stretch the expected band is asked for: each is a judgement of its own. */
const PARTS = 24;
/** Of these so many at once: the endpoint takes eight, and others ask too. */
const AT_ONCE = 4;

/** Everything of a station in a stretch of time, ms since the epoch. */
export interface Stretch {
  readonly network: string;
  readonly station: string;
  readonly from: number;
  readonly to: number;
}

/** The observations of a stretch, in the order of their times. */
export async function observationsOf(api: Api, stretch: Stretch, signal: AbortSignal): Promise<ObservationAnswer[]> {
  const query = new URLSearchParams({ ...common(stretch), flags: 'false' });
  return (await api.all<ObservationAnswer>(`/api/v1/observations?${query}`, 'observations', signal)).reverse();
}

/** The observations of other stations in a stretch, each in the order of their times; one request for all of them. */
export async function neighboursOf(
  api: Api,
  stretch: Stretch,
  stations: readonly string[],
  signal: AbortSignal,
): Promise<ObservationAnswer[][]> {
  if (stations.length === 0) return [];
  const all = await observationsOf(api, { ...stretch, station: stations.join(',') }, signal);
  return stations.map((id) => all.filter(({ station_id }) => station_id === id));
}

/** The anomalies of a stretch, newest first. */
export function anomaliesOf(api: Api, stretch: Stretch, signal: AbortSignal): Promise<AnomalyAnswer[]> {
  return api.all<AnomalyAnswer>(`/api/v1/anomalies?${new URLSearchParams(common(stretch))}`, 'anomalies', signal);
}

/** The faults that its sensors were under in a stretch, newest first. */
export function faultsOf(api: Api, stretch: Stretch, signal: AbortSignal): Promise<JudgedFault[]> {
  return api.all<JudgedFault>(`/api/v1/faults?${new URLSearchParams(common(stretch))}`, 'faults', signal);
}

/** The faults of a stretch that people called none, newest first. */
export function rejectedOf(api: Api, stretch: Stretch, signal: AbortSignal): Promise<JudgedFault[]> {
  const query = new URLSearchParams({ ...common(stretch), rejected: 'true' });
  return api.all<JudgedFault>(`/api/v1/faults?${query}`, 'faults', signal);
}

/**
 * What the live judgement expected along a stretch, asked for at some times of it.
 *
 * @returns in the order of the times; times that cannot be judged are left out
 */
export async function thresholdsAlong(api: Api, stretch: Stretch, signal: AbortSignal): Promise<ThresholdsAnswer[]> {
  const { network, station, from, to } = stretch;
  const times = Array.from({ length: PARTS + 1 }, (_, k) => from + ((to - from) * k) / PARTS);
  const answers: (ThresholdsAnswer | null)[] = [];
  const ask = async (k: number): Promise<void> => {
    const query = new URLSearchParams({ network, time: isoOf(times[k]) });
    const path = `/api/v1/stations/${encodeURIComponent(station)}/thresholds?${query}`;
    answers[k] = await api.get<ThresholdsAnswer>(path, signal).catch(() => null);
    if (k + AT_ONCE < times.length && !signal.aborted) await ask(k + AT_ONCE);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, (_, k) => ask(k)));
  return answers.filter((answer) => answer !== null);
}

/** What the charts of all variables show, but for what the state of the station tells. */
export function chartsOf(
  stretch: Stretch,
  observations: readonly ObservationAnswer[],
  anomalies: readonly AnomalyAnswer[],
  thresholds: readonly ThresholdsAnswer[],
  faults: readonly ReportedFault[],
  compared: {
    readonly neighbours: readonly (readonly ObservationAnswer[])[];
    readonly mode: ComparisonMode;
  } | null = null,
): Omit<ChartData, 'isSilent'>[] {
  const reported = new Map(observations.map((one) => [Date.parse(one.timestamp), one]));
  const times = withBreaks([...reported.keys()]);
  return VARIABLES.map((variable) => {
    const found = anomalies.filter((anomaly) => anomaly.variable === variable);
    const values = times.map((time) => reported.get(time)?.[variable] ?? null);
    const own = faults.filter((fault) => fault.variable === variable);
    const series = { variable, times, values, faults: own };
    return {
      variable,
      from: stretch.from,
      to: stretch.to,
      times,
      values,
      band: bandAt(samplesOf(variable, thresholds, found), times, (2.1 * (stretch.to - stretch.from)) / PARTS),
      anomalies: found,
      faults: own,
      comparison: compared === null ? null : comparisonOf(series, compared.neighbours, compared.mode),
    };
  });
}

/** The band where it was asked for, and where the method itself said at an anomaly what it had expected. */
function samplesOf(
  variable: Variable,
  thresholds: readonly ThresholdsAnswer[],
  anomalies: readonly AnomalyAnswer[],
): BandSample[] {
  const samples = anomalies
    .filter(({ check, temporal_method }) => check === temporal_method)
    .map(({ timestamp, expected_value, threshold, scale }) => ({
      time: Date.parse(timestamp),
      low: expected_value - threshold * scale,
      high: expected_value + threshold * scale,
    }));
  for (const { time, variables } of thresholds) {
    const one = variables.find((candidate) => candidate.variable === variable);
    if (one === undefined || one.expected_value === null) continue;
    const { expected_value: expected, flagged_above, flagged_below } = one;
    const above = flagged_above ?? (flagged_below === null ? null : 2 * expected - flagged_below);
    if (above === null) continue;
    samples.push({ time: Date.parse(time), low: flagged_below ?? 2 * expected - above, high: above });
  }
  // What is impossible is not expected, however uncertain the forecast.
  return samples.map(({ time, low, high }) => ({
    time,
    low: possibleValue(variable, low),
    high: possibleValue(variable, high),
  }));
}

function common({ network, station, from, to }: Stretch): Record<string, string> {
  return { network, station, from: isoOf(from), to: isoOf(to) };
}
