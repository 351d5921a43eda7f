import type { DeliveryAnswer } from '../../../schemas/http/answers/alert-answer.ts';
import { isoOf } from '../../../schemas/time.ts';
import type { Delivery } from '../records/delivery-records.ts';

/** What became of a delivery. Of a webhook's address only where it is: the rest may be a secret. */
export function deliveryAnswer(delivery: Delivery): DeliveryAnswer {
  const { id, event, channel, target, state, attempts, created, due, delivered, error } = delivery;
  return {
    id,
    event,
    channel,
    target: channel === 'webhook' ? new URL(target).origin : target,
    state,
    attempts,
    created_at: isoOf(created),
    next_attempt_at: state === 'pending' ? isoOf(due) : null,
    delivered_at: delivered === null ? null : isoOf(delivered),
    error,
  };
}
