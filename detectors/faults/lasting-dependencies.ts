import type { Fault } from '../../schemas/fault.ts';
import type { Neighbour } from '../neighbours/spatial-question.ts';
import { beginOfPart, type PartMeans, partOf } from '../relations/day-parts.ts';
import type { RelatedSensor } from '../relations/usual-relation.ts';
import { withoutParts } from '../relations/without-parts.ts';

/** A span of parts of days, both included. */
export interface PartSpan {
  readonly from: number;
  /** null while it goes on. */
  readonly to: number | null;
}

/** What the lasting faults of a network are found by. */
export interface LastingDependencies {
  readonly means: PartMeans;
  readonly neighboursOf: (station: number) => readonly Neighbour[];
  /** Variables that are looked at, as indices into VARIABLES. */
  readonly variables: readonly number[];
  /** The stations whose sensors are looked at. */
  readonly isLookedAt: (station: number) => boolean;
  /** The other faults of a sensor: those of hours, which jump and stand still; also such as were known later only. */
  readonly otherFaults: (station: number, variable: number) => readonly TimedFault[];
}

/** What a fault is, when it was there, and when that was known. */
export type TimedFault = Pick<Fault, 'kind' | 'start' | 'end' | 'known' | 'recovered'>;

/** Whether a part lies in one of some spans. */
function within(spans: readonly PartSpan[]): (part: number) => boolean {
  return (part) => spans.some(({ from, to }) => part >= from && (to === null || part <= to));
}

/** What is asked about one sensor. @param variable index into VARIABLES */
export function sensorOf(
  { means, neighboursOf }: LastingDependencies,
  station: number,
  variable: number,
): RelatedSensor {
  return { means, station, variable, neighboursOf };
}

/**
 * What stations read, where spans of the sensors of one tell nothing.
 *
 * @param spansOf those of a variable, as an index into VARIABLES
 */
export function meansWithout(
  { means, variables }: LastingDependencies,
  station: number,
  spansOf: (variable: number) => readonly PartSpan[],
): PartMeans {
  const spans = new Map(variables.map((variable) => [variable, spansOf(variable)]));
  // Nearly all sensors have none.
  if ([...spans.values()].every(({ length }) => length === 0)) return means;
  const isLeftOut = new Map(Array.from(spans, ([variable, of]) => [variable, within(of)]));
  return withoutParts(means, (of, variable, part) => of === station && (isLeftOut.get(variable)?.(part) ?? false));
}

/** When faults were there as far as was known at the end of a quarter of a day, whatever has become known since. */
export function spansKnownBy(end: number, faults: readonly TimedFault[]): PartSpan[] {
  const time = beginOfPart(end);
  return faults
    .filter(({ known }) => known < time)
    .map((fault) => ({
      from: partOf(fault.start),
      to: fault.end === null || fault.recovered === null || fault.recovered >= time ? null : partOf(fault.end),
    }));
}

/** Of those, the ones that were over then. */
export function spansOverBy(end: number, faults: readonly TimedFault[]): PartSpan[] {
  return spansKnownBy(end, faults).filter(({ to }) => to !== null);
}

/** First part in which something new may begin: after all that was, and not before anything was reported. */
export function firstAfter({ means }: LastingDependencies, spans: readonly PartSpan[]): number {
  return Math.max(means.first ?? 0, ...spans.map(({ to }) => (to ?? 0) + 1));
}
