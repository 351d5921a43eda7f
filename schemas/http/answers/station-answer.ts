import { z } from 'zod';
import { moment } from '../../reports/moment.ts';
import { SHOWN_STATION } from '../../reports/shown-failure.ts';
import { PRESSURE_LEVELS } from '../../station.ts';

/** A station as answers show it: degrees (WGS 84), metres above sea level, minutes. */
export const stationAnswerShape = z
  .object({
    network: z.string(),
    station_id: z.string(),
    station_name: z.string(),
    latitude: z.number(),
    longitude: z.number(),
    elevation: z.number().nullable(),
    pressure_level: z.enum(PRESSURE_LEVELS),
    rain_interval: z.int().nullable().describe('Minutes that its amounts of rain fall over; null: not declared.'),
    manufacturer: z.string().nullable().describe('Who made the station; null: not declared.'),
    model: z.string().nullable().describe('What its manufacturer calls it; null: not declared.'),
    retired: z.boolean(),
    updated: moment,
  })
  .meta({
    id: 'Station',
    examples: [
      {
        ...SHOWN_STATION,
        latitude: 50.84,
        longitude: 4.35,
        elevation: 312,
        pressure_level: 'sea_level',
        rain_interval: null,
        manufacturer: 'Davis',
        model: 'Vantage Pro2',
        retired: false,
        updated: '2026-11-22T05:44:51.020Z',
      },
    ],
  });

export type StationAnswer = z.output<typeof stationAnswerShape>;
