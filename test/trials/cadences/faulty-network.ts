import type { Observation } from '../../../schemas/observation.ts';
import { newStation, type Station } from '../../../schemas/station.ts';
import { type Cadence, MINUTE_MS, minuteOffset, minuteOffsets, reportTimes } from './cadences.ts';
import { madeValues, type Place } from './made-weather.ts';

/** `absurd`: a temperature that no thermometer can show; `shifted`: one that is 20 degrees above the true one. */
export type FaultKind = 'absurd' | 'shifted';

/** A single report of `temp_out` that is wrong. */
export interface InjectedFault {
  readonly station: string;
  /** ms since the epoch. */
  readonly time: number;
  readonly kind: FaultKind;
}

/** A network that reports for some days, with wrong reports among the right ones. */
export interface FaultyNetwork {
  readonly cadence: Cadence;
  readonly stations: readonly Station[];
  /** Oldest first. */
  readonly observations: readonly Observation[];
  readonly faults: readonly InjectedFault[];
}

/** Stretch of time, ms since the epoch, both included. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

export const ABSURD = 500;
const SHIFT = 20;
const STATIONS = 12;
const HOUR_MS = 60 * MINUTE_MS;
/** What comes before the first fault, for baselines, and after the last, until it is settled. */
const [BEFORE_MS, AFTER_MS] = [24 * HOUR_MS, 5 * HOUR_MS];
/** Faults follow each other on stations that are so far from each other in the list. */
const STATION_STEP = 5;
const KM_PER_DEGREE = 111.2;
const [LATITUDE, LONGITUDE] = [50, 4];

/**
 * A network of twelve stations within 40 km. In each minute of a slot that its cadence has, one report is absurd and one
 * shifted; where the stations differ, one report of each station. No two faults are near each other.
 *
 * @throws Error where the stretch is too short for the faults
 */
export function faultyNetwork(cadence: Cadence, stretch: Stretch, seed: number): FaultyNetwork {
  const places = Array.from({ length: STATIONS }, (_, index) => placeOf(index));
  const stations = places.map((place, index) => stationAt(cadence.name, index, place));
  const times = stations.map((_, index) => reportTimes(cadence, index, stretch.from, stretch.to, seed));
  const faults = faultsIn(cadence, stations, times, stretch);
  const wrong = new Map(faults.map((fault) => [`${fault.station} ${fault.time}`, fault.kind]));
  const observations = stations.flatMap((station, index) =>
    times[index].map((time): Observation => {
      const values = madeValues(seed, index, places[index], time);
      const kind = wrong.get(`${station.id} ${time}`);
      if (kind === 'absurd') values.temp_out = ABSURD;
      else if (kind === 'shifted') values.temp_out = Math.round(10 * ((values.temp_out ?? 0) + SHIFT)) / 10;
      const { network, id } = station;
      return { network, station: id, time, values, extras: {}, original: {}, source: 'push', received: time };
    }),
  );
  return { cadence, stations, observations: observations.sort((a, b) => a.time - b.time), faults };
}

/** A spiral: the farthest two are less than 40 km from each other. */
function placeOf(index: number): Place {
  const [radius, angle] = [5 + 1.2 * index, 2.4 * index];
  return { east: radius * Math.cos(angle), north: radius * Math.sin(angle) };
}

function stationAt(network: string, index: number, { east, north }: Place): Station {
  return newStation({
    network,
    id: `s${String(index).padStart(2, '0')}`,
    name: `Station ${index}`,
    latitude: Number((LATITUDE + north / KM_PER_DEGREE).toFixed(5)),
    longitude: Number((LONGITUDE + east / (KM_PER_DEGREE * Math.cos((LATITUDE * Math.PI) / 180))).toFixed(5)),
    elevation: 100,
    pressureLevel: 'sea_level',
    rainInterval: null,
    manufacturer: null,
    model: null,
    retired: false,
    updated: 0,
  });
}

function faultsIn(
  cadence: Cadence,
  stations: readonly Station[],
  times: readonly (readonly number[])[],
  { from, to }: Stretch,
): InjectedFault[] {
  const each = cadence.minutes.length > 1 ? STATIONS : minuteOffsets(cadence, 0).length;
  const apart = (to - from - BEFORE_MS - AFTER_MS) / (2 * each);
  if (apart < HOUR_MS) throw new Error(`${2 * each} faults need ${2 * each + 29} hours at least`);
  return Array.from({ length: 2 * each }, (_, k) => {
    const index = (k * STATION_STEP) % STATIONS;
    const offsets = minuteOffsets(cadence, index);
    const offset = offsets[k % offsets.length];
    const due = from + BEFORE_MS + k * apart;
    const time = times[index].find((one) => one >= due && minuteOffset(one) === offset);
    if (time === undefined) throw new Error(`${cadence.name} has no report of minute ${offset} for a fault`);
    return { station: stations[index].id, time, kind: k < each ? 'absurd' : 'shifted' };
  });
}
