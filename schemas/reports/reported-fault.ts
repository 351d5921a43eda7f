import { z } from 'zod';
import { FAULT_CERTAINTIES, FAULT_KINDS, FAULT_STATES } from '../fault.ts';
import { VARIABLES } from '../variables.ts';
import { moment } from './moment.ts';

/** A fault as reports show it: the condition of a sensor from its onset to its return. */
export const reportedFaultShape = z
  .object({
    fault_id: z.string(),
    network: z.string(),
    station_id: z.string(),
    station_name: z.string(),
    variable: z.enum(VARIABLES),
    kind: z.enum(FAULT_KINDS),
    start: moment.describe('First wrong report.'),
    end: moment.nullable().describe('Last wrong report; null while it continues.'),
    known: moment.describe('Report by which it was first named.'),
    recovered: moment.nullable().describe('Report by which its end was known.'),
    estimate: z.object({
      offset: z.number().nullable().describe('How far it is off against its neighbours; null where none tells.'),
      ratio: z.number().nullable().describe('What it reads of what it should; null but for a gain.'),
      minutes: z
        .number()
        .nullable()
        .describe(
          'How late its values come, of a clock; how long after they were first sent, of a resent record. Else null.',
        ),
      unit: z.string().nullable().describe('The unit that its values come in; null but for a unit.'),
      swapped_with: z.string().nullable().describe('Station that it is exchanged with; null but for swapped ones.'),
      ceiling: z.number().nullable().describe('The highest value that it reads; null but for a ceiling.'),
      uncertainty: z.number().nullable().describe('One sigma of the offset, or of the ratio.'),
    }),
    units: z.string(),
    values: z.int().min(0).describe('Reports under it.'),
    state: z.enum(FAULT_STATES),
    certainty: z
      .enum(FAULT_CERTAINTIES)
      .describe(
        'suspected where no neighbour tells whether it continues, somebody may have adjusted the sensor, or one of days is not clear.',
      ),
    adjusted: z
      .boolean()
      .describe(
        'Whether the sensor came to its neighbours by it, as after an adjustment. Its values then have no estimate.',
      ),
    unknown_since: moment.nullable().describe('Since when no neighbour tells whether it continues.'),
    neighbors: z.array(z.string()),
    reason: z.string(),
    anomaly_ids: z.array(z.string()),
  })
  .meta({ id: 'Fault' });

export type ReportedFault = z.output<typeof reportedFaultShape>;
