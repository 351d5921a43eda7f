import { HalcyonError } from '../../../schemas/errors.ts';
import type { Logger } from '../../../schemas/logger.ts';
import type { ReportRecipient } from '../../../schemas/report-recipients.ts';
import type { Outcome } from '../../alerts/deliveries/attempt.ts';
import type { Email, SendMail } from '../../alerts/deliveries/mail-sender.ts';
import { waitBeforeRetry } from '../../alerts/deliveries/retry-time.ts';
import type { Catalogue } from '../../stores/catalogue.ts';
import { lookRegularly } from '../../stores/regular-looks.ts';
import { networkReport, type ReportSources } from '../report/network-report.ts';
import { reportAnswer } from '../report/report-answer.ts';
import { LATEST_MS, monthOf, toldMonth } from './month.ts';
import { reportEmail } from './report-email.ts';
import {
  addReportMail,
  keepReportMail,
  noteMailed,
  noteNotMailed,
  type ReportMail,
  takeReportMail,
} from './report-mails.ts';

/** How often it is asked whether a month is over [ms]. */
const LOOK_MS = 60_000;
/** A mail that nothing was heard of for so long may be sent by another [ms]: longer than a piece of a report takes. */
const LEASE_MS = 15 * 60_000;
/** Observations have whole seconds: the last of a month is before the next [ms]. */
const SECOND_MS = 1_000;

/** E-mails that this look has written, by network and month: a report takes seconds, and goes to several people. */
type Written = Map<string, Email>;

/** What monthly reports are made and sent with. */
export interface MonthlyReportsDependencies extends ReportSources {
  readonly catalogue: Catalogue;
  readonly recipients: readonly ReportRecipient[];
  readonly send: SendMail;
  /** Address of the pages, without a slash at its end. */
  readonly publicUrl: () => string;
  /** Current time, ms since the epoch. */
  readonly now: () => number;
  /** One line for the operator. */
  readonly logger: Logger;
  /** In [0, 1). */
  readonly random?: () => number;
}

/** Sends the report on each month after its end, once to each address, whichever processes run and however often they start. */
export class MonthlyReports {
  readonly #dependencies: MonthlyReportsDependencies;
  readonly #ending = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor(dependencies: MonthlyReportsDependencies) {
    this.#dependencies = dependencies;
  }

  start(): void {
    let isAway = false;
    const look = async () => {
      await this.look();
      isAway = false;
    };
    const onFailure = (cause: unknown) => {
      if (!isAway) this.#dependencies.logger.warn('monthly reports wait', { cause });
      isAway = true;
    };
    this.#running = lookRegularly({ look, pauseMs: LOOK_MS, onFailure }, this.#ending.signal);
  }

  /** Ends after the mail at hand. */
  async stop(): Promise<void> {
    this.#ending.abort();
    await this.#running;
  }

  /**
   * Writes who is to be told of the month that is over, and sends what is due.
   *
   * @throws HalcyonError what the stores throw
   */
  async look(): Promise<void> {
    const { catalogue, store, recipients, now } = this.#dependencies;
    const month = toldMonth(now());
    for (const network of month === null ? [] : await store.networks()) {
      for (const { address } of toldOf(network, recipients)) {
        await addReportMail(catalogue, { network, month: month?.begin ?? 0, address, created: now() });
      }
    }
    const written: Written = new Map();
    while (!this.#ending.signal.aborted) {
      const mail = await takeReportMail(catalogue, now(), LEASE_MS);
      if (mail === null) return;
      await this.#deliver(mail, written);
    }
  }

  async #deliver(mail: ReportMail, written: Written): Promise<void> {
    const { catalogue, now, logger } = this.#dependencies;
    const { id, network, address } = mail;
    const outcome = await this.#attempt(mail, written);
    if (outcome.kind === 'delivered') return noteMailed(catalogue, id, now());
    const next = this.#next(mail, outcome);
    if (next === null) logger.warn(`the monthly report on ${network} to ${address} was given up: ${outcome.error}`);
    await noteNotMailed(catalogue, id, outcome.error, next);
  }

  async #attempt(mail: ReportMail, written: Written): Promise<Outcome> {
    const { send, recipients } = this.#dependencies;
    const { id, network, address } = mail;
    if (toldOf(network, recipients).every((one) => one.address !== address))
      return { kind: 'refused', error: 'the settings name this address no more' };
    try {
      const name = `${network}/${mail.month}`;
      const email = written.get(name) ?? (await this.#write(mail));
      written.set(name, email);
      return await send(email, { to: address, id: `report-${id}` });
    } catch (error) {
      if (!(error instanceof HalcyonError)) throw error;
      // What a month had no report of stays so; a store that is away comes back.
      const isFinal = error.code === 'insufficient_data';
      return { kind: isFinal ? 'refused' : 'failed', error: error.message };
    }
  }

  async #write({ id, network, month }: ReportMail): Promise<Email> {
    const { catalogue, publicUrl, now } = this.#dependencies;
    const period = monthOf(month);
    const onPiece = () => keepReportMail(catalogue, id, now() + LEASE_MS);
    const question = { network, from: period.begin, to: period.end - SECOND_MS, now: now(), onPiece };
    const report = reportAnswer(await networkReport(this.#dependencies, question, this.#ending.signal));
    return reportEmail(report, period, publicUrl());
  }

  /** When the next attempt is due, ms since the epoch; null where there is none. */
  #next({ month, attempts }: ReportMail, { kind }: Outcome): number | null {
    const { now, random = Math.random } = this.#dependencies;
    const due = now() + waitBeforeRetry(attempts, random());
    return kind === 'refused' || due - monthOf(month).end > LATEST_MS ? null : due;
  }
}

/** The recipients that are told of a network. */
function toldOf(network: string, recipients: readonly ReportRecipient[]): readonly ReportRecipient[] {
  return recipients.filter((one) => one.network === '*' || one.network === network);
}
