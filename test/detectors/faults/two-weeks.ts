import type { Observation, Values } from '../../../schemas/observation.ts';
import { SLOTS_PER_DAY, timeOfSlot } from '../../../schemas/time.ts';
import { seeded, smallStations } from '../stages/small-network.ts';

export const DAYS = 14;
/** Slot of the first report. */
export const FIRST = 20_600 * SLOTS_PER_DAY;
/** Slots between two reports. */
export const EVERY = 3;
export const STATIONS = smallStations(7);

/** What the weather is around here at a slot: days and nights, and what passes in days. */
export function weather(slot: number, random: () => number): Values {
  const day = Math.sin((2 * Math.PI * slot) / SLOTS_PER_DAY);
  const slow = Math.sin((2 * Math.PI * slot) / (5.3 * SLOTS_PER_DAY));
  const shower = slot % 151 < 18 ? 1.2 : 0;
  return {
    temp_out: Math.round((12 + 6 * day + 4 * slow + 0.3 * random()) * 10) / 10,
    out_hum: Math.round(62 - 18 * day - 5 * slow + 2 * random()),
    wind_speed: Math.round((14 + 4 * slow + 3 * random()) * 10) / 10,
    bar: Math.round((1012 + 8 * slow + day + 0.1 * random()) * 100) / 100,
    rain: Math.round(shower * (0.8 + 0.4 * random()) * 10) / 10,
  };
}

/** Reports every half hour of a network in which one station is changed from a day on until another. */
export function history(change: (values: Values, slot: number) => Values, from: number, until: number): Observation[] {
  const observations: Observation[] = [];
  const random = seeded(11);
  for (let k = 0; k < DAYS * SLOTS_PER_DAY; k += EVERY) {
    for (const { id } of STATIONS) {
      const values = weather(FIRST + k, random);
      const isChanged = id === 's03' && k >= from * SLOTS_PER_DAY && k < until * SLOTS_PER_DAY;
      observations.push({
        ...{ network: 'small', station: id, time: timeOfSlot(FIRST + k), extras: {}, original: {} },
        ...{ values: isChanged ? change(values, FIRST + k) : values, source: 'test', received: 0 },
      });
    }
  }
  return observations;
}
