import assert from 'node:assert/strict';
import { FAULTS_OF_DAYS, type Fault } from '../../../schemas/fault.ts';
import type { Observation, Values } from '../../../schemas/observation.ts';
import { SLOTS_PER_DAY, SLOTS_PER_HOUR, slotOf, timeOfSlot } from '../../../schemas/time.ts';
import { seeded, smallStations } from '../stages/small-network.ts';

export const DAYS = 14;
/** Slot of the first report. */
export const FIRST = 20_600 * SLOTS_PER_DAY;
/** Slots between two reports. */
export const EVERY = 3;
export const STATIONS = smallStations(5);
/** Hours in which what is wrong comes without a jump. */
const CREEPS = 5;
/** For what needs more neighbours than these. */
export const SEVEN = smallStations(7);

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
export function history(
  change: (values: Values, slot: number) => Values,
  from: number,
  until: number,
  stations = STATIONS,
): Observation[] {
  const random = seeded(11);
  return reportsOf((slot) =>
    stations.map(({ id }) => {
      const values = weather(slot, random);
      return id === 's03' && isBetween(slot, from, until) ? change(values, slot) : values;
    }),
  );
}

/** Reports of all stations, of what each reads at a slot. */
export function reportsOf(valuesAt: (slot: number) => readonly Values[], days = DAYS): Observation[] {
  const observations: Observation[] = [];
  for (let slot = FIRST; slot < FIRST + days * SLOTS_PER_DAY; slot += EVERY) {
    for (const [station, values] of valuesAt(slot).entries()) {
      observations.push({
        ...{ network: 'small', station: SEVEN[station].id, time: timeOfSlot(slot), extras: {}, original: {} },
        ...{ values, source: 'test', received: 0 },
      });
    }
  }
  return observations;
}

/** Observations in which stations send again what they sent so many slots before, at some slots. */
export function sentAgain(
  observations: readonly Observation[],
  stations: readonly string[],
  lag: number,
  isAgain: (slot: number) => boolean,
): Observation[] {
  const sent = new Map(observations.map(({ station, time, values }) => [`${station} ${slotOf(time)}`, values]));
  return observations.map((one) => {
    const slot = slotOf(one.time);
    if (!stations.includes(one.station) || !isAgain(slot)) return one;
    return { ...one, values: sent.get(`${one.station} ${slot - lag}`) ?? one.values };
  });
}

/** How much of what is wrong is there where it comes within five hours of a day: too slowly for the jump that a fault of hours is. */
export function crept(slot: number, from: number): number {
  const hours = (slot - FIRST - from * SLOTS_PER_DAY) / SLOTS_PER_HOUR;
  return Math.max(0, Math.min(1, hours / CREEPS));
}

/** What is read where a barometer comes to read so many hPa too much in that way. */
export function creeping(values: Values, slot: number, from: number, by: number): Values {
  return { ...values, bar: (values.bar ?? 0) + by * crept(slot, from) };
}

/** Whether a slot is of the days from one on until another. */
export function isBetween(slot: number, from: number, until: number): boolean {
  return slot - FIRST >= from * SLOTS_PER_DAY && slot - FIRST < until * SLOTS_PER_DAY;
}

export const ofDays = (faults: readonly Fault[]) =>
  faults.filter(({ kind }) => FAULTS_OF_DAYS.some((one) => one === kind));
/** Days from the first report; NaN of null. */
export const dayOf = (time: number | null) => (time === null ? Number.NaN : (slotOf(time) - FIRST) / SLOTS_PER_DAY);
export const about = (value: number, expected: number, by: number) =>
  assert.ok(Math.abs(value - expected) <= by, `${value} instead of ${expected}`);
