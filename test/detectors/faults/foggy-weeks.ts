import assert from 'node:assert/strict';
import { replay } from '../../../detectors/replay/replay.ts';
import { FAULTS_OF_DAYS, type Fault } from '../../../schemas/fault.ts';
import type { Observation, Values } from '../../../schemas/observation.ts';
import { SLOTS_PER_DAY, slotOf, timeOfSlot } from '../../../schemas/time.ts';
import { configuration } from '../stages/live-judgement.ts';
import { MemorySource, seeded, smallStations } from '../stages/small-network.ts';

export const DAYS = 14;
/** Slot of the first report. */
export const FIRST = 20_600 * SLOTS_PER_DAY;
/** Slots between two reports. */
export const EVERY = 3;
export const STATIONS = smallStations(7);

/** What the weather is at a station and a slot: days and nights, fog in most of the nights, and what passes in days. */
export function weather(station: number, slot: number, random: () => number): Values {
  const day = Math.sin((2 * Math.PI * (slot - 36)) / SLOTS_PER_DAY);
  const slow = Math.sin((2 * Math.PI * slot) / (5.3 * SLOTS_PER_DAY));
  // Each place has nights of its own.
  const own = (station % 3) - 1;
  return {
    temp_out: Math.round((12 + (6 + 1.5 * own) * day + 4 * slow + 0.3 * random()) * 10) / 10,
    out_hum: Math.round(Math.min(100, 76 - (22 + 4 * own) * day - 3 * slow + 2 * random())),
    wind_speed: Math.round((14 + 4 * slow + 3 * random()) * 10) / 10,
    bar: Math.round((1012 + 3 * own + 8 * slow + day + 0.1 * random()) * 100) / 100,
    rain: 0,
  };
}

/** What a station reads in place of its values; `at` gives those of any station. */
export type Change = (values: Values, slot: number, at: (station: number) => Values) => Values;

/** Reports every half hour of a network of which some stations are changed from a day on until another. */
export function history(
  changes: Readonly<Record<string, Change>>,
  from: number,
  until: number,
  days = DAYS,
): Observation[] {
  const observations: Observation[] = [];
  const random = seeded(11);
  for (let k = 0; k < days * SLOTS_PER_DAY; k += EVERY) {
    const all = STATIONS.map((_, station) => weather(station, FIRST + k, random));
    for (const [station, { id }] of STATIONS.entries()) {
      const isChanged = k >= from * SLOTS_PER_DAY && k < until * SLOTS_PER_DAY;
      const values = all[station];
      observations.push({
        ...{ network: 'small', station: id, time: timeOfSlot(FIRST + k), extras: {}, original: {} },
        values: isChanged ? (changes[id]?.(values, FIRST + k, (other) => all[other]) ?? values) : values,
        ...{ source: 'test', received: 0 },
      });
    }
  }
  return observations;
}

/** The faults of a replay of all of them. */
export async function found(observations: readonly Observation[], stations = STATIONS): Promise<readonly Fault[]> {
  const start = timeOfSlot(FIRST);
  const end = observations[observations.length - 1].time;
  const request = { network: 'small', start, end, configuration, verdicts: 'last' } as const;
  return (await replay(new MemorySource(stations, observations), request)).faults;
}

export const ofDays = (faults: readonly Fault[]) =>
  faults.filter(({ kind }) => FAULTS_OF_DAYS.some((one) => one === kind));
/** Day of the network since its first report; NaN of null. */
export const dayOf = (time: number | null) => (time === null ? Number.NaN : (slotOf(time) - FIRST) / SLOTS_PER_DAY);
export const about = (value: number, expected: number, by: number) =>
  assert.ok(Math.abs(value - expected) <= by, `${value} instead of ${expected}`);
