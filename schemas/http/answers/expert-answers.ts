import { z } from 'zod';
import { SHOWN_ID } from '../../reports/given-id.ts';
import { moment } from '../../reports/moment.ts';
import { SHOWN_STATION } from '../../reports/shown-failure.ts';
import { VARIABLES } from '../../variables.ts';

/** What every rule says of itself. */
const entered = {
  id: z.string(),
  network: z.string(),
  station_id: z.string(),
  reason: z.string(),
  by: z.string().describe('Who entered it.'),
  at: moment.describe('When.'),
  effective_from: moment.nullable().describe('Observations from here on are judged by it; null: none is.'),
  ended_by: z.string().nullable(),
  ended_at: moment.nullable(),
};

/** A maintenance window of a station, or a bar of it from vouching for others. */
export const windowAnswerShape = z
  .object({
    ...entered,
    variables: z.array(z.enum(VARIABLES)),
    from: moment,
    to: moment.nullable().describe('Not included; null while it is open.'),
    active: z.boolean().describe('True where it applies now, or will.'),
  })
  .meta({
    id: 'ExpertWindow',
    examples: [
      {
        id: SHOWN_ID,
        network: SHOWN_STATION.network,
        station_id: SHOWN_STATION.station_id,
        reason: 'new screen',
        by: 'ada',
        at: '2026-11-22T13:00:00Z',
        effective_from: '2026-11-22T13:20:00Z',
        ended_by: null,
        ended_at: null,
        variables: ['temp_out', 'out_hum'],
        from: '2026-11-22T13:00:00Z',
        to: null,
        active: true,
      },
    ],
  });

/** What is set of a station's variable. */
export const thresholdAnswerShape = z
  .object({
    ...entered,
    variable: z.enum(VARIABLES),
    temporal_method: z.string().describe('The method that the threshold is of.'),
    threshold: z.number().nullable().describe('Score beyond which the method flags; null: not set.'),
    floor: z.number().nullable().describe('Least departure that matters, unit of the variable; null: not set.'),
  })
  .meta({ id: 'ExpertThreshold' });

/** The two spans of a variable's limits. */
export const spansShape = {
  fail: z.object({ low: z.number(), high: z.number() }).describe('A value beyond fails.'),
  suspect: z.object({ low: z.number(), high: z.number() }).describe('A value beyond that does not fail is suspect.'),
};

/** The limits that are set of a variable, in its own unit. */
export const limitsAnswerShape = z
  .object({
    ...entered,
    station_id: z.string().nullable().describe('null: every station of the network that has none of its own.'),
    variable: z.enum(VARIABLES),
    ...spansShape,
  })
  .meta({ id: 'ExpertLimits' });

export type WindowAnswer = z.output<typeof windowAnswerShape>;
export type LimitsAnswer = z.output<typeof limitsAnswerShape>;
export type ThresholdAnswer = z.output<typeof thresholdAnswerShape>;
