import type { Fault } from '../../schemas/fault.ts';
import type { FaultAnswer } from '../../schemas/http/answers/fault-answer.ts';
import { isoOf } from '../../schemas/time.ts';
import type { Marks } from './marks.ts';
import { reportedFault } from './reported-fault.ts';
import { type AnswerUnits, unitIn, valueIn } from './si-units.ts';

/** A fault in the words of the report, in the units asked for, with what people say of it. */
export function faultAnswer(fault: Fault, units: AnswerUnits, override: Marks['override'] = null): FaultAnswer {
  const reported = reportedFault(fault);
  const { variable } = fault;
  const shown = (value: number | null) => (value === null ? null : valueIn(units, variable, value));
  return {
    ...reported,
    estimate: {
      offset: shown(reported.estimate.offset),
      ratio: shown(reported.estimate.ratio),
      minutes: shown(reported.estimate.minutes),
      unit: reported.estimate.unit,
      swapped_with: reported.estimate.swapped_with,
      ceiling: shown(reported.estimate.ceiling),
      uncertainty: shown(reported.estimate.uncertainty),
    },
    units: unitIn(units, variable),
    judged: isoOf(fault.judged),
    ...(override !== null && { override: { ...override, at: isoOf(override.at) } }),
  };
}
