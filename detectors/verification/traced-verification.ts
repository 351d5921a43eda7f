import type { VerificationStep } from '../../schemas/judgement-trace.ts';
import { VARIABLE_INDEX } from '../../schemas/variables.ts';
import { reportBefore } from '../neighbours/own-course.ts';
import type { SpatialQuestion } from '../neighbours/spatial-question.ts';
import type { SpatialAnswer } from '../spatial/spatial-method.ts';

/** What the spatial method was asked and answers, with what the neighbours that it compared read. */
export function verificationStep(method: string, question: SpatialQuestion, answer: SpatialAnswer): VerificationStep {
  const { windows, slot, neighbours } = question;
  const v = VARIABLE_INDEX[question.variable];
  const read = (station: number, at: number | null) => {
    const value = at === null ? Number.NaN : windows.value(station, v, at);
    return Number.isFinite(value) ? value : null;
  };
  const compared = new Set(answer.neighbors);
  return {
    step: 'verification',
    method,
    expected: question.expected,
    within: neighbours.length,
    neighbours: neighbours
      .filter(({ id }) => compared.has(id))
      .map(({ index, id, km }) => ({
        ...{ id, km, reads: read(index, slot) },
        before: read(index, reportBefore(windows, index, v, slot)),
      })),
    classification: answer.classification,
    reason: answer.reason,
    evidence: answer.evidence,
  };
}
