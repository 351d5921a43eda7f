import { z } from 'zod';
import type { Values } from '../../observation.ts';
import { qualityFlagsShape } from '../../quality-flags/quality-flags.ts';
import { moment } from '../../reports/moment.ts';
import { SHOWN_FLAGS, SHOWN_JUDGED, SHOWN_STATION, SHOWN_TIME } from '../../reports/shown-failure.ts';
import { VARIABLE_SPECIFICATIONS, VARIABLES, type Variable, WEATHER_VARIABLES } from '../../variables.ts';

const { qartod, ...others } = qualityFlagsShape.shape;

/** What was found for one value: the flag of QARTOD, by the last verdict where there is one, and the other vocabularies. */
const flagAnswer = z
  .object({
    flag: qartod,
    reason: z.string().describe('Why the value was not judged, empty where it was.'),
    score: z
      .number()
      .nullable()
      .describe('Null where the value was not judged, and with HALCYON_SCORES=needed where it passes in any case.'),
    ...others,
    fault_id: z
      .string()
      .optional()
      .describe('Fault of the sensor that the value lies under; absent where there is none.'),
    best_estimate: z
      .number()
      .nullable()
      .optional()
      .describe('What the neighbours imply of a value under a fault, in its unit; null where none tells.'),
    estimate_uncertainty: z.number().nullable().optional().describe('One sigma of the best estimate.'),
  })
  .meta({ id: 'Flag' });

const SHOWN_FAILED = { flag: 4, reason: '', score: 22, ...SHOWN_FLAGS };
const SHOWN_GOOD = {
  flag: 1,
  reason: '',
  score: 0.7,
  qartod_tests: { gross_range: 1, temporal_method: 1 },
  madis: { descriptor: 'S', qca: 19, qcr: 0 },
  bufr_033020: 0,
  bufr_033050: 1,
};

const value = (variable: Variable) => z.number().nullable().describe(VARIABLE_SPECIFICATIONS[variable].title);

/** An observation as answers show it: the variables by name, and beside them what else came. */
export const observationAnswerShape = z
  .object({
    network: z.string().describe('Network of the station.'),
    station_id: z.string().describe('Station, unique in its network.'),
    timestamp: moment.describe('Time of the observation, UTC.'),
    temp_out: value('temp_out'),
    out_hum: value('out_hum'),
    wind_speed: value('wind_speed'),
    bar: value('bar'),
    rain: value('rain'),
    ...Object.fromEntries(VARIABLES.slice(WEATHER_VARIABLES).map((element) => [element, value(element)])),
    extras: z.record(z.string(), z.unknown()).describe('What else the station sent, in the unit it came with.'),
    original: z
      .record(z.string(), z.unknown())
      .describe('Number and unit as they came, where they were converted; of rain its kind or interval [minutes] too.'),
    source: z.string().describe('Feed that brought it, for example push or import.'),
    received: moment.describe('When it was accepted, UTC; of several for one time the last accepted counts.'),
    flags: z
      .record(z.enum(VARIABLES), flagAnswer)
      .nullable()
      .optional()
      .describe('null: not judged yet. Absent where flags were not asked for.'),
  })
  .meta({
    id: 'Observation',
    examples: [
      {
        network: SHOWN_STATION.network,
        station_id: SHOWN_STATION.station_id,
        timestamp: SHOWN_TIME,
        temp_out: 11.6,
        out_hum: 81,
        wind_speed: 7.2,
        bar: 1009.4,
        rain: 0,
        extras: {},
        original: {},
        source: 'demo',
        received: SHOWN_JUDGED,
        flags: Object.fromEntries(
          VARIABLES.map((variable) => [variable, variable === 'temp_out' ? SHOWN_FAILED : SHOWN_GOOD]),
        ),
      },
    ],
  });

export type FlagAnswer = z.output<typeof flagAnswer>;
export type ObservationAnswer = z.output<typeof observationAnswerShape> & Values;

/** One item of what was pushed, and what became of it. */
export const itemAnswerShape = z
  .union([
    z.object({
      status: z.literal('accepted'),
      network: z.string(),
      station_id: z.string(),
      timestamp: moment,
      rain_interval: z.int().optional().describe('Minutes that its rain fell over, where that is declared.'),
    }),
    z.object({ status: z.literal('dead_letter'), id: z.string(), reason: z.string(), detail: z.string() }),
  ])
  .meta({ id: 'PushedItem' });
