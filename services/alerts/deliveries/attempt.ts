import type { Delivery } from '../records/delivery-records.ts';

/** How an attempt to deliver has ended. */
export type Outcome =
  | { readonly kind: 'delivered' }
  /** It may succeed later. */
  | { readonly kind: 'failed'; readonly error: string; readonly retryAfterMs?: number }
  /** It never will. */
  | { readonly kind: 'refused'; readonly error: string };

/**
 * Makes one attempt to deliver. Whatever goes wrong is in the outcome.
 *
 * @param secret of the webhook; null where there is none
 * @param signal ends the attempt
 */
export type Attempt = (delivery: Delivery, secret: string | null, signal: AbortSignal) => Promise<Outcome>;
