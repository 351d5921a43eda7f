import { createHash } from 'node:crypto';
import { type Fault, faultId } from '../../schemas/fault.ts';
import { VARIABLES } from '../../schemas/variables.ts';
import { endOfPart } from '../relations/day-parts.ts';
import type { ClockFault } from './clock-fault.ts';
import { type FaultGrounds, faultReason, type ShownOfDays } from './fault-words.ts';
import type { LastingFault } from './lasting-fault.ts';
import type { ResentFault } from './resent-fault.ts';
import type { FaultPlace } from './told-fault.ts';

/** What differs between the lasting faults. */
type Facts = Omit<FaultGrounds, 'variable' | 'end' | 'stuckAt' | 'wrongs' | keyof ShownOfDays> & {
  readonly shown?: ShownOfDays;
  readonly uncertainty: Fault['uncertainty'];
  /** First part after what it was named by. */
  readonly named: number;
  readonly identity: string;
  readonly isDoubtful: boolean;
};

/** Kinds of which a sensor has one at a time. */
const OF_ONE_COURSE: readonly Fault['kind'][] = ['bias', 'drift', 'gain'];
/** What only faults that have a name say. */
const UNNAMED = { unit: null, swappedWith: null, ceiling: null } as const;

const MINUTES_PER_HOUR = 60;

/** By what the end of a fault was known. */
export interface Recovery {
  /** First part after it. */
  readonly part: number;
  /** True where nothing may come any more that changes it. */
  readonly isFinal: boolean;
}

/** A lasting fault of a sensor as it is told. @param recovered null while it holds */
export function toldLasting(
  place: FaultPlace,
  station: number,
  variable: number,
  fault: LastingFault,
  recovered: Recovery | null,
): Fault {
  const { change, course } = fault;
  const isGain = change.kind === 'gain';
  const ratio = isGain ? Math.exp(course.size) : null;
  return toldOf(place, station, variable, recovered, {
    kind: isGain ? 'gain' : course.drifts ? 'drift' : 'bias',
    start: fault.startTime,
    last: fault.lastTime,
    named: fault.state.named,
    identity: fault.state.identity,
    offset: isGain ? null : fault.offset,
    ratio,
    minutes: null,
    ...UNNAMED,
    adjusted: fault.isAdjustment,
    uncertainty: ratio === null ? change.sigma : ratio * change.sigma,
    unknownSince: recovered === null ? fault.unknownSince : null,
    values: course.values,
    neighbors: change.related.map(({ neighbour }) => neighbour.id),
    isDoubtful: fault.isDoubtful,
    shown: { asOtherAir: fault.isAsOtherAir, isFactor: change.kind === 'gain' && change.bySteps === true },
  });
}

/** The fault of a clock as it is told: of each variable that the station reports. */
export function toldClock(place: FaultPlace, station: number, fault: ClockFault, recovered: Recovery | null): Fault[] {
  const { minutes } = fault.state.change;
  const shown = { asWeatherOnItsWay: fault.isDoubtful };
  return toldStation(place, station, recovered, { fault, kind: 'clock', minutes, neighbors: fault.neighbours, shown });
}

/** A record that is sent again, in the same way. */
export function toldResent(
  place: FaultPlace,
  station: number,
  fault: ResentFault,
  recovered: Recovery | null,
): Fault[] {
  const minutes = fault.state.change.lag * MINUTES_PER_HOUR;
  return toldStation(place, station, recovered, { fault, kind: 'resent', minutes, neighbors: [] });
}

/** What differs between the faults of all that a station sends. */
interface StationFacts extends Pick<Facts, 'kind' | 'minutes' | 'neighbors' | 'shown'> {
  readonly fault: ClockFault | ResentFault;
}

function toldStation(
  place: FaultPlace,
  station: number,
  recovered: Recovery | null,
  { fault, ...facts }: StationFacts,
): Fault[] {
  return fault.variables.map((variable) =>
    toldOf(place, station, variable, recovered, {
      ...facts,
      start: fault.startTime,
      last: fault.lastTime,
      named: fault.state.named,
      identity: fault.state.identity,
      offset: null,
      ratio: null,
      ...UNNAMED,
      adjusted: false,
      uncertainty: null,
      unknownSince: null,
      values: fault.valuesOf(variable),
      isDoubtful: fault.isDoubtful,
    }),
  );
}

/** A fault of days with what it has in common with all others. */
export function toldOf(
  { stations, now }: FaultPlace,
  index: number,
  variable: number,
  recovered: Recovery | null,
  { last, named: end, identity, isDoubtful, shown, ...facts }: Facts,
): Fault {
  const [station, name, named] = [stations.ids[index], VARIABLES[variable], endOfPart(end - 1)];
  const course = OF_ONE_COURSE.includes(facts.kind) ? 'lasting' : facts.kind;
  const whole = {
    network: stations.network,
    station,
    stationName: stations.registered[index]?.name ?? station,
    variable: name,
    ...facts,
    end: recovered === null ? null : last,
    named,
    known: named,
    recovered: recovered === null ? null : endOfPart(recovered.part - 1),
    state: recovered?.isFinal === true ? ('settled' as const) : ('provisional' as const),
    certainty:
      isDoubtful || facts.adjusted || facts.unknownSince !== null ? ('suspected' as const) : ('failure' as const),
    anomalyIds: [],
    configuration: identity,
  };
  return {
    // The report that a fault of hours, or of another kind, was named by may be the same.
    id: faultId(whole.network, station, name, named, `${identity}|${course}`),
    ...whole,
    reason: faultReason({ ...whole, last, stuckAt: null, wrongs: null, ...shown }),
    version: createHash('sha256').update(JSON.stringify(whole)).digest('hex').slice(0, 16),
    judged: now(),
  };
}
