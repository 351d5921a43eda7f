import { normal, smoothNoise, uniform } from '../../../ingest/feeds/demo/lattice-noise.ts';
import type { Values } from '../../../schemas/observation.ts';
import { SLOT_MS } from '../../../schemas/time.ts';

/** A place on a plane [km]. */
export interface Place {
  readonly east: number;
  readonly north: number;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Amount a tipping bucket counts [mm]. */
const TIP = 0.2;

/**
 * What sound instruments show of calm weather at a place and a time: a pure function, so that networks of any cadence see the same
 * weather. The course of the day, slow air masses, local differences, gusts, showers that pass over all stations. Without
 * fronts and storms: a failure that is found here is one that was put in.
 *
 * @param station index, which gives the instruments their bias and noise
 * @param time ms since the epoch
 */
export function madeValues(seed: number, station: number, { east, north }: Place, time: number): Values {
  const hours = time / HOUR_MS;
  const second = Math.floor(time / 1000);
  const noise = (kind: number) => normal(seed, station, second, kind);
  const bias = (kind: number) => uniform(seed, station, kind, 0) - 0.5;
  // Coldest at 3, warmest at 15 hours.
  const angle = (2 * Math.PI * ((time % DAY_MS) / HOUR_MS - 15)) / 24;
  const day = Math.cos(angle) + 0.15 * Math.cos(2 * angle - 0.6);
  const air = smoothNoise(seed ^ 1, east / 400, north / 400, hours / 30);
  const local = smoothNoise(seed ^ 2, east / 25, north / 25, hours / 3);

  const temperature = 14 + 5 * day + 3 * air + 0.6 * local + bias(1) + 0.06 * noise(2);
  const humidity = 66 - 13 * day - 6 * air + 2 * local + 4 * bias(3) + 0.5 * noise(4);
  const wind = 11 + 5 * smoothNoise(seed ^ 3, east / 150, north / 150, hours / 6) + 2 * day;
  const gust = 1 + 0.12 * smoothNoise(seed ^ 4, east / 5, north / 5, hours * 8) + 0.08 * noise(5);
  const pressure = 1013 + 7 * smoothNoise(seed ^ 5, east / 900, north / 900, hours / 36) + bias(6) + 0.04 * noise(7);
  const shower = smoothNoise(seed ^ 6, east / 200, north / 200, hours / 5);
  // Of the last ten minutes, so that every report of a slot has the tips that fell in it.
  const tips = (0.9 * Math.max(0, shower - 0.35)) / TIP + uniform(seed, station, Math.floor(time / SLOT_MS), 8);
  return {
    temp_out: rounded(temperature, 10),
    out_hum: Math.min(100, Math.round(humidity)),
    wind_speed: rounded(Math.max(0, wind * (1 + 0.4 * bias(9)) * gust), 10),
    bar: rounded(pressure, 10),
    rain: shower > 0.35 ? rounded(TIP * Math.floor(tips), 10) : 0,
  };
}

function rounded(value: number, perUnit: number): number {
  return Math.round(value * perUnit) / perUnit;
}
