import type { Observation, OriginalValue } from '../../../schemas/observation.ts';
import type { Station } from '../../../schemas/station.ts';
import { timeOfSlot } from '../../../schemas/time.ts';
import { FIRST_SLOT, seeded } from './small-network.ts';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;

/** How the stations of a dense network report. */
export interface DenseWays {
  /** Minutes between two reports of each station. */
  readonly minutes: readonly number[];
  readonly hours: number;
  readonly seed: number;
  /** Reports are off their minute by up to so much [ms]; 0 where not given. */
  readonly jitterMs?: number;
  /** Whether rain says the minutes that it is of. */
  readonly declared?: boolean;
}

/**
 * Some hours of a small network that reports more often than every ten minutes, each station in its own cadence: a day's
 * course, a front, showers, single wrong reports at any minute, impossible ones, a stuck stretch, missed reports. In order of time.
 */
export function denseHistory(stations: readonly Station[], ways: DenseWays): Observation[] {
  const { minutes, hours, seed, jitterMs = 0, declared = false } = ways;
  const random = seeded(seed);
  const observations: Observation[] = [];
  const front = hours * 36;
  for (let minute = 0; minute < hours * 60; minute++) {
    for (const [i, station] of stations.entries()) {
      const every = minutes[i % minutes.length];
      if (minute % every !== 0 || random() < 0.02) continue;
      const since = minute - front - i * 10;
      const passing = since < 0 ? 0 : Math.max(0, 1 - since / 300) * Math.min(1, (since + 1) / 25);
      const day = Math.sin((2 * Math.PI * minute) / DAY_MINUTES);
      let temperature = 15 + 5 * day + 0.3 * (random() - 0.5) - 8 * passing;
      if (random() < 0.001 * every) temperature += 20;
      if (random() < 0.0003 * every) temperature = 500;
      const stuck = i === 1 && minute > front - 300 && minute < front + 200;
      const amount = passing > 0.8 || (since > -200 && since < -190) ? Math.round(random() * 2 * every) / 10 : 0;
      const rain = declared ? Math.round((amount * 10 * 1e6) / every) / 1e6 : amount;
      const original: Record<string, OriginalValue> = declared
        ? { rain: { value: amount, unit: 'mm', interval: every } }
        : {};
      observations.push({
        network: station.network,
        station: station.id,
        time: timeOfSlot(FIRST_SLOT) + minute * MINUTE_MS + Math.floor((random() - 0.5) * jitterMs),
        values: {
          temp_out: stuck ? 14.2 : Math.round(temperature * 10) / 10,
          out_hum: Math.min(100, Math.round(65 - 15 * day + 3 * random() + 20 * passing)),
          wind_speed: Math.round((8 + 4 * random() + 30 * passing * (random() < 0.5 ? 1 : 0.4)) * 10) / 10,
          bar: random() < 0.01 ? null : Math.round((1012 + Math.sin(minute / 1000) + 3 * passing) * 100) / 100,
          rain,
        },
        extras: {},
        original,
        source: 'test',
        received: 0,
      });
    }
  }
  return observations.sort((a, b) => a.time - b.time);
}
