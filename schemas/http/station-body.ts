import { z } from 'zod';
import { isShownName, NO_UNSEEN, shownPattern } from '../shown-text.ts';
import { PRESSURE_LEVELS, type PressureLevel } from '../station.ts';
import { isGiven, laxFlag, laxInterval, laxNumber, requiredNumber } from './lax-fields.ts';
import { nameText } from './name-text.ts';

/** A station as a client gave it. A registration is whole: what is undefined takes its default. */
export interface StationRegistration {
  readonly network: string;
  readonly station_id: string;
  readonly station_name?: string | undefined;
  /** Degrees north and east, WGS 84. */
  readonly latitude: number;
  readonly longitude: number;
  /** Metres above sea level. */
  readonly elevation?: number | undefined;
  readonly pressure_level?: PressureLevel | undefined;
  /** Minutes that its amounts of rain fall over. */
  readonly rain_interval?: number | undefined;
  /** Who made it, and what they call it. */
  readonly manufacturer?: string | undefined;
  readonly model?: string | undefined;
  readonly retired?: boolean | undefined;
}

/** What people call a station. */
const title = z
  .string()
  .max(256)
  .refine(isShownName, { message: `String should be a name ${NO_UNSEEN}` })
  .meta({ override: { pattern: `^${shownPattern()}$` } });
const optionalName = nameText.or(z.literal('')).nullish();

/**
 * What a client says of a station; positions in degrees (WGS 84), elevation in metres, the interval of rain in minutes.
 * `id` and `name` are taken for `station_id` and `station_name`; fields that are not known are left alone, so that an
 * answer can be sent back.
 */
const stationFields = z
  .object({
    station_id: z.union([nameText, z.number().int()]).nullish(),
    id: z.union([nameText, z.number().int()]).nullish(),
    network: optionalName,
    station_name: title.nullish(),
    name: title.nullish(),
    latitude: requiredNumber(-90, 90),
    longitude: requiredNumber(-180, 180),
    // The Dead Sea's shore lies at -430 m, the highest summit at 8849 m.
    elevation: laxNumber(-500, 9000),
    pressure_level: z.enum(PRESSURE_LEVELS).or(z.literal('')).nullish(),
    rain_interval: laxInterval,
    manufacturer: optionalName,
    model: optionalName,
    retired: laxFlag,
  })
  .transform((fields) => {
    const id = fields.station_id ?? fields.id;
    return {
      station_id: id === null || id === undefined ? undefined : String(id),
      network: fields.network || undefined,
      station_name: fields.station_name || fields.name || undefined,
      latitude: fields.latitude,
      longitude: fields.longitude,
      elevation: fields.elevation,
      pressure_level: fields.pressure_level || undefined,
      rain_interval: fields.rain_interval,
      manufacturer: fields.manufacturer || undefined,
      model: fields.model || undefined,
      retired: fields.retired,
    };
  });

/** Body of `PUT /api/v1/stations/{id}`; `station_id` and `network` may be repeated and must then be those of the address. */
export const stationBody = stationFields.meta({
  examples: [
    {
      station_name: 'Alpha',
      latitude: 51,
      longitude: 4,
      elevation: 12,
      pressure_level: 'station',
      rain_interval: 5,
      manufacturer: 'Davis',
      model: 'Vantage Pro2',
    },
  ],
});

/** Body of `POST /api/v1/stations`: a list of stations, all registered or none. */
export const stationListBody = z
  .array(
    stationFields.transform((station, context) => {
      if (!isGiven(station.station_id)) {
        const params = { type: 'missing' };
        context.addIssue({ code: 'custom', path: ['station_id'], message: 'Field required', params });
      }
      return { ...station, station_id: station.station_id ?? '' };
    }),
  )
  .min(1)
  .max(100_000)
  .meta({
    examples: [
      [
        { station_id: 'b', latitude: 51.1, longitude: 4.1 },
        { station_id: 'c', latitude: 51.2, longitude: 4 },
      ],
    ],
  });
