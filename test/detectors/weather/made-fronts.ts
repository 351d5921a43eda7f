import type { Observation } from '../../../schemas/observation.ts';
import type { Station } from '../../../schemas/station.ts';
import { SLOTS_PER_DAY, SLOTS_PER_HOUR } from '../../../schemas/time.ts';
import { FIRST_SLOT, seeded } from '../stages/small-network.ts';
import { AT_50, KM_PER_DEGREE, reportOf, squareOf } from './made-weather.ts';

/** Where stations are [km]: as many as there are, within so much to the east and to the north. */
export interface MadePlaces {
  readonly count: number;
  readonly east: number;
  readonly north: number;
  readonly seed: number;
}

/** Stations that are scattered over a rectangle, none within a third of what an even spread leaves between them. */
export function scattered({ count, east, north, seed }: MadePlaces): Station[] {
  const random = seeded(seed);
  const apart = Math.sqrt((east * north) / count) / 3;
  const places: [number, number][] = [];
  while (places.length < count) {
    const [x, y] = [random() * east, random() * north];
    if (places.every(([a, b]) => Math.hypot(a - x, b - y) >= apart)) places.push([x, y]);
  }
  const [station] = squareOf(1, 1);
  return places.map(([x, y], k) => ({
    ...station,
    id: `s${String(k).padStart(2, '0')}`,
    name: `Station ${k}`,
    latitude: 50 + y / KM_PER_DEGREE,
    longitude: 4 + x / (KM_PER_DEGREE * AT_50),
  }));
}

/** A cold front over a plain in winter. */
export interface WinterFront {
  /** Slot of the history at which it is over the middle of the stations. */
  readonly slot: number;
  /** Where it comes from [degrees], and how fast it moves [km/h]. */
  readonly direction: number;
  readonly speed: number;
  /** How much colder it gets [degC], within so long at a station [h]. */
  readonly colder: number;
  readonly hours: number;
  /** Gusts and a rise of pressure [share of 26 km/h and 1.2 hPa]. */
  readonly squall: number;
}

/** Days in winter. */
export interface WinterDays {
  readonly days: number;
  readonly seed: number;
  /** Slots between the reports of a station, by its place in the list. */
  readonly cadence: (station: number) => number;
  readonly front: WinterFront;
}

/** When a front passes over a station [slots of the history, with a fraction]. */
function passesAt({ slot, direction, speed }: WinterFront, stations: readonly Station[], k: number): number {
  const mean = (of: (one: Station) => number) => stations.reduce((sum, one) => sum + of(one), 0) / stations.length;
  const north = (stations[k].latitude - mean((one) => one.latitude)) * KM_PER_DEGREE;
  const east = (stations[k].longitude - mean((one) => one.longitude)) * KM_PER_DEGREE * AT_50;
  const towards = ((direction + 180) * Math.PI) / 180;
  return slot + ((north * Math.cos(towards) + east * Math.sin(towards)) / speed) * SLOTS_PER_HOUR;
}

/** A history with a weak daily cycle, gusts, noise that lasts for some reports, and a front. In the order of time. */
export function winterHistory(stations: readonly Station[], { days, seed, cadence, front }: WinterDays): Observation[] {
  const random = seeded(seed);
  const noise = stations.map(() => ({ temperature: 0, humidity: 0, wind: 0, pressure: 0 }));
  const passes = stations.map((_, k) => passesAt(front, stations, k));
  const lasting = (before: number, by: number) => 0.8 * before + by * (random() + random() + random() - 1.5);
  const observations: Observation[] = [];
  for (let k = 0; k < days * SLOTS_PER_DAY; k++) {
    const day = Math.cos((2 * Math.PI * (k / SLOTS_PER_HOUR - 14)) / 24);
    for (const [i, station] of stations.entries()) {
      const own = noise[i];
      own.temperature = lasting(own.temperature, 0.3);
      own.humidity = lasting(own.humidity, 1.5);
      own.wind = lasting(own.wind, 0.25);
      own.pressure = lasting(own.pressure, 0.04);
      if (k % cadence(i) !== 0) continue;
      const since = (k - passes[i]) / SLOTS_PER_HOUR;
      const behind = 1 / (1 + Math.exp(-(since / front.hours) * 7));
      const squall = since < 0 ? 0 : front.squall * Math.min(1, since * 2) * Math.exp(-since / 12);
      const round = (value: number, steps: number) => Math.round(value * steps) / steps;
      observations.push(
        reportOf(station, FIRST_SLOT + k, {
          temp_out: round(-4 + 2.5 * day + own.temperature - front.colder * behind, 10),
          out_hum: round(Math.min(100, 78 - 6 * day + own.humidity - 8 * behind), 1),
          wind_speed: round(Math.max(0, (14 + 26 * squall) * (1 + own.wind)), 10),
          bar: round(
            1014 + own.pressure + 0.25 * (since < 0 ? -Math.max(-12, since) - 12 : since - 12) + 1.2 * squall,
            10,
          ),
          rain: 0,
        }),
      );
    }
  }
  return observations;
}
