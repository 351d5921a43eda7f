import { isoOf } from '../../../schemas/time.ts';
import { VARIABLES, type Variable } from '../../../schemas/variables.ts';
import type { JudgedObservation } from '../../stores/time-series-store.ts';
import { type AnswerUnits, valueIn } from './si-units.ts';

/** What was found for one value; `flag` is a QARTOD primary flag (1 pass, 2 not evaluated, 3 suspect, 4 fail, 9 missing). */
export interface FlagAnswer {
  flag: number;
  /** Why the value was not judged, '' where it was. */
  reason: string;
  score: number | null;
}

/** An observation as answers show it: the variables by name, and beside them what else came. */
export interface ObservationAnswer extends Record<Variable, number | null> {
  network: string;
  station_id: string;
  timestamp: string;
  extras: Readonly<Record<string, unknown>>;
  /** Number and unit as they came, where they were converted. */
  original: Readonly<Record<string, unknown>>;
  source: string;
  received: string;
  /** null: not judged yet. Absent where flags were not asked for. */
  flags?: Record<string, FlagAnswer> | null;
}

/** An observation in the document's words, in the units asked for. Extras keep the unit they came with. */
export function observationAnswer(
  judged: JudgedObservation,
  units: AnswerUnits,
  withFlags: boolean,
): ObservationAnswer {
  const { observation, judgement } = judged;
  const answer: ObservationAnswer = {
    network: observation.network,
    station_id: observation.station,
    timestamp: isoOf(observation.time),
    temp_out: null,
    out_hum: null,
    wind_speed: null,
    bar: null,
    rain: null,
    extras: observation.extras,
    original: observation.original,
    source: observation.source,
    received: isoOf(observation.received),
  };
  for (const variable of VARIABLES) {
    const value = observation.values[variable];
    answer[variable] = value === null ? null : valueIn(units, variable, value);
  }
  if (withFlags) answer.flags = judgement === null ? null : flagsOf(judgement);
  return answer;
}

function flagsOf(judgement: NonNullable<JudgedObservation['judgement']>): Record<string, FlagAnswer> {
  const flags: Record<string, FlagAnswer> = {};
  for (const variable of VARIABLES) {
    const { flag, reason, score } = judgement.variables[variable];
    flags[variable] = { flag, reason, score: score !== null && Number.isFinite(score) ? score : null };
  }
  return flags;
}
