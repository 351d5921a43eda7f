import type { FrozenRelation } from '../../detectors/faults/frozen-relations.ts';
import { middle } from '../../detectors/relations/usual-relation.ts';
import { type Fault, isFaultOfDays } from '../../schemas/fault.ts';
import { FLAG } from '../../schemas/judgement.ts';
import { SLOT_MS, SLOTS_PER_DAY, slotOf } from '../../schemas/time.ts';
import { possibleValue, type Variable } from '../../schemas/variables.ts';
import type { StoreReads } from '../stores/store-reads.ts';
import { KeptRelations } from './kept-relations.ts';

/** How far back the course of a sensor is shown: a day [slots]. */
export const COURSE_SLOTS = 144;
/** So many neighbours, the nearest first, are asked for their median. */
const MOST_NEIGHBOURS = 8;
/** So many values before the onset at least say how far a sensor usually is from a neighbour. */
const LEAST_COMPARED = 6;
const RELATIONS = new KeptRelations();

/** A sensor beside its neighbours over the last day: a number for each slot, unit of the variable; NaN where there is none. */
export interface FaultCourse {
  /** Slot of the first number. */
  readonly from: number;
  readonly values: Float64Array;
  /** Time of the report that each value is of, ms since the epoch. */
  readonly times: Float64Array;
  /**
   * What the neighbours imply: of values under the fault as the judgement said, else the median of theirs, each moved by what the
   * sensor usually is from it. Of a fault of days that is what was usual when it began, where that is known.
   */
  readonly neighbours: Float64Array;
}

/** The newest value of a sensor, against what its neighbours imply of it. */
export interface LatestValueOfFault {
  /** Of the report, ms since the epoch. */
  readonly time: number;
  readonly value: number;
  /** null where no neighbour tells. */
  readonly expected: number | null;
}

interface Series {
  readonly values: Float64Array;
  readonly times: Float64Array;
  readonly estimates: Float64Array;
  /** The values that are not wrong. */
  readonly sound: Float64Array;
}

/**
 * The last day of some sensors beside their neighbours, in the order of their faults; one read of the store for all of them, and
 * one of what was usual where there are faults of days. Neighbours whose own value is wrong are left out of the median.
 *
 * @param faults of one network
 * @param time end of the day, ms since the epoch
 * @throws what the store throws; the reason of the signal
 */
export async function faultCourses(
  store: Pick<StoreReads, 'observationBlocks' | 'lastingCondition'>,
  network: string,
  faults: readonly Fault[],
  time: number,
  signal: AbortSignal,
): Promise<FaultCourse[]> {
  if (faults.length === 0) return [];
  const from = slotOf(time) - COURSE_SLOTS;
  const series = new Map<Variable, Map<string, Series>>();
  const stations = new Set<string>();
  for (const { station, variable, neighbors } of faults) {
    const those = series.get(variable) ?? new Map<string, Series>();
    series.set(variable, those);
    for (const id of [station, ...neighbors.slice(0, MOST_NEIGHBOURS)]) {
      stations.add(id);
      if (!those.has(id)) those.set(id, emptySeries());
    }
  }
  const stretch = { network, station: [...stations].sort(), from: from * SLOT_MS, to: time };
  for await (const block of store.observationBlocks(stretch, signal)) {
    for (const [variable, those] of series) {
      const [values, estimates, flags] = [block.values[variable], block.estimates[variable], block.flags[variable]];
      for (let k = 0; k < values.length; k++) {
        const one = those.get(block.stations[k]);
        const place = slotOf(block.times[k]) - from;
        if (one === undefined || place < 0 || place > COURSE_SLOTS || Number.isNaN(values[k])) continue;
        one.values[place] = values[k];
        one.times[place] = block.times[k];
        one.estimates[place] = estimates[k];
        one.sound[place] = flags[k] === FLAG.fail ? Number.NaN : values[k];
      }
    }
  }
  const usual = await usualBefore(store, network, faults, time);
  const found = (id: string, variable: Variable) => series.get(variable)?.get(id) ?? emptySeries();
  return faults.map((fault) => {
    const own = found(fault.station, fault.variable);
    const frozen = isFaultOfDays(fault.kind) ? usual(fault.station, fault.variable) : null;
    const onset = slotOf(fault.start) - from;
    const median = impliedBy(
      fault.neighbors.slice(0, MOST_NEIGHBOURS).map((id) => {
        const { sound } = found(id, fault.variable);
        const differences = frozen?.get(id) ?? [usualDifference(own, sound, onset)];
        return sound.map((value, place) => value + differenceAt(differences, from + place));
      }),
    );
    const implied = own.estimates.map((estimate, place) =>
      Number.isNaN(estimate) ? possibleValue(fault.variable, median[place]) : estimate,
    );
    return { from, values: own.values, times: own.times, neighbours: implied };
  });
}

/** The newest value of a course; null where the last day has none. */
export function latestOf({ values, times, neighbours }: FaultCourse): LatestValueOfFault | null {
  const place = values.findLastIndex((value) => !Number.isNaN(value));
  if (place < 0) return null;
  const expected = neighbours[place];
  return { time: times[place], value: values[place], expected: Number.isNaN(expected) ? null : expected };
}

/** What was usual of sensors before their faults of days. It is read where there is such a fault, and not known of every sensor. */
async function usualBefore(
  store: Pick<StoreReads, 'lastingCondition'>,
  network: string,
  faults: readonly Fault[],
  time: number,
): Promise<(station: string, variable: Variable) => FrozenRelation | null> {
  const known = faults.some(({ kind }) => isFaultOfDays(kind))
    ? await store.lastingCondition(network, slotOf(time))
    : null;
  return known === null ? () => null : RELATIONS.of(known.content);
}

/** The usual difference in the part of the day that holds a slot. @param differences by equal parts of a day */
function differenceAt(differences: readonly number[], slot: number): number {
  return differences[Math.floor(((slot % SLOTS_PER_DAY) * differences.length) / SLOTS_PER_DAY)];
}

/** Median of what each neighbour implies, whichever of them have reported. Those of which nothing is known of before are left out. */
function impliedBy(implied: readonly Float64Array[]): Float64Array {
  return emptyNumbers().map((_, place) =>
    middle(implied.map((values) => values[place]).filter((value) => !Number.isNaN(value))),
  );
}

/**
 * How far a sensor is usually from a neighbour: as it was before the onset, else as the judgement implies under the fault. NaN
 * where nothing tells: a neighbour that is not comparable does not count.
 */
function usualDifference({ values, estimates }: Series, theirs: Float64Array, onset: number): number {
  const before = [...values].map((value, place) => (place < onset ? value - theirs[place] : Number.NaN));
  const known = before.filter((difference) => !Number.isNaN(difference));
  if (known.length >= LEAST_COMPARED) return middle(known);
  return middle([...estimates].map((estimate, place) => estimate - theirs[place]).filter((one) => !Number.isNaN(one)));
}

function emptySeries(): Series {
  return { values: emptyNumbers(), times: emptyNumbers(), estimates: emptyNumbers(), sound: emptyNumbers() };
}

function emptyNumbers(): Float64Array {
  return new Float64Array(COURSE_SLOTS + 1).fill(Number.NaN);
}
