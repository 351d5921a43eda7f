import { z } from 'zod';
import { SHOWN_ANOMALY_ID, SHOWN_FAULT_ID } from '../../reports/given-id.ts';
import { moment } from '../../reports/moment.ts';
import { overrideShape } from '../../reports/override.ts';
import { reportedFaultShape } from '../../reports/reported-fault.ts';
import { SHOWN_FAULT_COURSE, SHOWN_JUDGED, SHOWN_STATION } from '../../reports/shown-failure.ts';

const SHOWN_FAULT = {
  fault_id: SHOWN_FAULT_ID,
  ...SHOWN_STATION,
  variable: 'temp_out',
  ...SHOWN_FAULT_COURSE,
  neighbors: ['demo-0012', 'demo-0047', 'demo-0051'],
  reason: 'reads 10.9 degC above its neighbours since 11-22 12:10Z',
  anomaly_ids: [SHOWN_ANOMALY_ID],
  judged: SHOWN_JUDGED,
};

/** A fault as the report shows it, and when it was judged so. */
export const faultAnswerShape = reportedFaultShape
  .extend({
    judged: moment,
    override: overrideShape
      .optional()
      .describe('Who says otherwise than the machine, and why; absent where nobody does.'),
  })
  .meta({ id: 'JudgedFault', examples: [SHOWN_FAULT] });

/** One fault alone, with what its version rests on. */
export const wholeFaultShape = faultAnswerShape
  .extend({
    version: z.string().describe('Digest of what is said; equal facts give equal versions.'),
    configuration: z.string(),
  })
  .meta({ id: 'FaultWithVersion' });

export type FaultAnswer = z.output<typeof faultAnswerShape>;
