import type { Fault } from '../../schemas/fault.ts';
import { countStates, type StationState } from '../../schemas/station-state.ts';
import { overAt, sensorOf } from '../answers/causes.ts';
import type { Reading, ReadingQuestion, ReadingSources } from '../detection/kept-moments.ts';
import { networkStates } from '../detection/network-states.ts';
import { lastHeardFirst, type SilentSensor, type SilentSensors } from '../detection/silent-sensors.ts';
import { newestSeen } from '../detection/states-by-zoom.ts';
import type { StationAtMoment, StationInBrief } from '../detection/station-states.ts';
import { Overlay, overlayRules, wordsOf } from '../experts/overlay.ts';
import { type FaultCourse, faultCourses } from './fault-courses.ts';
import { rankOf, severityOf } from './fault-rank.ts';

const HOUR_MS = 3_600_000;
/** What ended so long ago is still shown [ms]. */
const RECOVERED_MS = 24 * HOUR_MS;
/** Faults of a sensor that ended so long ago are told with one that has begun since [ms]. */
const EARLIER_MS = 7 * 24 * HOUR_MS;
/** So many faults, the worst, have a course: what is beyond nobody looks at before these. */
const MOST_COURSES = 200;

/** A fault that is shown, with what the time series say of it. */
interface FaultReading {
  readonly fault: Fault;
  /** Its station; null where that is not among those of the network. */
  readonly station: StationAtMoment | null;
  /** null where it is over, or not among the worst. */
  readonly course: FaultCourse | null;
  /** The same that was wrong with the sensor in the week before it, in the order of time. */
  readonly earlier: readonly Fault[];
}

/** What the time series say of a network at a moment, and people's words on verdicts: all that is expensive to read. */
export interface NetworkReading extends Reading {
  /** How many stations there are. */
  readonly stations: number;
  /** How many of them are not retired. */
  readonly inUse: number;
  readonly states: Readonly<Record<StationState, number>>;
  /** The newest report, ms since the epoch; null where there was none for a month. */
  readonly seen: number | null;
  /** Silent stations, that which was heard last first. */
  readonly silent: readonly StationInBrief[];
  /** Silent sensors of stations that report, that which was heard last first. */
  readonly silentSensors: readonly SilentSensor[];
  readonly faults: readonly FaultReading[];
  readonly overlay: Overlay;
}

/** Faults of a network at a moment that people have not explained. */
interface FaultsAtMoment extends Pick<NetworkReading, 'overlay' | 'words' | 'wordsFrom'> {
  /** Those that hold, and those that ended within a day and left their sensor right. */
  readonly shown: readonly Fault[];
  /** With those that ended within the week. */
  readonly faults: readonly Fault[];
}

/**
 * Reads the faults of a network as they were at a moment, as far as it is known by now.
 *
 * @throws what the stores throw
 */
export async function faultsAtMoment(
  { store, experts }: ReadingSources,
  { network, time }: ReadingQuestion,
): Promise<FaultsAtMoment> {
  const found = await store.faultsOver(network, time - EARLIER_MS, time);
  const wordsFrom = found.reduce((earliest, { named }) => Math.min(earliest, named), time - EARLIER_MS);
  // Before what they change is read: a word that comes in meanwhile is another than this.
  const rules = await overlayRules(experts, { network, from: wordsFrom, to: time });
  const overlay = new Overlay(rules);
  const faults = found.filter((fault) => fault.known <= time && !overlay.explains(fault));
  const failingSince = failuresThatHold(faults, time);
  const shown = faults.filter((fault) => {
    const over = overAt(fault, time);
    if (over === null) return true;
    return over >= time - RECOVERED_MS && over < (failingSince.get(sensorOf(fault)) ?? Number.POSITIVE_INFINITY);
  });
  return { shown, faults, overlay, words: wordsOf(rules), wordsFrom };
}

/**
 * Reads a network as it was at a moment, as far as it is known by now.
 *
 * @throws what the stores throw; the reason of the signal
 */
export async function readNetwork(
  sources: ReadingSources,
  { network, time }: ReadingQuestion,
  silences: SilentSensors,
  signal: AbortSignal,
): Promise<NetworkReading> {
  const { store, experts } = sources;
  const { shown, faults, overlay, words, wordsFrom } = await faultsAtMoment(sources, { network, time });
  const worst = worstOf(shown.filter((fault) => overAt(fault, time) === null));
  const [states, courses] = await Promise.all([
    networkStates(store, experts, { network, time }, silences),
    faultCourses(store, network, worst, time, signal),
  ]);
  const courseOf = new Map(worst.map(({ id }, k) => [id, courses[k]]));
  const broken = new Set(shown.map(({ station }) => station));
  const { stations } = states;
  const detailed = states.detailed(stations.filter(({ station }) => broken.has(station.id)));
  const stationOf = new Map(detailed.map((one) => [one.station.id, one]));
  const conditions = byCondition(faults);
  return {
    network,
    time,
    stations: stations.length,
    inUse: stations.filter(({ station }) => !station.retired).length,
    states: countStates(stations),
    seen: newestSeen(stations),
    silent: stations.filter(({ state }) => state === 'silent').sort(lastHeardFirst),
    silentSensors: states.silentSensors,
    faults: shown.map((fault) => ({
      fault,
      station: stationOf.get(fault.station) ?? null,
      course: courseOf.get(fault.id) ?? null,
      earlier: (conditions.get(conditionOf(fault)) ?? []).filter((other) => isEarlier(other, fault)),
    })),
    overlay,
    words,
    wordsFrom,
  };
}

/** Since when each sensor fails that does at a moment, ms since the epoch: what ended since then did not leave it right. */
function failuresThatHold(faults: readonly Fault[], time: number): ReadonlyMap<string, number> {
  const since = new Map<string, number>();
  for (const fault of faults) {
    if (fault.certainty !== 'failure' || overAt(fault, time) !== null) continue;
    const sensor = sensorOf(fault);
    since.set(sensor, Math.min(fault.start, since.get(sensor) ?? fault.start));
  }
  return since;
}

function worstOf(open: readonly Fault[]): readonly Fault[] {
  const rank = (fault: Fault) => rankOf(fault, severityOf(fault, fault.offset));
  return open.toSorted((a, b) => rank(b) - rank(a)).slice(0, MOST_COURSES);
}

function byCondition(faults: readonly Fault[]): Map<string, Fault[]> {
  const conditions = new Map<string, Fault[]>();
  for (const fault of faults) {
    const condition = conditionOf(fault);
    const those = conditions.get(condition);
    if (those === undefined) conditions.set(condition, [fault]);
    else those.push(fault);
  }
  return conditions;
}

/** The sensor of a fault, with what is wrong with it. */
function conditionOf({ station, variable, kind }: Fault): string {
  return JSON.stringify([station, variable, kind]);
}

function isEarlier({ end }: Fault, { start }: Fault): boolean {
  return end !== null && end < start && end >= start - EARLIER_MS;
}
