import type { Fault } from '../../schemas/fault.ts';
import type { Neighbour } from '../neighbours/spatial-question.ts';
import type { PartMeans } from '../relations/day-parts.ts';
import type { RelatedSensor } from '../relations/usual-relation.ts';

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

/** When a fault was there, and when that was known. */
export type TimedFault = Pick<Fault, 'start' | 'end' | 'known' | 'recovered'>;

/** Whether a part lies in one of some spans. */
export function within(spans: readonly PartSpan[]): (part: number) => boolean {
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

/** First part in which something new may begin: after all that was, and not before anything was reported. */
export function firstAfter({ means }: LastingDependencies, spans: readonly PartSpan[]): number {
  return Math.max(means.first ?? 0, ...spans.map(({ to }) => (to ?? 0) + 1));
}
