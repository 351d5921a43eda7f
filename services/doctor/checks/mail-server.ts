import { createTransport } from 'nodemailer';
import { messageOf } from '../../../schemas/errors.ts';
import { ok, wrong } from '../installation/finding.ts';
import type { Check } from '../installation/installation.ts';

const WHAT = 'mail server';
/** How long it may take for each step [ms]. */
const STEP_MS = 5_000;

/** The mail server that alerts are sent by: there, and lets us in. Nothing is sent. */
export const mailServer: Check = {
  what: WHAT,
  look: async ({ configuration: { smtpUrl } }) => {
    if (smtpUrl === '') return [];
    const { host } = new URL(smtpUrl);
    const transport = createTransport({
      url: smtpUrl,
      connectionTimeout: STEP_MS,
      greetingTimeout: STEP_MS,
      socketTimeout: STEP_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    try {
      await transport.verify();
      return [ok(WHAT, `${host} takes mail from us`)];
    } catch (error) {
      const remedy = 'HALCYON_SMTP_URL should have its address, and user and password where it asks for them';
      return [wrong(WHAT, `${host} does not take mail from us: ${messageOf(error)}`, remedy)];
    } finally {
      transport.close();
    }
  },
};
