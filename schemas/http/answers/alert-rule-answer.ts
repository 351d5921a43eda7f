import { z } from 'zod';
import { ALERT_CLASSES, SEVERITIES } from '../../alert.ts';
import { SHOWN_ID } from '../../reports/given-id.ts';
import { moment } from '../../reports/moment.ts';
import { SHOWN_STATION } from '../../reports/shown-failure.ts';
import { kindList, nameList, variableList } from '../alerts/place-fields.ts';

/** Four numbers as in RFC 7946, section 5; a list of one schema for all of them, as tools read no other. */
const boxAnswer = z.array(z.number().min(-180).max(180)).length(4).describe('[west, south, east, north], degrees.');

/** A place of an area: as in a box one schema for both of its numbers. */
const positionAnswer = z.array(z.number().min(-180).max(180)).length(2).describe('[longitude, latitude], degrees.');

const areaAnswer = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Polygon'), coordinates: z.array(z.array(positionAnswer)) }),
  z.object({ type: z.literal('Circle'), center: positionAnswer, radius_km: z.number() }),
]);

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
    classes: z.array(z.enum(ALERT_CLASSES)),
    variables: variableList.nullable(),
    networks: nameList.nullable(),
    stations: nameList.nullable(),
    box: boxAnswer.nullable(),
    area: areaAnswer.nullable(),
    min_duration_minutes: z.int().min(0).nullable(),
    severity: z.enum(SEVERITIES),
    channels: z.array(channelShape),
    created_at: moment,
    created_by: z.string(),
    updated_at: moment,
    updated_by: z.string(),
  })
  .meta({
    id: 'AlertRule',
    examples: [
      {
        id: SHOWN_ID,
        name: 'Sensor failures',
        enabled: true,
        classes: ['device_failure'],
        variables: null,
        networks: [SHOWN_STATION.network],
        stations: null,
        box: [4, 50, 5, 51],
        area: null,
        min_duration_minutes: null,
        severity: 'warning',
        channels: [{ type: 'email', to: ['duty@example.org'] }, { type: 'feed' }],
        created_at: '2026-11-20T08:00:00Z',
        created_by: 'ada',
        updated_at: '2026-11-20T08:00:00Z',
        updated_by: 'ada',
      },
    ],
  });

export type AlertRuleAnswer = z.output<typeof alertRuleShape>;

/** A silence. */
export const silenceShape = z
  .object({
    id: z.string(),
    network: z.string().nullable(),
    stations: nameList.nullable(),
    variables: variableList.nullable(),
    kinds: kindList.nullable(),
    box: boxAnswer.nullable(),
    area: areaAnswer.nullable(),
    from: moment,
    to: moment,
    reason: z.string(),
    by: z.string(),
    created_at: moment,
    ended_by: z.string().nullable().describe('Who ended it before its time.'),
  })
  .meta({
    id: 'Silence',
    examples: [
      {
        id: SHOWN_ID,
        network: SHOWN_STATION.network,
        stations: [SHOWN_STATION.station_id],
        variables: null,
        kinds: null,
        box: null,
        area: null,
        from: '2026-11-22T13:00:00Z',
        to: '2026-11-23T13:00:00Z',
        reason: 'a new sensor comes tomorrow',
        by: 'ada',
        created_at: '2026-11-22T13:00:00Z',
        ended_by: null,
      },
    ],
  });

export type SilenceAnswer = z.output<typeof silenceShape>;
