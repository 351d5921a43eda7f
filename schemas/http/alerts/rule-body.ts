import { z } from 'zod';
import { SEVERITIES } from '../../alert.ts';
import { CLASSIFICATIONS } from '../../anomaly.ts';
import { nameText } from '../name-text.ts';
import { wholeNumber } from '../whole-number.ts';
import { boxList, nameList, variableList } from './place-fields.ts';

/** Bytes that a secret of the Standard Webhooks specification may have. */
const SECRET_BYTES = { least: 24, most: 64 };
/** An episode is followed for two days; a rule that waits for longer would never see it. */
const LONGEST_MINUTES = 1440;

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
    classes: z.array(z.enum(CLASSIFICATIONS)).min(1).describe('Classes of episodes, of which one has to be its own.'),
    variables: variableList.nullish().describe('Variables of which an episode has to touch one; all where not given.'),
    networks: nameList.nullish(),
    stations: nameList.nullish(),
    box: boxList.nullish(),
    min_duration_minutes: wholeNumber(0, LONGEST_MINUTES).nullish().describe('Least time from first to last anomaly.'),
    severity: z.enum(SEVERITIES),
    channels: z.array(channelBody).max(20).describe('Who is told; nobody where it is empty: the alert is listed.'),
    id: shownOnly,
    created_at: shownOnly,
    created_by: shownOnly,
    updated_at: shownOnly,
    updated_by: shownOnly,
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
    ],
  });

export type RuleBody = z.output<typeof ruleBody>;

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
