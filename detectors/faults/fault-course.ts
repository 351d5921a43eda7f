import type { Expectation } from '../neighbours/expectation.ts';

/** Values are held in 32 bits: what differs by less is the same. */
const SAME = 1e-3;

/** A report that a fault is named by: a value that is a device failure. */
export interface NamedReport {
  readonly anomalyId: string;
  readonly slot: number;
  /** ms since the epoch. */
  readonly time: number;
  readonly check: string;
  readonly actual: number;
  readonly deviation: number;
}

/** What a fault rests on, frozen when it was named. */
export interface FaultOnset {
  readonly named: NamedReport;
  /** Time of the report by which it was known, ms since the epoch. */
  readonly known: number;
  /** First wrong slot. */
  readonly start: number;
  /** How far it was off, unit of the variable, and how far it had departed from its neighbours before; null where nobody tells. */
  readonly offset: number;
  readonly before: number | null;
  /** null where no neighbour tells. */
  readonly expectation: Expectation | null;
  /** What the sensor itself read last before; null where neighbours tell, or it read nothing. */
  readonly own: number | null;
}

/** What was seen of a fault so far. */
export interface FaultCourse {
  /** First and last wrong report, ms since the epoch, and the slot of the last. */
  startTime: number;
  lastTime: number;
  lastSlot: number;
  /** How far it is off, unit of the variable. */
  offset: number;
  /**
   * Reports up to the last wrong one, those of them in slots that are wrong or that no neighbour tells of, and how often one was
   * wrong again after right ones.
   */
  values: number;
  wrongs: number;
  again: number;
  /** Reports since the last wrong one that no neighbour tells of. */
  untold: number;
  /** Report since which no neighbour tells, ms since the epoch. */
  unknownSince: number | null;
  /** Newest slot and time of a report. */
  seenSlot: number;
  seenTime: number;
  reports: number;
  /** Right reports in a row, and the slot by which that was known of them. */
  rights: number;
  rightBy: number;
  /** Reports in a row of which later ones must tell. */
  nears: number;
  flips: number;
  side: number;
  /** Departure of the last report from what the neighbours imply; null before the first. */
  departure: number | null;
  /** What of the departure came in jumps: the sensor's part of it. */
  jumped: number;
  jumps: number;
  /** Reports in a row as near to the neighbours as ever. */
  near: number;
  /** Value at which the sensor is stuck; null where it is not. */
  stuckAt: number | null;
  /**
   * The least and the greatest wrong value since it is known to be stuck: it may move a little. Undefined where it is not, so that
   * nothing is written of it with every slot.
   */
  stuckRange: readonly [low: number, high: number] | undefined;
}

/** What was seen of one that begins. */
export function courseFrom(onset: FaultOnset): FaultCourse {
  const stuck = stuckAt(onset.named);
  return {
    startTime: Number.NaN,
    lastTime: Number.NaN,
    lastSlot: onset.start,
    offset: onset.offset,
    values: 0,
    wrongs: 0,
    again: 0,
    untold: 0,
    unknownSince: null,
    seenSlot: onset.start,
    seenTime: Number.NaN,
    reports: 0,
    rights: 0,
    rightBy: onset.start,
    nears: 0,
    flips: 0,
    side: 0,
    departure: onset.before,
    jumped: 0,
    jumps: 0,
    near: 0,
    stuckAt: stuck,
    stuckRange: rangeFrom(stuck),
  };
}

/** The range of a sensor that is stuck at a value; undefined where it is not. */
export function rangeFrom(stuck: number | null): FaultCourse['stuckRange'] {
  return stuck === null ? undefined : [stuck, stuck];
}

/** Value that a flat line is at, as windows hold it; null where a report was named for something else. */
export function stuckAt({ check, actual, deviation }: NamedReport): number | null {
  // A vane or a gust that has stood is expected nowhere else.
  const hasStood = check === 'consistency' && Math.abs(deviation) < SAME;
  return check === 'flat_line' || hasStood ? Math.fround(actual) : null;
}
