import { DOCUMENTED_FLOORS } from '../detectors/baselines/documented-floors.ts';
import { NetworkStations } from '../detectors/network/network-stations.ts';
import { WindowStore } from '../detectors/windows/window-store.ts';
import type { Candidate } from '../schemas/anomaly.ts';
import type { Values } from '../schemas/observation.ts';
import { newStation, type Station } from '../schemas/station.ts';
import { timeOfSlot } from '../schemas/time.ts';
import { VARIABLES } from '../schemas/variables.ts';

export const NETWORK = 'bench';
/** One station to so many square kilometres: about 31 within 100 km. */
const KM2_A_STATION = 1_000;
const EARTH_KM = 6371;

/** Stations spread evenly over a cap of the sphere round the pole that has the area for them. */
export function networkOf(size: number, random: () => number): NetworkStations {
  const stations = new NetworkStations(NETWORK, 100);
  const height = (size * KM2_A_STATION) / (2 * Math.PI * EARTH_KM * EARTH_KM);
  for (let i = 0; i < size; i++) {
    const latitude = (Math.asin(1 - height * random()) * 180) / Math.PI;
    stations.put(madeStation({ network: NETWORK, id: `s${i}`, latitude, longitude: 360 * random() - 180 }));
  }
  return stations;
}

/** A station of which nothing is known but where it is. */
export function madeStation(place: Pick<Station, 'network' | 'id' | 'latitude' | 'longitude'>): Station {
  return newStation({
    ...place,
    name: `Station ${place.id}`,
    elevation: null,
    pressureLevel: 'unknown',
    rainInterval: null,
    manufacturer: null,
    model: null,
    retired: false,
    updated: 0,
  });
}

/** A value that the live method flags, with what a bench names. */
export function madeCandidate(
  fields: Pick<Candidate, 'network' | 'station' | 'variable' | 'slot' | 'actual' | 'expected'> & Partial<Candidate>,
): Candidate {
  return {
    kind: 'candidate',
    time: timeOfSlot(fields.slot),
    check: 'arima',
    scale: 1,
    score: 25,
    threshold: 5,
    inputs: '0123456789abcdef',
    baseline: null,
    floors: [],
    spreads: [],
    values: [],
    beyond: '',
    suspect: false,
    withdrawn: false,
    ...fields,
  };
}

/** A value as a station sends it, with two decimals. */
export function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Windows of so many slots of an ordinary afternoon, up to the newest: every variable wanders by less than is unsettled. */
export function windowsOf(size: number, slots: number, newest: number, random: () => number): WindowStore {
  const windows = new WindowStore(slots);
  for (let i = 0; i < size; i++) {
    const values: Values = { temp_out: 15, out_hum: 60, wind_speed: 12, bar: 1013, rain: 0 };
    for (let slot = newest - slots + 1; slot <= newest; slot++) {
      for (const [v, variable] of VARIABLES.entries()) {
        if (variable !== 'rain')
          values[variable] = hundredths((values[variable] ?? 0) + (random() - 0.5) * 0.4 * DOCUMENTED_FLOORS[v]);
      }
      windows.put(i, slot, timeOfSlot(slot), values);
    }
  }
  return windows;
}

/** Microseconds of CPU time that something took, for each of so many. */
export function microseconds(count: number, work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / count;
}
