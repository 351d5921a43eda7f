import { setTimeout as sleep } from 'node:timers/promises';
import { RETRY } from './kafka-client.ts';

/**
 * Asks the brokers something that the client itself asks once only: while a partition gets a new leader, or a group a new
 * coordinator, the answer is an error that passes.
 *
 * @param ask one attempt
 * @throws what does not pass, and what has not passed after as many attempts as the client makes elsewhere
 */
export async function askedAgain<T>(ask: () => Promise<T>): Promise<T> {
  let wait: number = RETRY.initialRetryTime;
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask();
    } catch (error) {
      if ((error as { retriable?: unknown }).retriable !== true || attempt > RETRY.retries) throw error;
      await sleep(wait);
      wait = Math.min(2 * wait, RETRY.maxRetryTime);
    }
  }
}
