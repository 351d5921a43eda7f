import { SLOWEST_CADENCE } from '../../detectors/episodes/episode-member.ts';
import { PAUSE_REPORTS } from '../../detectors/episodes/joining-rules.ts';
import type { Station } from '../../schemas/station.ts';
import { isSilent, MISSED_REPORTS } from '../../schemas/station-state.ts';
import { SLOT_MS } from '../../schemas/time.ts';
import { VARIABLES } from '../../schemas/variables.ts';
import { Overlay, overlayRules, wordsOf } from '../experts/overlay.ts';
import type { RuleRegister } from '../experts/rule-register.ts';
import { isInsideBox } from '../stores/inside-box.ts';
import type { FaultStore } from '../stores/roles/fault-store.ts';
import type { NetworkRegistry } from '../stores/roles/network-registry.ts';
import type { ObservationStore } from '../stores/roles/observation-store.ts';
import type { StationMoments } from '../stores/roles/station-moments.ts';
import type { VerdictStore } from '../stores/roles/verdict-store.ts';
import type { Box, VerdictMark } from '../stores/time-series-store.ts';
import type { Reading } from './kept-moments.ts';
import { SensorFaults } from './sensor-faults.ts';
import { type SilentSensor, SilentSensors } from './silent-sensors.ts';
import { type PlacesOnMap, placesOnMap } from './states-by-zoom.ts';
import { type Known, type StationAtMoment, type StationInBrief, stateOf } from './station-states.ts';

/** Longest that a verdict says something of its station [ms]. */
const STANDING_MS = PAUSE_REPORTS * SLOWEST_CADENCE;
/** Faults that ended this long before a moment have nothing to do with any verdict or value that is looked at [ms]. */
const ENDED_MS = STANDING_MS + MISSED_REPORTS * SLOWEST_CADENCE;

/** Which stations are asked for, and when [ms since the epoch]. */
export interface StatesRequest {
  readonly network: string;
  readonly time: number;
  readonly box?: Box | undefined;
  /** Those of the network that are asked for, in the order of their ids, where they are already read; else all of them. */
  readonly stations?: readonly Station[] | undefined;
}

/** What states are read from. */
type StatesStore = Pick<NetworkRegistry, 'allStations'> &
  Pick<ObservationStore, 'stationMoments' | 'stationReports'> &
  Pick<VerdictStore, 'verdictMarks'> &
  Pick<FaultStore, 'faultsOver'>;

/**
 * How the stations of a network are at a moment, by what is known now. Those that were retired are among them while they
 * reported. A sensor under a fault is wrong as long as that lasts, and right from the value on by which it returned. What
 * people say of a verdict or a fault goes before it; what lies in maintenance, or is called normal, counts for nothing.
 *
 * @param silences finds the silent sensors: one that is kept for those of a whole network reads them once in a slot
 * @throws what the store throws
 */
export async function networkStates(
  store: StatesStore,
  experts: Pick<RuleRegister, 'rules'>,
  { network, time, box, stations: asked }: StatesRequest,
  silences = new SilentSensors(),
): Promise<NetworkStates> {
  const [registered, marks, faults] = await Promise.all([
    asked ?? store.allStations(network),
    store.verdictMarks(network, time - STANDING_MS, time),
    store.faultsOver(network, time - ENDED_MS, time),
  ]);
  const stations = box === undefined ? registered : registered.filter((station) => isInsideBox(box, station));
  const ids = stations.map(({ id }) => id);
  // A fault may be older than any verdict that is looked at, and what people say of it as well.
  const from = faults.reduce((earliest, { named }) => Math.min(earliest, named), time - STANDING_MS);
  const [moments, rules] = await Promise.all([
    store.stationMoments(network, time, ids),
    overlayRules(experts, { network, from, to: time }),
  ]);
  const lacking = lackingStations(stations, moments, time);
  const silentSensors = await silences.of(store, { network, time, lacking });
  const overlay = new Overlay(rules);
  const sensors = new SensorFaults(faults, overlay);
  const counting = marks
    .filter((mark) => !overlay.hides(mark) && overlay.maintenanceOf(mark) === null)
    .map((mark) => overlay.reclassified(mark))
    .filter((mark) => mark.classification === 'weather_event' || sensors.ownerOf(mark) === null);
  const read = { network, time, words: wordsOf(rules), wordsFrom: from };
  return new NetworkStates(stations, moments, {
    ...{ ...read, marksOf: byStation(counting, ({ station }) => station), sensors, silentSensors },
  });
}

/** The same with what each variable is of, of every station in the order of their ids. */
export async function stationStates(
  store: StatesStore,
  experts: Pick<RuleRegister, 'rules'>,
  request: StatesRequest,
): Promise<StationAtMoment[]> {
  const states = await networkStates(store, experts, request);
  return states.detailed(states.stations);
}

/** A station of `NetworkStates`. */
interface ListedStation extends StationInBrief {
  /** Its place among the registered ones. */
  readonly row: number;
}

/**
 * The states of the stations of a network. What their variables are of is found for those that are shown: of most stations of
 * a large network it takes as long as all else, and nobody looks at it.
 */
export class NetworkStates implements Reading {
  readonly network: string;
  readonly time: number;
  readonly words: string;
  readonly wordsFrom: number;
  /** In the order of their ids. */
  readonly stations: readonly ListedStation[];
  /** Of stations that report, the last to stop first. */
  readonly silentSensors: readonly SilentSensor[];
  readonly #registered: readonly Station[];
  readonly #moments: StationMoments;
  readonly #known: KnownOfStations;
  /** By station. */
  readonly #silent: ReadonlyMap<string, readonly SilentSensor[]>;
  #places: PlacesOnMap | null = null;

  /** @param moments of the registered stations, in their order */
  constructor(registered: readonly Station[], moments: StationMoments, known: KnownOfStations) {
    const { network, time, words, wordsFrom } = known;
    this.network = network;
    this.time = time;
    this.words = words;
    this.wordsFrom = wordsFrom;
    this.#registered = registered;
    this.#moments = moments;
    this.#known = known;
    this.silentSensors = known.silentSensors;
    this.#silent = byStation(known.silentSensors, ({ station }) => station.id);
    this.stations = registered
      .map((_, row) => this.#listed(row))
      .filter(({ station, state }) => !station.retired || state !== 'silent');
  }

  /** Some of them, with their variables. */
  detailed(some: readonly ListedStation[]): StationAtMoment[] {
    return some.map(({ row }) => this.#stateAt(row));
  }

  /** Where the stations are on a map; found when it is first asked for. */
  get places(): PlacesOnMap {
    this.#places ??= placesOnMap(this.stations);
    return this.#places;
  }

  #listed(row: number): ListedStation {
    const station = this.#registered[row];
    const { marksOf, sensors, time } = this.#known;
    if (marksOf.has(station.id) || sensors.touch(station.id) || this.#silent.has(station.id)) {
      const { state, provisional, seen, heard } = this.#stateAt(row);
      return { station, state, provisional, seen, heard, row };
    }
    const { seen, heard, cadences } = this.#moments;
    if (Number.isNaN(seen[row])) return { station, state: 'silent', provisional: false, seen: null, heard: null, row };
    const reporting = this.#isJudged(row) ? 'good' : 'not_judged';
    const state = isSilent(heard[row], cadences[row] * SLOT_MS, time) ? 'silent' : reporting;
    return { station, state, provisional: false, seen: seen[row], heard: heard[row], row };
  }

  /** True where a number of a station was looked at. */
  #isJudged(row: number): boolean {
    return this.#moments.latest.some(({ values, judged }) => judged[row] === 1 && !Number.isNaN(values[row]));
  }

  #stateAt(row: number): StationAtMoment {
    const station = this.#registered[row];
    const { marksOf, sensors, time } = this.#known;
    const silent = this.#silent.get(station.id) ?? [];
    return stateOf(station, this.#moments.at(row), { marks: marksOf.get(station.id) ?? [], sensors, silent, time });
  }
}

/** What the states of stations are of. */
interface KnownOfStations extends Omit<Known, 'marks' | 'silent'>, Reading {
  /** Verdicts that count, by station. */
  readonly marksOf: ReadonlyMap<string, readonly VerdictMark[]>;
  readonly silentSensors: readonly SilentSensor[];
}

/** The stations that report without a value of some variables of late, with these. @param moments of the stations, in their order */
function lackingStations(
  stations: readonly Station[],
  { seen, heard, cadences, latest }: StationMoments,
  time: number,
) {
  return stations.flatMap((station, row) => {
    if (Number.isNaN(seen[row]) || isSilent(heard[row], cadences[row] * SLOT_MS, time)) return [];
    const variables = VARIABLES.filter((_, v) => Number.isNaN(latest[v].values[row]));
    return variables.length === 0 ? [] : [{ station, variables }];
  });
}

function byStation<T>(items: readonly T[], stationOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(stationOf(item));
    if (group === undefined) groups.set(stationOf(item), [item]);
    else group.push(item);
  }
  return groups;
}
