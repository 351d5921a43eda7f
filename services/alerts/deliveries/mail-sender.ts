import { hostname } from 'node:os';
import { createTransport } from 'nodemailer';
import type { Outcome } from './attempt.ts';
import { failureWords } from './failure-words.ts';

/** How long the mail server may take for each step [ms]. */
const SMTP_MS = 10_000;
/** Longest subject of an e-mail [characters]. */
const LONGEST_SUBJECT = 200;

/** An e-mail: subject, and the same text plain and as HTML. */
export interface Email {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** The subject of an e-mail about something: a line that is not too long. What is cut ends at a word, with a mark. */
export function subjectOf(about: string): string {
  const whole = `[Halcyon] ${about}`.replace(/\s+/g, ' ');
  if (whole.length <= LONGEST_SUBJECT) return whole;
  const room = whole.slice(0, LONGEST_SUBJECT - 1);
  // A name of no words is cut where there is room.
  const cut = whole[room.length] === ' ' ? room : room.replace(/ [^ ]{0,50}$/, '');
  return `${cut.trimEnd()}…`;
}

/** To whom an e-mail goes, and as which. */
interface Addressed {
  readonly to: string;
  /** Of the message, so that a repeat is seen to be one. */
  readonly id: string;
  /** What messages of it stand together by. */
  readonly thread?: string;
}

/** What e-mails are sent with. */
export interface MailSettings {
  /** `smtp://` or `smtps://`, with user and password where the server asks for them; '' for none. */
  readonly smtpUrl: string;
  /** Sender; '' for one at the name of this machine. */
  readonly from: string;
  /** Current time, ms since the epoch. */
  readonly now: () => number;
}

/** Sends an e-mail once. Whatever goes wrong is in the outcome. */
export type SendMail = (email: Email, addressed: Addressed) => Promise<Outcome>;

/** Sends e-mails by the mail server of the settings. */
export function mailSender({ smtpUrl, from, now }: MailSettings): SendMail {
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
  return async (email, { to, id, thread }) => {
    try {
      await transport.sendMail({
        from: sender,
        to,
        ...email,
        messageId: `<${id}@${domain}>`,
        ...(thread !== undefined && { references: `<${thread}@${domain}>` }),
        date: new Date(now()),
        // RFC 3834: nobody's absence is to be told to it.
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
      return { kind: 'delivered' };
    } catch (error) {
      return { kind: 'failed', error: failureWords(error) };
    }
  };
}
