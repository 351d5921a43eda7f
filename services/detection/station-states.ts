import { LONGEST_PAUSE, PAUSE_REPORTS } from '../../detectors/episodes/joining-rules.ts';
import { type Classification, GRAVEST_FIRST } from '../../schemas/anomaly.ts';
import type { Fault } from '../../schemas/fault.ts';
import type { Station } from '../../schemas/station.ts';
import { isSilent, type StationState } from '../../schemas/station-state.ts';
import { SLOT_MS } from '../../schemas/time.ts';
import { VARIABLES, type Variable } from '../../schemas/variables.ts';
import type { LatestValue, StationMoment, VerdictMark } from '../stores/time-series-store.ts';
import type { SensorFault, SensorFaults } from './sensor-faults.ts';
import type { SilentSensor } from './silent-sensors.ts';

/** A variable at a moment: its newest number, and what its state is of. */
interface VariableAtMoment extends Pick<LatestValue, 'value' | 'time'> {
  readonly state: Exclude<StationState, 'silent' | 'silent_sensor'>;
  /** The fault of its sensor that its newest number is under; null where there is none. */
  readonly fault: Fault | null;
  /** The verdict that its state is of; null where it is of the fault, or of nothing. */
  readonly verdict: VerdictMark | null;
}

/** A station at a moment, without its variables. */
export interface StationInBrief {
  readonly station: Station;
  readonly state: StationState;
  /** True where the state is of verdicts that may all still change. */
  readonly provisional: boolean;
  /** Time of its newest report, ms since the epoch; null where there was none for a month. */
  readonly seen: number | null;
  /** When it was heard last, as of `StationMoments`. */
  readonly heard: number | null;
}

/** A station at a moment. */
export interface StationAtMoment extends StationInBrief {
  /** Empty where it is silent. */
  readonly variables: Readonly<Partial<Record<Variable, VariableAtMoment>>>;
  /** Variables of which nothing comes though it reports. */
  readonly silentSensors: readonly Variable[];
}

/** What the state of a station is of. */
export interface Known {
  /** Verdicts on its values that count. */
  readonly marks: readonly VerdictMark[];
  readonly sensors: SensorFaults;
  /** Its sensors of which nothing comes. */
  readonly silent: readonly SilentSensor[];
  /** Of the moment, ms since the epoch. */
  readonly time: number;
}

/** How a station is. @param moment what is stored of it; null where it had not reported for a month */
export function stateOf(
  station: Station,
  moment: StationMoment | null,
  { marks, sensors, silent, time }: Known,
): StationAtMoment {
  const { seen, heard } = moment ?? { seen: null, heard: null };
  const cadence = (moment?.cadence ?? 1) * SLOT_MS;
  if (moment === null || isSilent(moment.heard, cadence, time)) {
    return { station, state: 'silent', provisional: false, variables: {}, silentSensors: [], seen, heard };
  }
  // Of a station that reports with old times the present is that of its newest report.
  const present = isSilent(moment.seen, cadence, time) ? moment.seen : time;
  // As long as the next anomaly would be of the same episode, this one is not over.
  const pause = Math.max(LONGEST_PAUSE, PAUSE_REPORTS * cadence);
  const standing = marks.filter((mark) => present - mark.time <= pause);
  const variables: Partial<Record<Variable, VariableAtMoment>> = {};
  for (const variable of VARIABLES) {
    const latest = moment.latest[variable];
    if (latest === undefined) continue;
    const under = sensors.at(station.id, variable, { time, newest: latest.time });
    const verdict = gravest(standing.filter((mark) => mark.variable === variable));
    variables[variable] = variableAt(latest, under, verdict);
  }
  const found = Object.values(variables).filter((variable) => variable !== undefined);
  const judged = [...GRAVEST_FIRST, 'good' as const].find((one) => found.some((variable) => variable.state === one));
  const silentSensors = silent.map(({ variable }) => variable);
  // Nothing is wrong with what comes, but something is missing.
  const state = judged === 'good' && silentSensors.length > 0 ? 'silent_sensor' : judged;
  const reasons = found.filter((variable) => variable.state === state).map(({ verdict, fault }) => verdict ?? fault);
  const deciding = reasons.filter((reason) => reason !== null);
  const provisional = deciding.length > 0 && deciding.every((reason) => reason.state === 'provisional');
  return { station, state: state ?? 'not_judged', provisional, variables, silentSensors, seen, heard };
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
