import { alertEmail } from './alert-email.ts';
import type { AlertPayload } from './alert-message.ts';
import type { Attempt } from './attempt.ts';
import { type MailSettings, mailSender } from './mail-sender.ts';

/** What e-mails of alerts are sent with. */
export interface EmailDependencies extends MailSettings {
  /** Address of the pages that mails link to, without a slash at its end. */
  readonly publicUrl: () => string;
}

/** Sends deliveries as e-mails. The id of the delivery is that of the message; those of one alert stand together. */
export function emailAttempt({ publicUrl, ...settings }: EmailDependencies): Attempt {
  const send = mailSender(settings);
  return async ({ id, target, payload, alert }) => {
    const email = alertEmail(JSON.parse(payload) as AlertPayload, publicUrl());
    return send(email, { to: target, id, ...(alert !== null && { thread: `alert-${alert}` }) });
  };
}
