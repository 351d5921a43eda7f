import { setTimeout as sleep } from 'node:timers/promises';
import { HalcyonError, messageOf } from '../../../schemas/errors.ts';
import { type Backoff, waitAfter } from '../backoff.ts';
import { RETRY } from './kafka-client.ts';

const BACKOFF: Backoff = { firstMs: RETRY.initialRetryTime, mostMs: RETRY.maxRetryTime };

/**
 * Asks the brokers something that the client itself asks once only: while a partition gets a new leader, or a group a new
 * coordinator, the answer is an error that passes.
 *
 * @param ask one attempt
 * @throws what does not pass; HalcyonError `log_unavailable` where it has not passed after as many attempts as the client
 *   makes elsewhere
 */
export async function askedAgain<T>(ask: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask();
    } catch (error) {
      if ((error as { retriable?: unknown }).retriable !== true) throw error;
      if (attempt > RETRY.retries) {
        throw new HalcyonError('log_unavailable', `the brokers are not ready: ${messageOf(error)}`, { cause: error });
      }
      await sleep(waitAfter(BACKOFF, attempt));
    }
  }
}
