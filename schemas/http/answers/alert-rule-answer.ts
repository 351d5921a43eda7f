import { z } from 'zod';
import { SEVERITIES } from '../../alert.ts';
import { CLASSIFICATIONS } from '../../anomaly.ts';
import { nameList, variableList } from '../alerts/place-fields.ts';
import { moment } from './moment.ts';

/** Four numbers as in RFC 7946, section 5; a list of one schema for all of them, as tools read no other. */
const boxAnswer = z.array(z.number().min(-180).max(180)).length(4).describe('[west, south, east, north], degrees.');

const channelShape = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('webhook'),
    url: z.string().describe('Without path and query for who may not change rules: they may be a secret.'),
    signed: z.boolean().describe('True: it has a secret, which no answer shows.'),
  }),
  z.object({ type: z.literal('email'), to: z.array(z.string()) }),
  z.object({ type: z.literal('feed') }),
]);

/** A rule; what narrows it is null where it does not. */
export const alertRuleShape = z
  .object({
    id: z.string(),
    name: z.string(),
    enabled: z.boolean(),
    classes: z.array(z.enum(CLASSIFICATIONS)),
    variables: variableList.nullable(),
    networks: nameList.nullable(),
    stations: nameList.nullable(),
    box: boxAnswer.nullable(),
    min_duration_minutes: z.int().min(0).nullable(),
    severity: z.enum(SEVERITIES),
    channels: z.array(channelShape),
    created_at: moment,
    created_by: z.string(),
    updated_at: moment,
    updated_by: z.string(),
  })
  .meta({ id: 'AlertRule' });

export type AlertRuleAnswer = z.output<typeof alertRuleShape>;

/** A silence. */
export const silenceShape = z
  .object({
    id: z.string(),
    network: z.string().nullable(),
    stations: nameList.nullable(),
    variables: variableList.nullable(),
    box: boxAnswer.nullable(),
    from: moment,
    to: moment,
    reason: z.string(),
    by: z.string(),
    created_at: moment,
    ended_by: z.string().nullable().describe('Who ended it before its time.'),
  })
  .meta({ id: 'Silence' });

export type SilenceAnswer = z.output<typeof silenceShape>;
