import type { Observation } from '../../schemas/observation.ts';
import type { Station } from '../../schemas/station.ts';
import { possibleValue, VARIABLES, type Variable } from '../../schemas/variables.ts';
import { seeded } from '../detectors/stages/small-network.ts';

const HOUR_MS = 3_600_000;
/** A sensor is intermittent for so long [h], from a time on between these shares of the record. */
const LASTS = 12;
const FROM = 0.4;
const UNTIL = 0.9;
/** So many of the sensors are. */
const SHARE_OF_SENSORS = 0.5;
/** How far off a wrong value is at least [unit of the variable], and how many times that at most. */
const LEAST: Partial<Record<Variable, number>> = { temp_out: 5, out_hum: 25, wind_speed: 25, bar: 3 };
const MOST = 2.4;
/** What of it has to be left of a value that cannot be so far off, such as humidity above 100 %. */
const LEFT = 0.8;

/** A value of an intermittent sensor. */
export interface IntermittentValue {
  readonly station: string;
  readonly variable: Variable;
  /** ms since the epoch. */
  readonly time: number;
  readonly isWrong: boolean;
}

/**
 * Makes sensors of a record intermittent, as with a loose plug: for half a day single values jump away and come back.
 *
 * @param observations sound ones; they stay as they are
 * @param share of the values of these sensors that are wrong
 */
export function makeIntermittent(
  stations: readonly Station[],
  observations: readonly Observation[],
  share: number,
  seed: number,
): { readonly observations: readonly Observation[]; readonly values: readonly IntermittentValue[] } {
  const random = seeded(seed);
  const first = observations[0].time;
  const length = observations[observations.length - 1].time - first;
  const begins = new Map<string, number>();
  for (const { id } of stations) {
    for (const variable of VARIABLES) {
      if (LEAST[variable] === undefined || random() >= SHARE_OF_SENSORS) continue;
      begins.set(`${id} ${variable}`, first + (FROM + (UNTIL - FROM) * random()) * length);
    }
  }
  const values: IntermittentValue[] = [];
  const changed = observations.map((observation) => {
    const { station, time } = observation;
    const read = { ...observation.values };
    for (const variable of VARIABLES) {
      const begin = begins.get(`${station} ${variable}`);
      const was = read[variable];
      if (begin === undefined || was === null || time < begin || time >= begin + LASTS * HOUR_MS) continue;
      const least = LEAST[variable] ?? 0;
      const isWrong = random() < share;
      if (isWrong) {
        const off = least * (1 + (MOST - 1) * random()) * (random() < 0.5 ? -1 : 1);
        read[variable] = Math.round(100 * possibleValue(variable, was + off)) / 100;
        if (Math.abs(read[variable] - was) < LEFT * least) {
          read[variable] = was;
          continue;
        }
      }
      values.push({ station, variable, time, isWrong });
    }
    return { ...observation, values: read };
  });
  return { observations: changed, values };
}
