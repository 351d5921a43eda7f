import { z } from 'zod';
import { CHECK_NAMES, SPATIAL_METHOD_NAMES, TEMPORAL_METHOD_NAMES } from '../../../schemas/judgement-configuration.ts';
import { VARIABLES } from '../../../schemas/variables.ts';

const variable = z.enum(VARIABLES);
const stations = z.union([z.literal('all'), z.array(z.string()).min(1)]);
const anomalyClass = z.enum(['device_failure', 'weather_event', 'suspected']);
const numbers = z.partialRecord(variable, z.number());
const sigma = z.number().min(0).default(0);
const sigmas = { temp_out: sigma, out_hum: sigma, wind_speed: sigma, bar: sigma, rain: sigma };
const verdicts = z.enum(['first', 'last']).default('last');

const event = z.strictObject({
  stations,
  variable: z.union([variable, z.literal('all')]),
  hour: z.number(),
  do: z.enum(['add', 'set', 'freeze', 'silent']),
  value: z.number().default(0),
  slots: z.int().min(1),
  rise: z.int().min(1).default(1),
  fade: z.int().min(0).default(0),
  moving: z.strictObject({ kmh: z.number().positive(), towards: z.number() }).optional(),
});

const about = { stations, variable, verdicts };
const expectation = z.union([
  z.strictObject({
    ...about,
    hour: z.number(),
    class: z.union([anomalyClass, z.literal('none')]),
    check: z.string().optional(),
  }),
  z.strictObject({ ...about, from: z.number(), to: z.number(), some: anomalyClass }),
  z.strictObject({ ...about, from: z.number(), to: z.number(), never: anomalyClass }),
]);

/** The form of a golden case; README.md of this folder says what the fields mean. */
export const goldenCase = z.strictObject({
  title: z.string(),
  why: z.string(),
  hours: z.number().positive(),
  grid: z.strictObject({ rows: z.int().min(1), columns: z.int().min(1), km: z.number().positive() }).optional(),
  stations: z
    .array(
      z.strictObject({
        id: z.string(),
        latitude: z.number(),
        longitude: z.number(),
        cadence: z.int().min(1).optional(),
      }),
    )
    .default([]),
  cadence: z.int().min(1).default(1),
  base: numbers,
  daily: z.partialRecord(variable, z.strictObject({ amplitude: z.number(), peak: z.number() })).default({}),
  noise: z.strictObject({ seed: z.int(), ...sigmas }),
  configuration: z
    .strictObject({
      temporalMethod: z.enum(TEMPORAL_METHOD_NAMES),
      windowHours: z.int(),
      threshold: z.number(),
      checks: z.array(z.enum(CHECK_NAMES)),
      spatialVerify: z.boolean(),
      spatialMethod: z.enum(SPATIAL_METHOD_NAMES),
      neighborRadiusKm: z.number(),
      variables: z.array(variable),
      latenessSlots: z.int(),
      hindsightSlots: z.int(),
    })
    .partial()
    .default({}),
  events: z.array(event).default([]),
  expect: z.array(expectation),
  exceptions: z
    .array(
      z.strictObject({
        temporal: z.array(z.enum(TEMPORAL_METHOD_NAMES)).min(1),
        spatial: z
          .array(z.enum(SPATIAL_METHOD_NAMES))
          .min(1)
          .default([...SPATIAL_METHOD_NAMES]),
        expect: z.array(z.int()).min(1),
        why: z.string(),
      }),
    )
    .default([]),
  elsewhere: z.enum(['nothing', 'no_device_failure']).default('no_device_failure'),
});

export type GoldenCase = z.infer<typeof goldenCase>;
export type GoldenEvent = z.infer<typeof event>;
export type Expectation = z.infer<typeof expectation>;
