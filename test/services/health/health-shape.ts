import { z } from 'zod';

const fraction = z.number().min(0).max(1);
const count = z.number().int().nonnegative();
const status = z.enum(['healthy', 'warning', 'critical']);

/** Section 2.4 of the interface document; fields beside it are allowed, none of its own may be missing or of another type. */
export const healthShape = z.array(
  z.looseObject({
    station_id: z.string(),
    analysis_period_days: count,
    data_completeness: fraction,
    total_data_points: count,
    overall_status: status,
    variable_reports: z.array(
      z.looseObject({
        variable: z.enum(['temp_out', 'out_hum', 'wind_speed', 'bar', 'rain']),
        zero_ratio: fraction,
        null_ratio: fraction,
        variance: z.number().nonnegative(),
        issues: z.array(z.string()),
        severity: status,
      }),
    ),
  }),
);
