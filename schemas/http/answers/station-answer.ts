import { z } from 'zod';
import { PRESSURE_LEVELS } from '../../station.ts';
import { moment } from './moment.ts';

/** A station as answers show it: degrees (WGS 84), metres above sea level. */
export const stationAnswerShape = z
  .object({
    network: z.string(),
    station_id: z.string(),
    station_name: z.string(),
    latitude: z.number(),
    longitude: z.number(),
    elevation: z.number().nullable(),
    pressure_level: z.enum(PRESSURE_LEVELS),
    retired: z.boolean(),
    updated: moment,
  })
  .meta({ id: 'Station' });

export type StationAnswer = z.output<typeof stationAnswerShape>;
