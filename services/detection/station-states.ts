import { SLOWEST_CADENCE } from '../../detectors/episodes/episode-member.ts';
import { LONGEST_PAUSE, PAUSE_REPORTS } from '../../detectors/episodes/joining-rules.ts';
import { type Classification, GRAVEST_FIRST } from '../../schemas/anomaly.ts';
import type { Fault } from '../../schemas/fault.ts';
import type { Station } from '../../schemas/station.ts';
import { MISSED_REPORTS, type StationState } from '../../schemas/station-state.ts';
import { SLOT_MS } from '../../schemas/time.ts';
import { VARIABLES, type Variable } from '../../schemas/variables.ts';
import { overlayOf } from '../experts/overlay.ts';
import type { RuleRegister } from '../experts/rule-register.ts';
import { isInsideBox } from '../stores/inside-box.ts';
import type { FaultStore } from '../stores/roles/fault-store.ts';
import type { NetworkRegistry } from '../stores/roles/network-registry.ts';
import type { ObservationStore } from '../stores/roles/observation-store.ts';
import type { VerdictStore } from '../stores/roles/verdict-store.ts';
import type { Box, LatestValue, StationMoment, VerdictMark } from '../stores/time-series-store.ts';
import { type SensorFault, SensorFaults } from './sensor-faults.ts';

/** Longest that a verdict says something of its station [ms]. */
const STANDING_MS = PAUSE_REPORTS * SLOWEST_CADENCE;
/** Faults that ended this long before a moment have nothing to do with any verdict or value that is looked at [ms]. */
const ENDED_MS = STANDING_MS + MISSED_REPORTS * SLOWEST_CADENCE;

/** A variable at a moment: its newest number, and what its state is of. */
interface VariableAtMoment extends Pick<LatestValue, 'value' | 'time'> {
  readonly state: Exclude<StationState, 'silent'>;
  /** The fault of its sensor that its newest number is under; null where there is none. */
  readonly fault: Fault | null;
  /** The verdict that its state is of; null where it is of the fault, or of nothing. */
  readonly verdict: VerdictMark | null;
}

/** A station at a moment. */
export interface StationAtMoment {
  readonly station: Station;
  readonly state: StationState;
  /** True where the state is of verdicts that may all still change. */
  readonly provisional: boolean;
  /** Empty where it is silent. */
  readonly variables: Readonly<Partial<Record<Variable, VariableAtMoment>>>;
  /** Time of its newest report, ms since the epoch; null where there was none for a month. */
  readonly seen: number | null;
}

/** Which stations are asked for, and when [ms since the epoch]. */
export interface StatesRequest {
  readonly network: string;
  readonly time: number;
  readonly box?: Box | undefined;
  /** Those of the network that are asked for, in the order of their ids, where they are already read; else all of them. */
  readonly stations?: readonly Station[] | undefined;
}

/**
 * How the stations of a network are at a moment, by what is known now. Those that were retired are among them while they
 * reported. A sensor under a fault is wrong as long as that lasts, and right from the value on by which it returned. What
 * people say of a verdict or a fault goes before it; what lies in maintenance, or is called normal, counts for nothing.
 *
 * @returns in the order of their ids
 * @throws what the store throws
 */
export async function stationStates(
  store: Pick<NetworkRegistry, 'allStations'> &
    Pick<ObservationStore, 'stationMoments'> &
    Pick<VerdictStore, 'verdictMarks'> &
    Pick<FaultStore, 'faultsOver'>,
  experts: Pick<RuleRegister, 'rules'>,
  { network, time, box, stations: asked }: StatesRequest,
): Promise<StationAtMoment[]> {
  const [registered, marks, faults] = await Promise.all([
    asked ?? store.allStations(network),
    store.verdictMarks(network, time - STANDING_MS, time),
    store.faultsOver(network, time - ENDED_MS, time),
  ]);
  const stations = registered.filter((station) => box === undefined || isInsideBox(box, station));
  const ids = stations.map(({ id }) => id);
  // A fault may be older than any verdict that is looked at, and what people say of it as well.
  const from = faults.reduce((earliest, { named }) => Math.min(earliest, named), time - STANDING_MS);
  const [moments, overlay] = await Promise.all([
    store.stationMoments(network, time, ids),
    overlayOf(experts, { network, from, to: time }),
  ]);
  const momentOf = new Map(moments.map((moment) => [moment.station, moment]));
  const sensors = new SensorFaults(faults, overlay);
  const counting = marks
    .filter((mark) => !overlay.hides(mark) && overlay.maintenanceOf(mark) === null)
    .map((mark) => overlay.reclassified(mark))
    .filter((mark) => mark.classification === 'weather_event' || sensors.ownerOf(mark) === null);
  const marksOf = byStation(counting);
  return stations
    .map((station) => {
      const { id } = station;
      return stateOf(station, momentOf.get(id) ?? null, { marks: marksOf.get(id) ?? [], sensors, time });
    })
    .filter(({ station, state }) => !station.retired || state !== 'silent');
}

/** What the state of a station is of. */
interface Known {
  /** Verdicts on its values that count. */
  readonly marks: readonly VerdictMark[];
  readonly sensors: SensorFaults;
  /** Of the moment, ms since the epoch. */
  readonly time: number;
}

function stateOf(station: Station, moment: StationMoment | null, { marks, sensors, time }: Known): StationAtMoment {
  const cadence = (moment?.cadence ?? 1) * SLOT_MS;
  if (moment === null || time - moment.seen > MISSED_REPORTS * cadence) {
    return { station, state: 'silent', provisional: false, variables: {}, seen: moment?.seen ?? null };
  }
  // As long as the next anomaly would be of the same episode, this one is not over.
  const pause = Math.max(LONGEST_PAUSE, PAUSE_REPORTS * cadence);
  const standing = marks.filter((mark) => time - mark.time <= pause);
  const variables: Partial<Record<Variable, VariableAtMoment>> = {};
  for (const variable of VARIABLES) {
    const latest = moment.latest[variable];
    if (latest === undefined) continue;
    const under = sensors.at(station.id, variable, { time, newest: latest.time });
    const verdict = gravest(standing.filter((mark) => mark.variable === variable));
    variables[variable] = variableAt(latest, under, verdict);
  }
  const found = Object.values(variables).filter((variable) => variable !== undefined);
  const state = [...GRAVEST_FIRST, 'good' as const].find((one) => found.some((variable) => variable.state === one));
  const reasons = found.filter((variable) => variable.state === state).map(({ verdict, fault }) => verdict ?? fault);
  const deciding = reasons.filter((reason) => reason !== null);
  const provisional = deciding.length > 0 && deciding.every((reason) => reason.state === 'provisional');
  return { station, state: state ?? 'not_judged', provisional, variables, seen: moment.seen };
}

/** @param under the fault that its sensor is under; it goes before a verdict of the same class */
function variableAt(latest: LatestValue, under: SensorFault | null, verdict: VerdictMark | null): VariableAtMoment {
  const { value, time, judged } = latest;
  const isOfFault = under !== null && (verdict === null || rankOf(under) <= rankOf(verdict));
  const state = (isOfFault ? under : verdict)?.classification ?? (judged ? 'good' : 'not_judged');
  return { value, time, state, fault: under?.fault ?? null, verdict: isOfFault ? null : verdict };
}

/** 0 is the gravest. */
function rankOf({ classification }: { readonly classification: Classification }): number {
  return GRAVEST_FIRST.indexOf(classification);
}

/** The newest of the gravest class; null where there is none. */
function gravest(marks: readonly VerdictMark[]): VerdictMark | null {
  return marks.reduce<VerdictMark | null>((best, mark) => {
    if (best === null || rankOf(mark) < rankOf(best)) return mark;
    return rankOf(mark) === rankOf(best) && mark.time > best.time ? mark : best;
  }, null);
}

function byStation(marks: readonly VerdictMark[]): Map<string, VerdictMark[]> {
  const groups = new Map<string, VerdictMark[]>();
  for (const mark of marks) {
    const group = groups.get(mark.station);
    if (group === undefined) groups.set(mark.station, [mark]);
    else group.push(mark);
  }
  return groups;
}
