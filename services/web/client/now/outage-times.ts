import type { ReportedOutage } from '../api/answers.ts';
import { message } from '../messages/message.ts';
import { momentOf, SLOT_MS } from '../time/moments.ts';

/**
 * From when until when an outage was, as far as is known.
 *
 * @param asked begin of the stretch in which it was looked for, ms since the epoch: one that starts there had begun before
 */
export function outageTimes({ start, end }: Pick<ReportedOutage, 'start' | 'end'>, asked: number, now: number): string {
  const begin = Date.parse(start);
  const shown = momentOf(begin, now);
  // Times of outages are the middles of slots.
  const from = begin <= asked + SLOT_MS / 2 ? message('now.outage_before', { time: shown }) : shown;
  return end === null ? from : `${from} – ${momentOf(Date.parse(end), now)}`;
}
