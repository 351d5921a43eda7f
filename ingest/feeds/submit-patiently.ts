import { setTimeout as wait } from 'node:timers/promises';
import { type ErrorCode, HalcyonError, messageOf } from '../../schemas/errors.ts';
import type { ItemResult, RawItem } from '../raw-item.ts';
import type { FeedContext } from './feed.ts';

/** Failures that pass by themselves, or when somebody makes room. */
const PASSING: ReadonlySet<ErrorCode> = new Set([
  'store_unavailable',
  'store_locked',
  'overloaded',
  'insufficient_storage',
]);

/** True for a failure of an intake that is worth another try later. */
export function passes(error: unknown): error is HalcyonError {
  return error instanceof HalcyonError && PASSING.has(error.code);
}

/** ms between tries: half a minute in all. */
const WAITS: readonly number[] = [200, 500, 1000, 2000, 4000, 8000, 15_000];

/**
 * Submits items, again after a while where the intake fails for a reason that passes. Trying again doubles nothing,
 * since what a record is called is derived from the record. Resolves with null when the signal aborts meanwhile.
 *
 * @throws what the intake threw, when it does not pass or goes on after the last wait
 */
export async function submitPatiently(
  context: FeedContext,
  network: string,
  source: string,
  items: readonly RawItem[],
  waits: readonly number[] = WAITS,
): Promise<readonly ItemResult[] | null> {
  for (let tries = 0; ; tries += 1) {
    if (context.signal.aborted) return null;
    try {
      return await context.intake.submit(network, source, items);
    } catch (error) {
      if (context.signal.aborted) return null;
      if (!passes(error) || tries >= waits.length) throw error;
      context.logger.warn(`${messageOf(error)}; ${source} tries again in ${waits[tries] / 1000} s`);
    }
    try {
      await wait(waits[tries], undefined, { signal: context.signal });
    } catch {
      return null;
    }
  }
}
