import { outwardRequest } from '../../../schemas/outward-request.ts';
import { PACKAGE_VERSION } from '../../../schemas/package-version.ts';
import { type AlertPayload, alertMessage } from './alert-message.ts';
import type { Attempt, Outcome } from './attempt.ts';
import { failureWords } from './failure-words.ts';
import type { WebhookHosts } from './webhook-hosts.ts';
import { signatureHeaders } from './webhook-signature.ts';

/** How long a receiver may take to answer [ms]. */
export const WEBHOOK_MS = 10_000;
/** A receiver that wants to be left alone for longer is asked again after this [ms]. */
const LONGEST_REST_MS = 3_600_000;

/** What webhooks are posted with. */
export interface WebhookDependencies {
  readonly hosts: WebhookHosts;
  /** Address of the pages, without a slash at its end. */
  readonly publicUrl: () => string;
  /** Current time, ms since the epoch. */
  readonly now: () => number;
  readonly timeoutMs?: number;
}

/**
 * Posts deliveries to webhooks. Any 2xx is an arrival; 410 means that nobody is there any more; redirects are not followed.
 * An address is looked up once, checked, and called as such, so that no name server can say something else in between.
 */
export function webhookAttempt({ hosts, publicUrl, now, timeoutMs = WEBHOOK_MS }: WebhookDependencies): Attempt {
  return async ({ id, target, payload }, secret, signal) => {
    const url = new URL(target);
    const refusal = hosts.refusal(url);
    if (refusal !== null) return { kind: 'refused', error: refusal };
    const text = JSON.stringify(alertMessage(JSON.parse(payload) as AlertPayload, publicUrl()));
    const body = Buffer.from(text);
    const headers = {
      'content-type': 'application/json',
      'content-length': body.length,
      'user-agent': `Halcyon/${PACKAGE_VERSION}`,
      ...signatureHeaders(secret, id, now(), text),
    };
    const within = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    try {
      const response = await outwardRequest(url, hosts, { method: 'POST', headers, body, signal: within });
      // What it answers beside the status is nobody's business, and may be endless.
      response.destroy();
      return outcomeOf(response.statusCode ?? 0, response.headers['retry-after']);
    } catch (error) {
      const late = !signal.aborted && error instanceof Error && error.name === 'AbortError';
      return {
        kind: 'failed',
        error: late ? `no answer within ${timeoutMs / 1000} s` : failureWords(error) || 'no answer',
      };
    }
  };
}

function outcomeOf(status: number, retryAfter: string | undefined): Outcome {
  if (status >= 200 && status < 300) return { kind: 'delivered' };
  const isRedirect = status >= 300 && status < 400;
  const error = `answered ${status}${isRedirect ? ': redirects are not followed' : ''}`;
  if (status === 410) return { kind: 'refused', error };
  const seconds = /^\d{1,6}$/.test(retryAfter ?? '') ? Number(retryAfter) : 0;
  return { kind: 'failed', error, retryAfterMs: Math.min(seconds * 1000, LONGEST_REST_MS) };
}
