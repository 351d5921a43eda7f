import { HalcyonError } from '../../schemas/errors.ts';
import type { Catalogue, Statements } from '../stores/catalogue.ts';
import { type Alert, holdAlert, reopenAlert, setAlertState } from './records/alert-records.ts';
import { addComment } from './records/comment-records.ts';
import { ruleWithId } from './records/rule-records.ts';
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
    const alert = await holdAlert(statements, id);
    if (alert === null) throw new HalcyonError('not_found', 'there is no alert of this id');
    if (alert.state === 'resolved' && change.state === 'acknowledged')
      throw new HalcyonError('conflict', 'the alert is resolved: there is nothing left to be acknowledged');
    return changeHeld(statements, alert, change);
  });
}

/** The same of an alert that is held. */
export async function changeHeld(statements: Statements, alert: Alert, change: Change): Promise<Alert> {
  const { state, by, comment, at } = change;
  if (comment !== null) await addComment(statements, alert.id, { at, by, text: comment });
  if (alert.state === state) return alert;
  await setAlertState(statements, alert.id, state, by, at);
  const rule = await ruleWithId(statements, alert.rule.id);
  if (rule === null) throw new Error(`there is no rule ${alert.rule.id}`);
  return tell(statements, rule, `alert.${state}`, alert.id, at);
}

/** Opens an alert again that had come to its end by itself, with what it is of now, and tells those of its rule. */
export async function reopenHeld(
  statements: Statements,
  rule: AlertRule,
  { id, fault }: Alert,
  at: number,
): Promise<void> {
  await reopenAlert(statements, id, at);
  await addComment(statements, id, { at, by: ITSELF, text: fault === null ? 'It goes on.' : 'The fault goes on.' });
  await tell(statements, rule, 'alert.opened', id, at);
}
