import type { Anomaly } from '../../../schemas/anomaly.ts';
import type { ReportedAnomaly } from '../../../schemas/report.ts';
import { isoOf } from '../../../schemas/time.ts';
import { reportedAnomaly } from '../../detection/reported-anomaly.ts';
import { type AnswerUnits, unitIn, valueIn } from './si-units.ts';

/** An anomaly as the report shows it, and when it was judged so. */
export interface AnomalyAnswer extends ReportedAnomaly {
  /** ISO 8601 UTC. */
  judged: string;
  /** True once nothing that can still arrive in time may change it. */
  final: boolean;
}

/** An anomaly in the document's words, in the units asked for. */
export function anomalyAnswer(anomaly: Anomaly, units: AnswerUnits): AnomalyAnswer {
  const reported = reportedAnomaly(anomaly);
  const { variable } = anomaly;
  return {
    ...reported,
    actual_value: valueIn(units, variable, reported.actual_value),
    expected_value: valueIn(units, variable, reported.expected_value),
    deviation: valueIn(units, variable, reported.deviation),
    scale: valueIn(units, variable, reported.scale),
    units: unitIn(units, variable),
    judged: isoOf(anomaly.judged),
    final: anomaly.final,
  };
}
