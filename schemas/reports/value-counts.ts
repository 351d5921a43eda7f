import { z } from 'zod';

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
