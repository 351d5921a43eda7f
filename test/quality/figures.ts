import type { HarnessScore, Score } from './scoring.ts';

/** A figure of a score; null where it has none. */
export type Figure = (score: Score) => number | null;
/** One that any judge has. */
export type HarnessFigure = (score: HarnessScore) => number | null;

const CALLED = ['weather_event', 'device_failure', 'suspected'] as const;

function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

/** A share in %; null of nothing. */
export function percentage(part: number, whole: number): number | null {
  const share = ratio(part, whole);
  return share === null ? null : 100 * share;
}

/** F1 of the harness; null where no fault is injected. */
export const f1: HarnessFigure = (score) => (score.faults === 0 ? null : score.f1);

/** Device failures outside faults and weather, events a station-week. */
export const falseFailures: HarnessFigure = (score) => score.false_per_station_week;

/** Events of any class outside faults and weather, a station-week. */
export const anyEvents: HarnessFigure = (score) => score.events_per_station_week;

/**
 * Share of the series of fronts, of storms or of both that are called device failure, of those that are noticed [%]: a
 * series is one station and variable, and noticed where anything was reported of it.
 */
export function weatherCalledFailure(kinds: readonly ('front' | 'storm')[]): HarnessFigure {
  return ({ weather }) => {
    const sum = (names: readonly (typeof CALLED)[number][]) =>
      kinds.reduce((all, kind) => all + names.reduce((total, name) => total + weather[kind][name], 0), 0);
    return percentage(sum(['device_failure']), sum(CALLED));
  };
}

/** Share of the injected faults of some rows of the harness that were named device failure [%]. */
export function named(rows: (kind: string) => boolean): HarnessFigure {
  return ({ by_kind }) => {
    const those = Object.entries(by_kind).filter(([kind]) => rows(kind));
    const sum = (field: 'named' | 'injected') => those.reduce((all, [, row]) => all + row[field], 0);
    return percentage(sum('named'), sum('injected'));
  };
}

/** Episodes by which an operator is told of an injected fault, of those that were noticed. */
export const episodesPerNoticed: Figure = ({ told }) => ratio(told.episodes, told.faults);

export const isTiny = (kind: string) => kind.endsWith(' tiny');
export const isStuck = (kind: string) => kind === 'stuck';

/** Share of the faults that are expected to be named at once: neither tiny nor stuck [%]. */
export const otherThanTiny = named((kind) => !isTiny(kind) && !isStuck(kind));

/** Of what was tried the first whose scores have the largest sum of F1. */
export function bestByF1<T>(tried: readonly T[], scoresOf: (one: T) => readonly HarnessScore[]): T {
  const sum = (one: T) => scoresOf(one).reduce((total, { f1: score }) => total + score, 0);
  return tried.reduce((best, one) => (sum(one) > sum(best) ? one : best));
}
