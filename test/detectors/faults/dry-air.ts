import type { Observation, Values } from '../../../schemas/observation.ts';
import { SLOTS_PER_DAY, SLOTS_PER_HOUR, timeOfSlot } from '../../../schemas/time.ts';
import { seeded, smallStations } from '../stages/small-network.ts';

/** Slot of the first report of a steppe. */
export const FIRST = 20_600 * SLOTS_PER_DAY;
export const STEPPE = smallStations(10);

/** What a network is, and what stations read of its weather; `hour` counts from the first report. */
export interface Steppe {
  readonly days: number;
  /** Slots between two reports. */
  readonly every: number;
  /** How far humidity departs from that around from one report to the next [%]. */
  readonly restless?: number;
  readonly read: (station: string, hour: number, values: Values) => Values;
}

/**
 * Reports of a dry plain: humidity falls from 75 % by night to 40 % by day, and each station has weather of its own besides.
 */
export function steppe({ days, every, restless = 1, read }: Steppe): Observation[] {
  const random = seeded(12);
  const spread = (size: number) => size * (random() + random() + random() - 1.5);
  const sites = STEPPE.map(() => ({ warmer: spread(2), moister: spread(6), humidity: 0 }));
  const observations: Observation[] = [];
  for (let slot = 0; slot < days * SLOTS_PER_DAY; slot++) {
    const day = Math.sin((2 * Math.PI * (slot - 48)) / SLOTS_PER_DAY);
    for (const [k, site] of sites.entries()) {
      site.humidity = 0.98 * site.humidity + spread(1.2);
      const values = {
        temp_out: Math.round(10 * (6 + site.warmer + 6 * day + spread(0.2))) / 10,
        out_hum: Math.round(Math.min(100, 58 + site.moister - 14 * day + site.humidity + spread(2 * restless))),
        wind_speed: Math.round(10 * (14 + 3 * day + spread(3))) / 10,
        bar: Math.round(100 * (1021 + Math.sin(slot / 100) + spread(0.05))) / 100,
        rain: 0,
      };
      if (slot % every !== 0) continue;
      const { id } = STEPPE[k];
      observations.push({
        ...{ network: 'small', station: id, time: timeOfSlot(FIRST + slot), extras: {}, original: {} },
        ...{ values: read(id, slot / SLOTS_PER_HOUR, values), source: 'test', received: 0 },
      });
    }
  }
  return observations;
}

/** Hours from the first report; null of null. */
export const hourOf = (time: number | null) => (time === null ? null : (time - timeOfSlot(FIRST)) / 3_600_000);
