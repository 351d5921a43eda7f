import { z } from 'zod';
import { OVERRIDE_CLASSES } from '../../expert-rule.ts';
import { moment } from '../../reports/moment.ts';
import { reportedAnomalyShape } from '../../reports/report.ts';
import { SHOWN_ANOMALY, SHOWN_JUDGED } from '../../reports/shown-failure.ts';

/** An anomaly as the report shows it, and when it was judged so. */
export const anomalyAnswerShape = reportedAnomalyShape
  .extend({
    classification: z.enum(OVERRIDE_CLASSES).describe('`normal` only by an override.'),
    judged: moment.describe('When it was judged, UTC.'),
    final: z.boolean().describe('True once nothing that can still arrive in time may change it.'),
  })
  .meta({ id: 'JudgedAnomaly', examples: [{ ...SHOWN_ANOMALY, judged: SHOWN_JUDGED, final: true }] });

/** One anomaly alone, with what its verdict rests on. */
export const anomalyEvidenceShape = anomalyAnswerShape
  .extend({
    configuration: z.string().describe('Identity of the settings it was judged with.'),
    evidence: z.record(z.string(), z.unknown()).describe('Numbers behind the verdict, which differ by method.'),
    earlier_versions: z.array(anomalyAnswerShape),
  })
  .meta({ id: 'AnomalyWithEvidence' });

export type AnomalyAnswer = z.output<typeof anomalyAnswerShape>;
