import { z } from 'zod';
import { VARIABLES } from '../variables.ts';
import { WEATHER_EVENT_KINDS, WEATHER_EVENT_STATES } from '../weather-event.ts';
import { moment } from './moment.ts';

const changesShape = z
  .partialRecord(z.enum(VARIABLES), z.number())
  .describe('Change by variable, in its unit; rain in mm in ten minutes. Those that hardly changed are not there.');

/** A weather event as reports show it: a front or a storm that crossed two stations or more. */
export const reportedWeatherEventShape = z
  .object({
    weather_event_id: z.string(),
    network: z.string(),
    kind: z
      .enum(WEATHER_EVENT_KINDS)
      .describe(
        '`front`: at least three stations, over at least 50 km, and at least half of the stations on its way. `storm`: every other event.',
      ),
    start: moment.describe('First passage over a station.'),
    end: moment.describe('Last passage.'),
    stations: z.array(
      z.object({ station_id: z.string(), station_name: z.string(), time: moment, changes: changesShape }),
    ),
    changes: changesShape.describe('Median of the stations, by variable, of those that changed at most of them.'),
    direction: z
      .number()
      .min(0)
      .lt(360)
      .nullable()
      .describe('Where it came from, degrees clockwise from north; null where the passages do not show it.'),
    speed: z.number().nullable().describe('How fast it moved [km/h]; null with direction.'),
    state: z.enum(WEATHER_EVENT_STATES).describe('provisional while later reports may change it.'),
    reason: z.string(),
    anomaly_ids: z.array(z.string()).describe('Weather anomalies that belong to it.'),
    version: z.string().describe('Digest of what is said here.'),
  })
  .meta({ id: 'WeatherEvent' });

export type ReportedWeatherEvent = z.output<typeof reportedWeatherEventShape>;
