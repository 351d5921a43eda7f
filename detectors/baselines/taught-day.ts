import { SLOTS_PER_DAY } from '../../schemas/time.ts';

/** First slot that no longer teaches the baseline of a day: its observations may come so much later. */
export function cutOf(day: number, latenessSlots: number): number {
  return day * SLOTS_PER_DAY - latenessSlots;
}
