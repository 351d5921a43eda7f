import { HOURS_PER_DAY, HOURS_PER_PART } from './day-parts.ts';
import type { HourlyRelation } from './hourly-relation.ts';
import type { KnownUnit } from './known-units.ts';
import { LEARNT_DAYS, type RelatedNeighbour, type RelatedSensor } from './usual-relation.ts';
import type { SharedNeighbour } from './usual-share.ts';

/** In which steps the values of a sensor usually come. */
export interface UsualSteps {
  /** In the documented unit. */
  readonly step: number;
  /** So far from a multiple values are by their rounding [hundredths], and the share of them that is. */
  readonly slack: number;
  readonly share: number;
}

/** The same with the last digit of the values that told of another unit [hundredths]. */
export interface ToldSteps extends UsualSteps {
  readonly digit: number;
}

/** What tells of another unit. */
type UnitEvidence =
  /** How the sensor stands to its neighbours in the documented unit. */
  | { readonly by: 'relation' }
  /** Of wind, its share of what they read. */
  | { readonly by: 'share' }
  /** Of wind, the usual steps of its values. */
  | { readonly by: 'steps'; readonly steps: ToldSteps }
  /** Of rain, amounts that are no whole tips of the usual size. */
  | { readonly by: 'tips'; readonly steps: UsualSteps }
  /** What it usually reads by parts of a day; neighbours show the same. */
  | { readonly by: 'past'; readonly past: readonly (number | null)[] };

/** A sensor whose values are in another unit than the documented one. */
export type OddUnit = UnitEvidence & {
  readonly kind: 'unit';
  readonly unit: KnownUnit;
  /** The neighbours of a relation, and of a share; empty otherwise, as 0.1.0 reads both. */
  readonly related: readonly RelatedNeighbour[];
  readonly shared: readonly SharedNeighbour[];
  readonly from: number;
  readonly isDoubtful: boolean;
};

/** A thermometer that is heated by the sun. */
export interface DayHeating {
  readonly kind: 'radiation';
  /** How much it reads too high by day [degC]. */
  readonly size: number;
  readonly sigma: number;
  /** How it usually stands to its neighbours around noon, and around midnight: absent in what 0.1.0 stored. */
  readonly related: readonly HeatedNeighbour[];
  readonly nights?: readonly HeatedNeighbour[];
  readonly from: number;
  readonly isDoubtful: boolean;
}

/** How much more a thermometer usually reads than that of a neighbour, around noon or midnight [degC]. */
export interface HeatedNeighbour {
  readonly id: string;
  readonly index: number;
  readonly difference: number;
  readonly weight: number;
}

/** A hygrometer that does not go beyond a value. */
export interface Ceiling {
  readonly kind: 'ceiling';
  /** The highest value that it reads [%]. */
  readonly top: number;
  readonly related: readonly RelatedNeighbour[];
  readonly from: number;
  readonly isDoubtful: boolean;
}

/** How a variable of two stations stands to their neighbours by the hour. */
export interface SwappedVariable {
  readonly variable: number;
  readonly own: HourlyRelation;
  readonly other: HourlyRelation;
}

/** A station whose records come under the name of another, and the other way round. */
export interface Swap {
  readonly kind: 'swapped';
  readonly other: number;
  /** By how much less the errors of the one that shows it less are at the other place, as a logarithm summed over the variables. */
  readonly gain: number;
  readonly variables: readonly SwappedVariable[];
  readonly from: number;
  readonly isDoubtful: boolean;
}

/** What is wrong with a sensor or a station, where it has a name: each part of a day speaks for it or against it. */
export type NamedCondition = OddUnit | DayHeating | Ceiling | Swap;

/** What is asked about one sensor at the end of a quarter of a day. */
export interface NamedQuestion {
  readonly sensor: RelatedSensor;
  /** First part that is not over; and no part before `since` is looked at. */
  readonly end: number;
  readonly since: number;
}

/**
 * Part from which the evidence for a condition outweighs that against it: where their sum up to there is least.
 *
 * @param evidence of a part, from -1 against to 1 for it; NaN where it tells nothing
 * @returns `until` where nothing speaks for it
 */
export function beginOf(evidence: (part: number) => number, from: number, until: number): number {
  let [balance, least, begin] = [0, 0, from];
  for (let part = from; part < until; part++) {
    const one = evidence(part);
    if (Number.isNaN(one)) {
      if (begin === part) begin++;
      continue;
    }
    balance += one;
    if (balance < least) [least, begin] = [balance, part + 1];
  }
  return begin;
}

/** A swap as 0.1.0 stored it: by parts of a day. */
type StoredVariable = SwappedVariable | PartVariable;

interface PartVariable {
  readonly variable: number;
  readonly own: readonly RelatedNeighbour[];
  readonly other: readonly RelatedNeighbour[];
  readonly ownSpread: number;
  readonly otherSpread: number;
}

function isByParts(stored: StoredVariable): stored is PartVariable {
  return 'ownSpread' in stored;
}

/** What is usual by the hour as parts of a day told it. */
function byHours(variable: number, related: readonly RelatedNeighbour[], spread: number): HourlyRelation {
  const hours = Array.from({ length: HOURS_PER_DAY }, (_, hour) => Math.floor(hour / HOURS_PER_PART));
  return {
    variable,
    related: related.map(({ differences, ...one }) => ({
      ...{ ...one, after: 0 },
      differences: hours.map((part) => differences[part]),
    })),
    scatter: hours.map(() => spread),
    learnt: LEARNT_DAYS * HOURS_PER_DAY,
  };
}

/** A condition as it was stored: 0.1.0 did not write by what another unit is told, and held swaps against parts of a day. */
export function asToldNow(stored: NamedCondition): NamedCondition {
  if (stored.kind === 'swapped') {
    const variables: readonly StoredVariable[] = stored.variables;
    return {
      ...stored,
      variables: variables.map((one) =>
        isByParts(one)
          ? {
              variable: one.variable,
              own: byHours(one.variable, one.own, one.ownSpread),
              other: byHours(one.variable, one.other, one.otherSpread),
            }
          : one,
      ),
    };
  }
  if (stored.kind !== 'unit') return stored;
  const by = stored.shared.length > 0 ? 'share' : 'relation';
  return { ...{ by }, ...stored };
}
