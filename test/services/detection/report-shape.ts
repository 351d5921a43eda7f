import { z } from 'zod';

const count = z.number().int().nonnegative();
const isoUtc = z.iso.datetime({ offset: false });

/** Section 2.4 of the interface document; fields beside it are allowed, none of its own may be missing or of another type. */
export const reportShape = z.looseObject({
  metadata: z.looseObject({
    timestamp: isoUtc,
    window_hours: z.number().int(),
    temporal_method: z.string(),
    spatial_verify: z.boolean(),
    spatial_method: z.string(),
  }),
  summary: z.looseObject({
    total_stations: count,
    anomalous_stations: count,
    normal_stations: count,
    device_failures: count,
    weather_events: count,
    suspected: count,
  }),
  anomalies: z.array(
    z.looseObject({
      station_id: z.string(),
      station_name: z.string(),
      variable: z.enum(['temp_out', 'out_hum', 'wind_speed', 'bar', 'rain']),
      timestamp: isoUtc,
      actual_value: z.number(),
      expected_value: z.number(),
      deviation: z.number(),
      temporal_method: z.string(),
      classification: z.enum(['weather_event', 'device_failure', 'suspected']),
      spatial_verification: z.looseObject({
        enabled: z.boolean(),
        method: z.string(),
        correlation: z.number().min(-1).max(1),
        neighbors_checked: count,
        neighbors: z.array(z.string()),
      }),
    }),
  ),
  normal_stations: z.array(z.string()),
});
