import type { AlertEvent } from '../../schemas/alert.ts';
import { isoOf } from '../../schemas/time.ts';
import { alertAnswer } from './answers/alert-answer.ts';
import type { AlertBook } from './records/alert-book.ts';
import type { Alert } from './records/alert-records.ts';
import { type AlertRule, targetsOf } from './rules/alert-rule.ts';

/** What has happened to an alert. */
interface Happened {
  readonly event: AlertEvent;
  /** ms since the epoch. */
  readonly at: number;
  /** What was said with it, such as why it is over; null where nothing was. */
  readonly comment: string | null;
}

/**
 * Writes what everybody of a rule is to be told of an alert, in the transaction that changes it; nothing of one that opened
 * in a silence.
 *
 * @returns the alert as it now is
 */
export async function tell(
  book: AlertBook,
  rule: AlertRule,
  id: string,
  { event, at, comment }: Happened,
): Promise<Alert> {
  const alert = await book.alert(id);
  if (alert === null) throw new Error(`there is no alert ${id}`);
  if (alert.silenced !== null) return alert;
  const payload = { type: event, at: isoOf(at), comment, alert: alertAnswer(alert) };
  await book.deliver({ alert: id, round: alert.round, rule: rule.id, event, at, payload }, targetsOf(rule));
  return alert;
}
