import { z } from 'zod';
import { nameText } from './name-text.ts';

/** What a client says of a station; positions in degrees (WGS 84), elevation in metres. */
const stationFields = {
  station_name: z.string().min(1).max(200).optional(),
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  elevation: z.number().min(-500).max(9000).nullable().optional(),
  pressure_level: z.enum(['station', 'sea_level', 'unknown']).optional(),
  retired: z.boolean().optional(),
};

/** Body of `PUT /api/v1/stations/{id}`; `station_id` may be repeated and must then be the id of the path. */
export const stationBody = z.strictObject({ ...stationFields, station_id: nameText.optional() });

/** Body of `POST /api/v1/stations`: a list of stations, all registered or none. */
export const stationListBody = z
  .array(z.strictObject({ ...stationFields, station_id: nameText, network: nameText.optional() }))
  .min(1)
  .max(10_000);

export type StationBody = z.output<typeof stationBody>;
export type StationListBody = z.output<typeof stationListBody>;
