import { HalcyonError } from '../../schemas/errors.ts';
import type { Catalogue } from '../stores/catalogue.ts';
import type { AlertBook } from './records/alert-book.ts';
import type { Alert } from './records/alert-records.ts';
import { catalogueBook } from './records/catalogue-book.ts';
import type { AlertRule } from './rules/alert-rule.ts';
import { tell } from './tell.ts';

/** Who resolves an alert that has come to its end by itself. */
export const ITSELF = 'halcyon';

/** What is done with an alert, and by whom. */
export interface Change {
  readonly state: 'acknowledged' | 'resolved';
  readonly by: string;
  readonly comment: string | null;
  /** ms since the epoch. */
  readonly at: number;
}

/**
 * Acknowledges or resolves an alert, once, and tells those of its rule; the same again changes nothing but adds the comment.
 *
 * @returns the alert as it then is
 * @throws HalcyonError `not_found`; `conflict` where one is to be acknowledged that is resolved
 */
export async function changeAlert(catalogue: Catalogue, id: string, change: Change): Promise<Alert> {
  return catalogue.transaction(async (statements) => {
    const book = catalogueBook(statements);
    const alert = await book.hold(id);
    if (alert === null) throw new HalcyonError('not_found', 'there is no alert of this id');
    if (alert.state === 'resolved' && change.state === 'acknowledged')
      throw new HalcyonError('conflict', 'the alert is resolved: there is nothing left to be acknowledged');
    return changeHeld(book, alert, change);
  });
}

/** The same of an alert that is held. */
export async function changeHeld(book: AlertBook, alert: Alert, change: Change): Promise<Alert> {
  const { state, by, comment, at } = change;
  if (comment !== null) await book.comment(alert.id, { at, by, text: comment });
  if (alert.state === state) return alert;
  await book.setState(alert.id, state, by, at);
  const rule = await book.rule(alert.rule.id);
  if (rule === null) throw new Error(`there is no rule ${alert.rule.id}`);
  return tell(book, rule, alert.id, { event: `alert.${state}`, at, comment });
}

/** Opens an alert again that had come to its end by itself, with what it is of now, and tells those of its rule. */
export async function reopenHeld(book: AlertBook, rule: AlertRule, { id, fault }: Alert, at: number): Promise<void> {
  await book.reopen(id, at);
  const comment = fault === null ? 'It goes on.' : 'The fault goes on.';
  await book.comment(id, { at, by: ITSELF, text: comment });
  await tell(book, rule, id, { event: 'alert.opened', at, comment });
}
