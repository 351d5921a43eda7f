import { z } from 'zod';
import { moment } from './moment.ts';

const count = z.int().min(0);

/** How many values were received, and what became of them: received = judged + all that were not judged, by reason. */
export const valueCountsShape = z
  .object({
    received: count.describe('Values that observations came with.'),
    judged: count.describe('Those that were judged: passed, suspect or failed.'),
    not_judged: z
      .record(z.string(), count)
      .describe('The others by the reason why they were not: docs/report.md has them all.'),
  })
  .meta({ id: 'ValueCounts' });

export type ValueCounts = z.output<typeof valueCountsShape>;

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
