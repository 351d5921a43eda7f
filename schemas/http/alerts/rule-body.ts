import { z } from 'zod';
import { ALERT_CLASSES, SEVERITIES } from '../../alert.ts';
import { nameText } from '../name-text.ts';
import { wholeNumber } from '../whole-number.ts';
import { areaField, boxList, nameList, variableList } from './place-fields.ts';

/** Bytes that a secret of the Standard Webhooks specification may have. */
const SECRET_BYTES = { least: 24, most: 64 };
/** A fault, a silence and an outage are followed to their end. */
const LONGEST_MINUTES = 30 * 1440;
/** Episodes of weather are followed for two days, and a health card is of one: a rule that waits for longer never sees them. */
const LONGEST_OF_A_DAY = 1440;
const OF_A_DAY = ['weather_event', 'poor_health'] as const;

const secretText = z.string().refine(isSecret, {
  message: `String should be whsec_ and ${SECRET_BYTES.least} to ${SECRET_BYTES.most} random bytes as base64`,
});

const webhookUrl = z
  .string()
  .max(2048)
  .refine(isWebhookUrl, {
    message: 'String should be a URL that begins with http:// or https://, without user and fragment',
    abort: true,
  })
  .overwrite((text) => new URL(text).href);

/** What an answer shows beside what can be given: it may be sent back, and is left alone. */
const shownOnly = z.unknown().optional();

/**
 * A way by which somebody is told. `secret` of a webhook: where it is left out, the one that the rule has for this URL
 * stays; null takes it away.
 */
const channelBody = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('webhook'),
    url: webhookUrl,
    secret: secretText.nullish(),
    signed: shownOnly,
  }),
  z.strictObject({ type: z.literal('email'), to: z.array(z.email().max(254)).min(1).max(50) }),
  z.strictObject({ type: z.literal('feed') }),
]);

/** Body of `POST /api/v1/alert-rules` and `PUT /api/v1/alert-rules/{id}`. */
export const ruleBody = z
  .strictObject({
    name: nameText,
    enabled: z.boolean().default(true),
    classes: z
      .array(z.enum(ALERT_CLASSES))
      .min(1)
      .describe('Classes of faults, episodes and conditions of stations, of which one has to be its own.'),
    variables: variableList.nullish().describe('Variables of which it has to touch one; all where not given.'),
    networks: nameList.nullish(),
    stations: nameList.nullish(),
    box: boxList.nullish(),
    area: areaField.nullish(),
    min_duration_minutes: wholeNumber(0, LONGEST_MINUTES).nullish().describe('How long it has to have lasted.'),
    severity: z.enum(SEVERITIES),
    channels: z.array(channelBody).max(20).describe('Who is told; nobody where it is empty: the alert is listed.'),
    id: shownOnly,
    created_at: shownOnly,
    created_by: shownOnly,
    updated_at: shownOnly,
    updated_by: shownOnly,
  })
  .refine(({ classes, min_duration_minutes: least }) => (least ?? 0) <= LONGEST_OF_A_DAY || !isOfADay(classes), {
    path: ['min_duration_minutes'],
    message: `Input should be less than or equal to ${LONGEST_OF_A_DAY} for ${OF_A_DAY.join(' and ')}: no longer time is looked at`,
  })
  .meta({
    examples: [
      {
        name: 'Failures of the north',
        classes: ['device_failure', 'suspected'],
        variables: ['temp_out'],
        networks: ['north'],
        min_duration_minutes: 30,
        severity: 'warning',
        channels: [{ type: 'feed' }],
      },
      {
        name: 'Silent in the valley',
        classes: ['silent'],
        area: { type: 'Circle', center: [4.4, 50.9], radius_km: 25 },
        min_duration_minutes: 120,
        severity: 'critical',
        channels: [{ type: 'feed' }],
      },
    ],
  });

export type RuleBody = z.output<typeof ruleBody>;

function isOfADay(classes: readonly string[]): boolean {
  return OF_A_DAY.some((name) => classes.includes(name));
}

function isSecret(text: string): boolean {
  const bytes = text.replace(/^whsec_/, '');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(bytes)) return false;
  const { length } = Buffer.from(bytes, 'base64');
  return length >= SECRET_BYTES.least && length <= SECRET_BYTES.most;
}

function isWebhookUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, hash } = new URL(text);
  return ['http:', 'https:'].includes(protocol) && username === '' && password === '' && hash === '';
}
