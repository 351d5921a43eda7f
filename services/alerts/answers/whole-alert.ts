import { HalcyonError } from '../../../schemas/errors.ts';
import type { WholeAlert } from '../../../schemas/http/answers/alert-answer.ts';
import { isoOf } from '../../../schemas/time.ts';
import type { Statements } from '../../stores/catalogue.ts';
import { alertWithId } from '../records/alert-records.ts';
import { commentsOf } from '../records/comment-records.ts';
import { deliveriesOf } from '../records/delivery-records.ts';
import { alertAnswer } from './alert-answer.ts';
import { deliveryAnswer } from './delivery-answer.ts';

/**
 * One alert with its comments and deliveries.
 *
 * @throws HalcyonError `not_found`
 */
export async function wholeAlert(statements: Statements, id: string): Promise<WholeAlert> {
  const alert = await alertWithId(statements, id);
  if (alert === null) throw new HalcyonError('not_found', 'there is no alert of this id');
  const comments = await commentsOf(statements, id);
  const deliveries = await deliveriesOf(statements, id);
  return {
    ...alertAnswer(alert),
    comments: comments.map(({ at, by, text }) => ({ at: isoOf(at), by, text })),
    deliveries: deliveries.map(deliveryAnswer),
  };
}
