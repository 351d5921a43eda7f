import type { Anomaly } from '../../schemas/anomaly.ts';
import type { AnomalyAnswer } from '../../schemas/http/answers/anomaly-answer.ts';
import { isoOf } from '../../schemas/time.ts';
import type { Marks } from './marks.ts';
import { reportedAnomaly } from './reported-anomaly.ts';
import { type AnswerUnits, unitIn, valueIn } from './si-units.ts';

/** An anomaly in the document's words, in the units asked for, as people call it. */
export function anomalyAnswer(anomaly: Anomaly, units: AnswerUnits, marks: Marks): AnomalyAnswer {
  const reported = reportedAnomaly(anomaly, marks);
  const { variable } = anomaly;
  return {
    ...reported,
    classification: marks.override?.classification ?? anomaly.classification,
    actual_value: valueIn(units, variable, reported.actual_value),
    expected_value: valueIn(units, variable, reported.expected_value),
    deviation: valueIn(units, variable, reported.deviation),
    scale: valueIn(units, variable, reported.scale),
    units: unitIn(units, variable),
    judged: isoOf(anomaly.judged),
    final: anomaly.final,
  };
}
