import { z } from 'zod';
import { HEALTH_STATUSES } from '../../reports/health-report.ts';
import { moment } from '../../reports/moment.ts';
import { reportedFaultShape } from '../../reports/reported-fault.ts';
import { VARIABLES } from '../../variables.ts';

const share = z.number().min(0).max(1);
const count = z.int().nonnegative();
const status = z.enum(HEALTH_STATUSES);
const issues = z.array(z.string()).describe('What is wrong, in words.');

const variableHealth = z
  .object({
    variable: z.enum(VARIABLES),
    zero_ratio: share,
    null_ratio: share,
    variance: z.number().nonnegative(),
    issues,
    severity: status,
    units: z.string(),
    valid_readings: count,
    out_of_range: count,
    longest_unchanged_hours: z.number().nonnegative(),
    stuck_ratio: share,
    judged: z.boolean().describe('Whether there were readings enough to tell a stalled or stuck sensor.'),
  })
  .meta({ id: 'VariableHealth' });

/** One station of the health report, as the command line saves it. */
export const stationHealthShape = z
  .object({
    station_id: z.string(),
    analysis_period_days: z.number().positive(),
    data_completeness: share,
    total_data_points: count,
    overall_status: status,
    variable_reports: z.array(variableHealth),
    station_name: z.string(),
    network: z.string(),
    period_start: moment.describe('Every time t of the period has start < t <= end.'),
    period_end: moment,
    cadence_minutes: z.number(),
    expected_data_points: z.number(),
    expected_completeness: share,
    issues,
    faults: z.array(reportedFaultShape).describe('Faults of its sensors that overlap the period, by start.'),
    judged: z.boolean().describe('Whether each of its sensors was: healthy says only then that they work.'),
  })
  .meta({ id: 'StationHealth' });
