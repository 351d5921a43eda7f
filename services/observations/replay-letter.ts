import { feedOf } from '../../ingest/dead-letters.ts';
import { rawItemOf } from '../../ingest/feeds/push/letter-item.ts';
import type { Intake, Sender } from '../../ingest/intake.ts';
import type { ItemResult } from '../../ingest/raw-item.ts';
import type { DeadLetter } from '../../schemas/dead-letter.ts';
import type { DeadLetterStore } from '../stores/roles/dead-letter-store.ts';

/**
 * Submits a dead letter again; one that is accepted now is marked so.
 *
 * @param now current time, ms since the epoch
 * @param sender who replays it; undefined where they may send everything
 * @returns what became of it
 */
export async function replayLetter(
  letter: DeadLetter,
  { intake, letters }: { readonly intake: Intake; readonly letters: Pick<DeadLetterStore, 'insertDeadLetters'> },
  now: number,
  sender?: Sender,
): Promise<ItemResult> {
  const [result] = await intake.submit(letter.network, feedOf(letter), [rawItemOf(letter)], sender);
  if (result.status === 'accepted') await letters.insertDeadLetters([{ ...letter, replayed: now }]);
  return result;
}
