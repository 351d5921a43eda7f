import { replay } from '../../../detectors/replay/replay.ts';
import type { Fault } from '../../../schemas/fault.ts';
import type { Observation, Values } from '../../../schemas/observation.ts';
import { SLOTS_PER_DAY, timeOfSlot } from '../../../schemas/time.ts';
import { configuration } from '../stages/live-judgement.ts';
import { MemorySource, seeded } from '../stages/small-network.ts';
import { DAYS, FIRST, isBetween, reportsOf, STATIONS } from './two-weeks.ts';

/** Height of the sun at a slot, as a share of that at noon; nothing by night. */
export function sunAt(slot: number): number {
  return Math.max(0, Math.sin((2 * Math.PI * (slot - 36)) / SLOTS_PER_DAY));
}

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
  const random = seeded(11);
  return reportsOf((slot) => {
    const all = STATIONS.map((_, station) => weather(station, slot, random));
    if (!isBetween(slot, from, until)) return all;
    return all.map((values, station) => changes[STATIONS[station].id]?.(values, slot, (other) => all[other]) ?? values);
  }, days);
}

/** The faults of a replay of all of them. */
export async function found(observations: readonly Observation[], stations = STATIONS): Promise<readonly Fault[]> {
  const start = timeOfSlot(FIRST);
  const end = observations[observations.length - 1].time;
  const request = { network: 'small', start, end, configuration, verdicts: 'last' } as const;
  return (await replay(new MemorySource(stations, observations), request)).faults;
}
