import type { Configuration } from '../../schemas/configuration.ts';
import { HalcyonError } from '../../schemas/errors.ts';
import type { Logger } from '../../schemas/logger.ts';
import type { Part } from '../../schemas/parts.ts';
import { mailSender } from '../alerts/deliveries/mail-sender.ts';
import { MonthlyReports } from '../duty/monthly/monthly-reports.ts';
import type { ReportSources } from '../duty/report/network-report.ts';
import type { Catalogue } from '../stores/catalogue.ts';

/** What the monthly reports of a process are opened with. */
export interface OpenMonthlyReportsDependencies extends ReportSources {
  readonly configuration: Pick<Configuration, 'monthlyReport' | 'smtpUrl' | 'smtpFrom'>;
  readonly parts: ReadonlySet<Part>;
  /** null where this process has none. */
  readonly catalogue: Catalogue | null;
  /** Address of the pages, for mails. */
  readonly publicUrl: () => string;
  /** Current time, ms since the epoch. */
  readonly now: () => number;
  /** One line for the operator. */
  readonly logger: Logger;
}

/**
 * Begins to send monthly reports, where somebody is to have them and this process has the part detection.
 *
 * @returns ends it after the mail at hand
 * @throws HalcyonError `invalid_configuration` where there is no mail server
 */
export function openMonthlyReports(given: OpenMonthlyReportsDependencies): () => Promise<void> {
  const { configuration, parts, catalogue, now } = given;
  const { monthlyReport: recipients, smtpUrl, smtpFrom: from } = configuration;
  if (recipients.length === 0 || catalogue === null || !parts.has('detection')) return async () => undefined;
  if (smtpUrl === '') {
    const message = 'HALCYON_MONTHLY_REPORT names recipients: HALCYON_SMTP_URL should name a mail server';
    throw new HalcyonError('invalid_configuration', message);
  }
  const reports = new MonthlyReports({ ...given, catalogue, recipients, send: mailSender({ smtpUrl, from, now }) });
  reports.start();
  return () => reports.stop();
}
