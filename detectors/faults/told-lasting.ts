import { createHash } from 'node:crypto';
import { type Fault, faultId } from '../../schemas/fault.ts';
import { VARIABLES } from '../../schemas/variables.ts';
import { endOfPart } from '../relations/day-parts.ts';
import { faultReason } from '../words/fault-words.ts';
import type { ClockFault } from './clock-fault.ts';
import type { LastingFault } from './lasting-fault.ts';
import type { FaultPlace } from './told-fault.ts';

/** What differs between the lasting faults. */
type Facts = Pick<
  Fault,
  'kind' | 'start' | 'offset' | 'ratio' | 'minutes' | 'uncertainty' | 'unknownSince' | 'values' | 'neighbors'
> & {
  /** Last wrong report so far, ms since the epoch. */
  readonly last: number;
  /** First part after what it was named by. */
  readonly named: number;
  readonly isDoubtful: boolean;
};

/** A lasting fault of a sensor as it is told. @param recovered first part after what its end was known by; null while it holds */
export function toldLasting(
  place: FaultPlace,
  station: number,
  variable: number,
  fault: LastingFault,
  recovered: number | null,
): Fault {
  const { change, course } = fault;
  const isGain = change.kind === 'gain';
  const ratio = isGain ? Math.exp(course.size) : null;
  return toldOf(place, station, variable, recovered, {
    kind: isGain ? 'gain' : course.drifts ? 'drift' : 'bias',
    start: fault.startTime,
    last: fault.lastTime,
    named: fault.named,
    offset: isGain ? null : course.size,
    ratio,
    minutes: null,
    uncertainty: ratio === null ? change.sigma : ratio * change.sigma,
    unknownSince: recovered === null ? fault.unknownSince : null,
    values: course.values,
    neighbors: change.related.map(({ neighbour }) => neighbour.id),
    isDoubtful: fault.isDoubtful,
  });
}

/** The fault of a clock as it is told: of each variable that the station reports. */
export function toldClock(place: FaultPlace, station: number, fault: ClockFault, recovered: number | null): Fault[] {
  return fault.variables.map((variable) =>
    toldOf(place, station, variable, recovered, {
      kind: 'clock',
      start: fault.startTime,
      last: fault.lastTime,
      named: fault.named,
      offset: null,
      ratio: null,
      minutes: fault.change.minutes,
      uncertainty: null,
      unknownSince: null,
      values: fault.valuesOf(variable),
      neighbors: fault.neighbours,
      isDoubtful: false,
    }),
  );
}

function toldOf(
  { stations, identity, now }: FaultPlace,
  index: number,
  variable: number,
  recovered: number | null,
  { last, named: end, isDoubtful, ...facts }: Facts,
): Fault {
  const [station, name, named] = [stations.ids[index], VARIABLES[variable], endOfPart(end - 1)];
  const whole = {
    network: stations.network,
    station,
    stationName: stations.registered[index]?.name ?? station,
    variable: name,
    ...facts,
    end: recovered === null ? null : last,
    named,
    known: named,
    recovered: recovered === null ? null : endOfPart(recovered - 1),
    state: recovered === null ? ('provisional' as const) : ('settled' as const),
    certainty: isDoubtful || facts.unknownSince !== null ? ('suspected' as const) : ('failure' as const),
    anomalyIds: [],
    configuration: identity,
  };
  return {
    // The report that a fault of hours was named by may be the same.
    id: faultId(whole.network, station, name, named, `${identity}|${facts.kind === 'clock' ? 'clock' : 'lasting'}`),
    ...whole,
    reason: faultReason({ ...whole, last, stuckAt: null }),
    version: createHash('sha256').update(JSON.stringify(whole)).digest('hex').slice(0, 16),
    judged: now(),
  };
}
