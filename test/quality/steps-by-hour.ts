import { SLOTS_PER_DAY, slotOf } from '../../schemas/time.ts';
import { VARIABLES } from '../../schemas/variables.ts';
import type { InjectedHistory } from './injected-history.ts';

export const HOURS = 24;
const SLOTS_PER_HOUR = SLOTS_PER_DAY / HOURS;
/** Steps over more than an hour teach nothing, as with the baselines. */
const LONGEST_STEP = 6;
/** Steps an hour must have to be told from the whole day. */
const LEAST_STEPS = 30;

/** How the steps of an hour of day count. */
export const HOUR_RULES = ['by hour of day', 'where larger'] as const;
export type HourRule = (typeof HOUR_RULES)[number];

/** Hour of day (UTC) of a slot. */
export function hourOf(slot: number): number {
  return Math.floor((((slot % SLOTS_PER_DAY) + SLOTS_PER_DAY) % SLOTS_PER_DAY) / SLOTS_PER_HOUR);
}

/**
 * How large the steps of each hour of day (UTC) are beside those of the whole day, by their ninetieth percentiles: learnt from
 * all of a history, what is yet to come with it, so that baselines by hour could know no better.
 *
 * @param segments stretches: `FROM..TO,FROM..TO`
 * @param rule `where larger`: hours with smaller steps have those of the whole day
 * @returns ratios by station, in the history's order, variable, in that of VARIABLES, and hour; 1 where too little is known
 */
export async function stepsByHour(history: InjectedHistory, segments: string, rule: HourRule): Promise<number[][][]> {
  const ids = (await history.stations()).map(({ id }) => id);
  const steps = ids.map(() => VARIABLES.map(() => Array.from({ length: HOURS }, (): number[] => [])));
  const last = ids.map(() => VARIABLES.map(() => ({ slot: Number.NEGATIVE_INFINITY, value: 0 })));
  for (const segment of segments.split(',')) {
    const [start, end] = segment.split('..').map((time) => Date.parse(time));
    for await (const batch of history.read('quality', start, end)) {
      for (const { station, time, values } of batch) {
        const at = ids.indexOf(station);
        const slot = slotOf(time);
        for (const [v, variable] of VARIABLES.entries()) {
          const value = values[variable];
          if (value === undefined || value === null) continue;
          const before = last[at][v];
          if (slot - before.slot <= LONGEST_STEP) steps[at][v][hourOf(slot)].push(Math.abs(value - before.value));
          last[at][v] = { slot, value };
        }
      }
    }
  }
  const least = rule === 'where larger' ? 1 : 0;
  return steps.map((ofStation) =>
    ofStation.map((ofHours) => {
      const ofDay = ninetieth(ofHours.flat());
      return ofHours.map((ofHour) =>
        ofHour.length < LEAST_STEPS || !(ofDay > 0) ? 1 : Math.max(least, ninetieth(ofHour) / ofDay),
      );
    }),
  );
}

function ninetieth(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(0.9 * sorted.length)] ?? Number.NaN;
}
