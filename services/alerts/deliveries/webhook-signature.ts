import { createHmac } from 'node:crypto';

/** Beginning of a secret, of which the rest is base64. */
const SECRET_PREFIX = 'whsec_';

/**
 * The headers of a webhook as Standard Webhooks has them (version 1.0.0,
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md): HMAC-SHA256 with the secret's
 * bytes over `id.timestamp.body`.
 *
 * @param secret `whsec_` and base64, or base64 alone; null: it is not signed
 * @param id of the delivery, the same at each attempt
 * @param at of this attempt, ms since the epoch; the header has whole seconds
 */
export function signatureHeaders(
  secret: string | null,
  id: string,
  at: number,
  body: string,
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at / 1000));
  const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp };
  if (secret === null) return headers;
  const key = Buffer.from(secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret, 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { ...headers, 'webhook-signature': `v1,${signature}` };
}
