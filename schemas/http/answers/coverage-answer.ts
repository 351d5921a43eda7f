import { z } from 'zod';
import { moment } from '../../reports/moment.ts';
import { valueCountsShape } from '../../reports/value-counts.ts';

/** The values of a network in a stretch, and what became of them. */
export const coverageAnswerShape = z
  .object({
    network: z.string(),
    station_id: z.string().nullable().describe('null: all stations.'),
    from: moment,
    to: moment,
    values: valueCountsShape,
  })
  .meta({
    id: 'Coverage',
    examples: [
      {
        network: 'demo',
        station_id: null,
        from: '2026-11-21T13:00:00Z',
        to: '2026-11-22T13:00:00Z',
        values: { received: 43120, judged: 43084, not_judged: { insufficient_history: 30, late: 6 } },
      },
    ],
  });

export type CoverageAnswer = z.output<typeof coverageAnswerShape>;
