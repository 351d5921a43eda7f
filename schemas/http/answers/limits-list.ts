import { z } from 'zod';
import { VARIABLES } from '../../variables.ts';
import { limitsAnswerShape, spansShape } from './expert-answers.ts';

/** Where effective limits come from: the defaults, the station's registration, or what is set. */
const LIMITS_SOURCES = ['default', 'registration', 'network', 'station'] as const;

/** The limits that values are held against, and those that are set. */
export const limitsListShape = z
  .object({
    effective: z
      .array(z.object({ variable: z.enum(VARIABLES), units: z.string(), ...spansShape, from: z.enum(LIMITS_SOURCES) }))
      .describe('Of the station or the network that was asked for; the defaults where neither was.'),
    set: z.array(limitsAnswerShape).describe('What is set and nobody has taken back, newest first.'),
  })
  .meta({
    id: 'Limits',
    examples: [
      {
        effective: [
          {
            variable: 'temp_out',
            units: 'degC',
            fail: { low: -80, high: 60 },
            suspect: { low: -51.1, high: 54.4 },
            from: 'default',
          },
        ],
        set: [],
      },
    ],
  });

export type LimitsList = z.output<typeof limitsListShape>;
