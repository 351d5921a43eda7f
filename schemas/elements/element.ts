/** The five variables of the document: always there, first in every array indexed by variable. */
export const DOCUMENTED_VARIABLES = ['temp_out', 'out_hum', 'wind_speed', 'bar', 'rain'] as const;

/** Name of one of the five. */
export type DocumentedVariable = (typeof DOCUMENTED_VARIABLES)[number];

/** A span of values, both ends included, in the unit of an element. */
interface Span {
  readonly low: number;
  readonly high: number;
}

/**
 * What an element is by nature.
 *   instantaneous  a value of the moment
 *   mean           a mean over the interval of the report
 *   accumulated    an amount since the report before
 *   circular       a direction: 360 is 0
 *   bounded        a share between two bounds, where it may stay for long
 */
export const ELEMENT_KINDS = ['instantaneous', 'mean', 'accumulated', 'circular', 'bounded'] as const;
export type ElementKind = (typeof ELEMENT_KINDS)[number];

/** How the element of a station stands to that of a neighbour: a difference that is usual, a proportion, or not at all. */
export const ELEMENT_RELATIONS = ['difference', 'ratio', 'none'] as const;
type ElementRelation = (typeof ELEMENT_RELATIONS)[number];

/** A unit that an element may come in: a value less `zero`, times `factor`, is the value in the element's own unit. */
export interface ElementUnit {
  readonly unit: string;
  readonly factor: number;
  readonly zero: number;
}

/** An element of the same report that another is never below, or never above, by more than a margin. */
interface ElementBound {
  readonly never: 'below' | 'above';
  /** Name of the other element. */
  readonly of: string;
  /** What the uncertainty of both instruments, and of the interval, leaves open. */
  readonly margin: number;
}

/** A quantity that stations report, and what is fixed about it. Lengths are in its unit. */
export interface Element extends Span {
  /** Name in observations, answers and commands. */
  readonly name: string;
  /** CF standard name. */
  readonly standardName: string;
  readonly title: string;
  /** What people call it within a sentence. */
  readonly quantity: string;
  readonly unit: string;
  /** Other units it may come in. */
  readonly units: readonly ElementUnit[];
  /** Names that sources use for it, besides its own. */
  readonly aliases: readonly string[];
  /** What a sensor can read, or nature can do: a value beyond fails (QARTOD gross range test). */
  readonly low: number;
  readonly high: number;
  /** What the climates of the world bring: a value beyond is suspect. Inside [low, high]. */
  readonly climate: Span;
  /** Step between two neighbouring readings of a common instrument. */
  readonly resolution: number;
  /**
   * Smallest departure from the expectation worth noticing where nothing is known of the station: it keeps a flat history
   * from turning instrument resolution into an anomaly. A baseline may only raise it.
   */
  readonly floor: number;
  /** Decimals that a person reads off an instrument. */
  readonly decimals: number;
  readonly kind: ElementKind;
  readonly relation: ElementRelation;
  /** What it is never below or above in the same report. */
  readonly bounds: readonly ElementBound[];
  /** True for what the sun alone brings: nothing by night, and no more than it can by day [W/m2]. */
  readonly isSolar: boolean;
  /**
   * False where no forecast suits it, as of a direction, of an extreme or of a sum over hours: limits and the check `consistency`
   * judge it, and no method or other check.
   */
  readonly isLearnt: boolean;
  /** Where it stays for long by nature, as a gauge at 0 on dry days: no sensor is stuck there. */
  readonly restsAt: readonly number[];
  /**
   * Which of the five behaves most like it: evidence is weighed as for that one, and lengths that are known for it alone
   * apply in proportion to the floors.
   */
  readonly behavesAs: DocumentedVariable;
}
