import { z } from 'zod';
import { CHECK_NAMES, SPATIAL_METHOD_NAMES, TEMPORAL_METHOD_NAMES } from '../../judgement-configuration.ts';
import { moment } from '../../reports/moment.ts';
import { VARIABLES } from '../../variables.ts';
import { limitsAnswerShape, spansShape, thresholdAnswerShape } from './expert-answers.ts';

const limit = z.number().nullable();

/** What holds for one variable, in `units`. */
const variableThresholds = z
  .object({
    variable: z.enum(VARIABLES),
    units: z.string(),
    judged: z.boolean().describe('False where the settings leave the variable out.'),
    gross_range: z.object(spansShape).nullable().describe('The limits; rain as mm in ten minutes. null: off.'),
    limits: limitsAnswerShape.nullable().describe('The limits that are set; null where none are in force.'),
    threshold: z.number().describe('Score beyond which the method flags: that of the settings, or what is set.'),
    expert: thresholdAnswerShape.nullable().describe('What somebody has set; null where nothing is in force.'),
    floor: z.number().describe('A departure below it is reported only where it is a device failure.'),
    floor_from: z.enum(['documented', 'learnt', 'expert']),
    asks_from: z.number().describe('Nothing nearer to the expectation is flagged.'),
    usual_step: z.number().describe('Usual change between two reports, one sigma.'),
    days: z.int().describe('Days of history that the typical step rests on.'),
    usual_level: limit.describe('Usual level of an hourly station in these three hours of the day; else null.'),
    expected_value: limit.describe('What the method expects; null where there is too little history.'),
    flagged_below: limit.describe('The method flags values below; null where no possible value is so far out.'),
    flagged_above: limit.describe('The method flags values above; null where no possible value is so far out.'),
    step: limit.describe('Change from the report just before beyond which the check flags; null: it does not look.'),
    flat_line: z
      .object({
        minutes: z.int().describe('Unchanged for so long.'),
        reports: z.int().describe('Equal reports at least.'),
        range: z.number().describe('Median range of the neighbours; of two, both.'),
        range_of_few: z.number().describe('The same of one alone.'),
        reached: z.number().describe('Range that all but three tenths of the neighbours reached, by the resolution.'),
        reached_of_few: z.number().describe('The same of one alone.'),
        own_steps: z.number().describe('What the typical step times the reports must add up to, by the resolution.'),
      })
      .nullable()
      .describe('null: off, or never looks at the variable.'),
    resolution: limit.describe("Step to which the station's recent values are rounded; null where they do not tell."),
    usual_resolution: limit.describe('The same of the newest day that was learnt from; null where it does not tell.'),
    weather_from: z.number().describe('A departure that is called weather is reported from here on.'),
  })
  .meta({ id: 'VariableThresholds' });

/** What a value of a station has to do to be flagged, and who is asked about it. */
export const thresholdsAnswerShape = z
  .object({
    network: z.string(),
    station_id: z.string(),
    station_name: z.string(),
    time: moment.describe('Slot of the report that it applies to.'),
    temporal_method: z.enum(TEMPORAL_METHOD_NAMES),
    window_hours: z.int(),
    threshold: z.number().describe('Score beyond which the method flags.'),
    threshold_units: z.string(),
    checks: z.array(z.enum(CHECK_NAMES)),
    cadence_minutes: z
      .int()
      .describe('Length of a slot of the window, as the method reads it; a station may report between.'),
    usual_cadence_minutes: z
      .int()
      .nullable()
      .describe('The same of the newest day that was learnt from, in whole slots of ten minutes; null without one.'),
    baseline: z.string().nullable().describe('Version of what is usual for the station; null without history.'),
    variables: z.array(variableThresholds),
    spatial_method: z.enum(SPATIAL_METHOD_NAMES),
    neighbor_radius_km: z.number(),
    neighbors_compared: z
      .int()
      .describe('So many of the neighbours are compared: the nearest that reported the variable.'),
    neighbors: z.array(z.object({ station_id: z.string(), km: z.number() })).describe('Nearest first.'),
  })
  .meta({ id: 'Thresholds' });

export type ThresholdsAnswer = z.output<typeof thresholdsAnswerShape>;
