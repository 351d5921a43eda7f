import { createHash } from 'node:crypto';
import { type Fault, type FaultState, type FaultValue, faultId } from '../../schemas/fault.ts';
import { SLOT_MS, timeOfSlot } from '../../schemas/time.ts';
import { VARIABLES } from '../../schemas/variables.ts';
import { isGust } from '../checks/standing-gust.ts';
import type { NetworkStations } from '../network/network-stations.ts';
import type { TimedWindows } from '../windows/windows-between.ts';
import { faultReason } from './fault-words.ts';
import type { LookedAt, OpenFault } from './open-fault.ts';
import type { EndedFault } from './sensor-fold.ts';

/** Where a fault is told of. */
export interface FaultPlace {
  readonly stations: NetworkStations;
  /** Of the configuration of the judgement. */
  readonly identity: string;
  /** Current time, ms since the epoch. */
  readonly now: () => number;
}

/** What is told of an onset with every version. */
interface Frozen {
  readonly id: string;
  /** Nearest first. */
  readonly neighbors: readonly string[];
}

const frozen = new WeakMap<OpenFault['onset'], Frozen>();

function frozenOf({ station, variable, onset }: OpenFault, { stations, identity }: FaultPlace): Frozen {
  let found = frozen.get(onset);
  if (found === undefined) {
    const neighbors = onset.expectation?.differences.map(({ neighbour }) => neighbour.id) ?? [];
    const id = faultId(stations.network, stations.ids[station], VARIABLES[variable], onset.named.time, identity);
    found = { id, neighbors };
    frozen.set(onset, found);
  }
  return found;
}

/** The id that a fault is told by. */
export function toldId(fault: OpenFault, place: FaultPlace): string {
  return frozenOf(fault, place).id;
}

/** A fault as it is told. @param recovered null while it holds */
export function toldFault(
  fault: OpenFault,
  recovered: EndedFault['recovered'] | null,
  state: FaultState,
  place: FaultPlace,
): Fault {
  const { stations, identity, now } = place;
  const { onset, course, anomalyIds, kind } = fault;
  const { expectation, named, known } = onset;
  const station = stations.ids[fault.station];
  const whole = {
    network: stations.network,
    station,
    stationName: stations.registered[fault.station]?.name ?? station,
    variable: VARIABLES[fault.variable],
    kind,
    start: course.startTime,
    end: recovered === null ? null : course.lastTime,
    named: named.time,
    known,
    recovered: recovered?.time ?? null,
    offset: expectation === null ? null : course.offset,
    uncertainty: expectation?.sigma ?? null,
    ratio: null,
    minutes: null,
    unit: null,
    swappedWith: null,
    ceiling: null,
    adjusted: kind === 'level' && fault.isAdjustment,
    unknownSince: course.unknownSince,
    values: course.values,
    anomalyIds: [...anomalyIds],
    configuration: identity,
  };
  const { id, neighbors } = frozenOf(fault, place);
  const { stationName, start, end, offset, uncertainty, unknownSince, values } = whole;
  const { wrongs, stuckAt, stuckRange } = course;
  const byWind = isGust(fault.variable) && named.check === 'consistency';
  const counted = wrongs === values ? values : `${wrongs} of ${values}`;
  const moved = stuckRange === undefined || stuckRange[0] === stuckRange[1] ? '' : `|${stuckRange}`;
  const facts = [state, kind, start, end, known, whole.recovered, offset, uncertainty, unknownSince, counted];
  const version = createHash('sha256')
    .update(`${facts}|${neighbors}|${anomalyIds}|${stationName}${moved}`)
    .digest('hex');
  return {
    id,
    ...whole,
    neighbors,
    state,
    certainty: course.unknownSince !== null || whole.adjusted ? 'suspected' : 'failure',
    reason: faultReason({ ...whole, neighbors, wrongs, last: course.lastTime, stuckAt, stuckRange, byWind }),
    version: version.slice(0, 16),
    judged: now(),
  };
}

/**
 * What is known of the values of a slot that a fault has looked at: the right one lies under it where wrong ones follow, those
 * beside it, of a station that reports more often, where they are as far off. After an adjustment they may well be right: they are
 * doubtful then, and have no estimate.
 */
export function valuesOfSlot(
  { station, variable, onset, isAdjustment }: OpenFault,
  look: LookedAt,
  windows: TimedWindows,
): FaultValue[] {
  const { slot, time, condition, estimate, besideLeft } = look;
  const uncertainty = estimate === null ? null : (onset.expectation?.sigma ?? null);
  const held: FaultValue = isAdjustment
    ? { slot, time, flag: 3, estimate: null, uncertainty: null }
    : { slot, time, flag: condition === 'wrong' ? 4 : 3, estimate, uncertainty };
  const under = [held];
  const dense = besideLeft === null ? null : windows.dense(station, slot);
  if (besideLeft === null || dense === null) return under;
  const begin = timeOfSlot(slot) - SLOT_MS / 2;
  for (let k = dense.firstAt(begin); k < dense.firstAt(begin + SLOT_MS); k++) {
    const beside = dense.timeOf(k);
    const value = dense.value(k, variable);
    if (beside === time || Number.isNaN(value)) continue;
    if (estimate === null || Math.abs(value - estimate) > besideLeft) under.push({ ...held, time: beside });
  }
  return under;
}
