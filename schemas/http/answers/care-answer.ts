import { z } from 'zod';
import { SHOWN_FAULT_ID } from '../../reports/given-id.ts';
import { moment } from '../../reports/moment.ts';

/** Who looks after a fault. */
export const careShape = z
  .object({
    fault_id: z.string(),
    version: z.int().min(1).describe('Of the care: who changes it says which one they saw.'),
    assignee: z.string().nullable().describe('Who looks after it; null for nobody.'),
    snoozed_until: moment.nullable().describe('Until then nobody wants to be reminded of it.'),
    by: z.string().describe('Who changed it last.'),
    at: moment,
  })
  .meta({
    id: 'FaultCare',
    examples: [
      {
        fault_id: SHOWN_FAULT_ID,
        version: 1,
        assignee: 'ada',
        snoozed_until: null,
        by: 'ada',
        at: '2026-11-22T12:20:00Z',
      },
    ],
  });

export type CareAnswer = z.output<typeof careShape>;
