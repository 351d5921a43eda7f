import { z } from 'zod';
import { qualityFlagsShape } from '../../quality-flags/quality-flags.ts';
import { VARIABLES } from '../../variables.ts';
import { moment } from './moment.ts';

const { qartod, ...others } = qualityFlagsShape.shape;

/** What was found for one value: the flag of QARTOD, by the last verdict where there is one, and the other vocabularies. */
const flagAnswer = z
  .object({
    flag: qartod,
    reason: z.string().describe('Why the value was not judged, empty where it was.'),
    score: z.number().nullable(),
    ...others,
  })
  .meta({ id: 'Flag' });

const value = z.number().nullable();

/** An observation as answers show it: the variables by name, and beside them what else came. */
export const observationAnswerShape = z
  .object({
    network: z.string(),
    station_id: z.string(),
    timestamp: moment,
    temp_out: value,
    out_hum: value,
    wind_speed: value,
    bar: value,
    rain: value,
    extras: z.record(z.string(), z.unknown()),
    original: z.record(z.string(), z.unknown()).describe('Number and unit as they came, where they were converted.'),
    source: z.string(),
    received: moment,
    flags: z
      .record(z.enum(VARIABLES), flagAnswer)
      .nullable()
      .optional()
      .describe('null: not judged yet. Absent where flags were not asked for.'),
  })
  .meta({ id: 'Observation' });

export type FlagAnswer = z.output<typeof flagAnswer>;
export type ObservationAnswer = z.output<typeof observationAnswerShape>;

/** One item of what was pushed, and what became of it. */
export const itemAnswerShape = z
  .union([
    z.object({
      status: z.literal('accepted'),
      network: z.string(),
      station_id: z.string(),
      timestamp: moment,
    }),
    z.object({ status: z.literal('dead_letter'), id: z.string(), reason: z.string(), detail: z.string() }),
  ])
  .meta({ id: 'PushedItem' });
