import type { Observation, Values } from '../../../schemas/observation.ts';
import type { Station } from '../../../schemas/station.ts';
import { SLOTS_PER_DAY, SLOTS_PER_HOUR, timeOfSlot } from '../../../schemas/time.ts';
import { FIRST_SLOT, seeded } from '../stages/small-network.ts';

export const KM_PER_DEGREE = 111.195;
export const AT_50 = Math.cos((50 * Math.PI) / 180);

/** Stations of a square, `apart` kilometres from each other, its corner at 50 N, 4 E. */
export function squareOf(side: number, apart: number): Station[] {
  return Array.from({ length: side * side }, (_, k) => {
    const latitude = 50 + (Math.floor(k / side) * apart) / KM_PER_DEGREE;
    return {
      network: 'made',
      id: `s${String(k).padStart(2, '0')}`,
      name: `Station ${k}`,
      latitude,
      longitude: 4 + ((k % side) * apart) / (KM_PER_DEGREE * AT_50),
      elevation: null,
      pressureLevel: 'unknown' as const,
      rainInterval: null,
      manufacturer: null,
      model: null,
      retired: false,
      updated: 0,
    };
  });
}

/** A report of a station in a slot. */
export function reportOf({ network, id }: Station, slot: number, values: Values): Observation {
  const rest = { extras: {}, original: {}, source: 'test', received: 0 };
  return { network, station: id, time: timeOfSlot(slot), values, ...rest };
}

/** A front from a direction [degrees] at a speed [km/h], over the corner at a slot, and how much colder it gets behind it. */
interface MadeFront {
  readonly slot: number;
  readonly direction: number;
  readonly speed: number;
  readonly colder: number;
}

/** A sensor of temperature that jumps by so much from a slot on, for four hours. */
interface MadeJump {
  readonly station: string;
  readonly slot: number;
  readonly by: number;
}

/** Air from the sea that comes to some stations at the same hour of each day, give or take half an hour, and goes at night. */
interface MadeBreeze {
  readonly stations: readonly string[];
  /** Hour of the day. */
  readonly hour: number;
  /** Share of a temperature 5 degC lower, a humidity 18 % higher, and 14 km/h more wind. */
  readonly strength?: number;
}

/** What happens over the stations. */
export interface MadeWeather {
  readonly days: number;
  /** Slots between reports. */
  readonly cadence?: number;
  readonly front?: MadeFront;
  readonly jumps?: readonly MadeJump[];
  readonly breeze?: MadeBreeze;
}

/**
 * Days with a daily cycle: up to 12 degC between night and noon, an inversion that breaks up within the hour each morning, at each
 * station at its own time, and noise. In the order of time.
 */
export function madeHistory(
  stations: readonly Station[],
  { days, cadence = 1, front, jumps = [], breeze }: MadeWeather,
): Observation[] {
  const random = seeded(7);
  const observations: Observation[] = [];
  const breakUp = stations.map(() => random() * SLOTS_PER_HOUR * 2);
  for (let k = 0; k < days * SLOTS_PER_DAY; k += cadence) {
    for (const [i, station] of stations.entries()) {
      const slot = FIRST_SLOT + k;
      const hour = (k % SLOTS_PER_DAY) / SLOTS_PER_HOUR;
      const day = Math.cos((2 * Math.PI * (hour - 14)) / 24);
      const morning = Math.min(1, Math.max(0, (k % SLOTS_PER_DAY) - 6 * SLOTS_PER_HOUR - breakUp[i]) / 5);
      const broken = hour < 18 ? morning : Math.max(0, 1 - (hour - 18) / 2);
      const behind = front === undefined ? 0 : passing(front, station, slot);
      const sea = breeze?.stations.includes(station.id) === true ? breezeAt(breeze, i, k) : 0;
      const jump = jumps.find((one) => one.station === station.id && slot >= one.slot && slot < one.slot + 24);
      const temperature =
        14 + 4.5 * day + 2.5 * broken - (front?.colder ?? 0) * behind - 5 * sea + 0.3 * (random() - 0.5);
      observations.push(
        reportOf(station, slot, {
          temp_out: Math.round((temperature + (jump?.by ?? 0)) * 10) / 10,
          out_hum: Math.round(70 - 15 * day - 8 * broken + 15 * behind + 18 * sea + 2 * random()),
          wind_speed: Math.round((10 + 3 * random() + 20 * behind + 14 * sea) * 10) / 10,
          bar: Math.round((1012 + 1.5 * behind + 0.05 * random()) * 100) / 100,
          rain: 0,
        }),
      );
    }
  }
  return observations;
}

/** How much of it has come to a station at a slot of the history, within half an hour. */
function breezeAt({ hour, strength = 1 }: MadeBreeze, station: number, k: number): number {
  const day = Math.floor(k / SLOTS_PER_DAY);
  const since = (k % SLOTS_PER_DAY) - hour * SLOTS_PER_HOUR - (day % 3) - (station % 2);
  const varies = strength * (1 + 0.1 * ((day % 3) - 1));
  return since < 0 ? 0 : varies * Math.min(1, since / 3) * Math.max(0, 1 - since / (5 * SLOTS_PER_HOUR));
}

/** How far behind a front a station is, 0 to 1 in half an hour; after six hours it fades over twelve. */
function passing({ slot: first, direction, speed }: MadeFront, { latitude, longitude }: Station, slot: number): number {
  const towards = ((direction + 180) * Math.PI) / 180;
  const north = (latitude - 50) * KM_PER_DEGREE;
  const east = (longitude - 4) * KM_PER_DEGREE * AT_50;
  const way = north * Math.cos(towards) + east * Math.sin(towards);
  const since = slot - first - (way / speed) * SLOTS_PER_HOUR;
  if (since < 0) return 0;
  return Math.min(1, since / 3) * Math.min(1, Math.max(0, 1 - (since - 6 * SLOTS_PER_HOUR) / (12 * SLOTS_PER_HOUR)));
}
