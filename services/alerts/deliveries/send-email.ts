import { hostname } from 'node:os';
import { createTransport } from 'nodemailer';
import { messageOf } from '../../../schemas/errors.ts';
import { type AlertPayload, alertEmail } from './alert-email.ts';
import type { Attempt } from './attempt.ts';

/** How long the mail server may take for each step [ms]. */
const SMTP_MS = 10_000;

/** What e-mails are sent with. */
export interface EmailDependencies {
  /** `smtp://` or `smtps://`, with user and password where the server asks for them; '' for none. */
  readonly smtpUrl: string;
  /** Sender; '' for one at the name of this machine. */
  readonly from: string;
  /** Address of the pages that mails link to, without a slash at its end. */
  readonly publicUrl: () => string;
  /** Current time, ms since the epoch. */
  readonly now: () => number;
}

/** Sends deliveries as e-mails. The id of the delivery is that of the message, so that a repeat is seen to be one. */
export function emailAttempt({ smtpUrl, from, publicUrl, now }: EmailDependencies): Attempt {
  if (smtpUrl === '') return async () => ({ kind: 'failed', error: 'HALCYON_SMTP_URL names no mail server' });
  const sender = from || `Halcyon <halcyon@${hostname()}>`;
  const domain = /@([^\s@>]+)>?\s*$/.exec(sender)?.[1] ?? hostname();
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: SMTP_MS,
    greetingTimeout: SMTP_MS,
    socketTimeout: SMTP_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return async ({ id, target, payload, alert }) => {
    try {
      await transport.sendMail({
        from: sender,
        to: target,
        ...alertEmail(JSON.parse(payload) as AlertPayload, publicUrl()),
        messageId: `<${id}@${domain}>`,
        // So that the messages of one alert stand together.
        ...(alert !== null && { references: `<alert-${alert}@${domain}>` }),
        date: new Date(now()),
        // RFC 3834: nobody's absence is to be told to it.
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
      return { kind: 'delivered' };
    } catch (error) {
      return { kind: 'failed', error: messageOf(error) };
    }
  };
}
