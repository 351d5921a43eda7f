import type { Assessment } from '../../schemas/assessment.ts';
import type { FlagAnswer, ObservationAnswer } from '../../schemas/http/answers/observation-answer.ts';
import type { Observation } from '../../schemas/observation.ts';
import { qualityFlags } from '../../schemas/quality-flags/quality-flags.ts';
import { evidenceOf } from '../../schemas/quality-flags/value-evidence.ts';
import { isoOf } from '../../schemas/time.ts';
import { byVariable, VARIABLES } from '../../schemas/variables.ts';
import type { JudgedObservation } from '../stores/time-series-store.ts';
import { faultFields } from './fault-fields.ts';
import { type AnswerUnits, valueIn } from './si-units.ts';

/** An observation in the document's words, in the units asked for. Extras keep the unit they came with. */
export function observationAnswer(
  judged: JudgedObservation,
  units: AnswerUnits,
  withFlags: boolean,
): ObservationAnswer {
  const { observation, assessment } = judged;
  const answer: ObservationAnswer = {
    network: observation.network,
    station_id: observation.station,
    timestamp: isoOf(observation.time),
    ...byVariable((variable) => {
      const value = observation.values[variable];
      return value === null ? null : valueIn(units, variable, value);
    }),
    extras: observation.extras,
    original: observation.original,
    source: observation.source,
    received: isoOf(observation.received),
  };
  if (withFlags) answer.flags = assessment === null ? null : flagsOf(observation, assessment, units);
  return answer;
}

function flagsOf({ values }: Observation, assessment: Assessment, units: AnswerUnits): Record<string, FlagAnswer> {
  const flags: Record<string, FlagAnswer> = {};
  for (const variable of VARIABLES) {
    const { reason, score } = assessment.judgement.variables[variable];
    const { qartod, ...others } = qualityFlags(evidenceOf(assessment, variable, values[variable] !== null));
    const finite = score !== null && Number.isFinite(score) ? score : null;
    const under = assessment.faults[variable];
    flags[variable] = {
      flag: qartod,
      reason,
      score: finite,
      ...others,
      ...(under && faultFields(under, (value) => valueIn(units, variable, value))),
    };
  }
  return flags;
}
