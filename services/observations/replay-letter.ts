import { feedOf } from '../../ingest/dead-letters.ts';
import type { BufrDecoder } from '../../ingest/feeds/bufr/bufr-decoder.ts';
import { rawItemOf } from '../../ingest/feeds/push/letter-item.ts';
import { bufrLetterItems, isBufrLetter } from '../../ingest/feeds/wis2/bufr-letter.ts';
import type { Intake, Sender } from '../../ingest/intake.ts';
import type { ItemResult } from '../../ingest/raw-item.ts';
import type { DeadLetter } from '../../schemas/dead-letter.ts';
import type { DeadLetterStore } from '../stores/roles/dead-letter-store.ts';

/** What a replay works with. */
export interface ReplayParts {
  readonly intake: Intake;
  readonly letters: Pick<DeadLetterStore, 'insertDeadLetters'>;
  /** Gives what decodes BUFR, or says why there is nothing; asked for where a letter needs it. */
  readonly bufr: () => Promise<BufrDecoder | string>;
  /** Current time, ms since the epoch. */
  readonly now: () => number;
}

/** What became of a letter. */
export interface Replayed {
  /** Of the first report that is accepted; where none is, of the first. */
  readonly result: ItemResult;
  /** Reports that were accepted: a BUFR message may hold many. */
  readonly accepted: number;
  /** Stations that they registered. */
  readonly registered: number;
}

/**
 * Submits a dead letter again; one of which something is accepted now is marked so. Reports of a BUFR message that are refused
 * become dead letters of their own.
 *
 * @param sender who replays it; undefined where they may send everything
 */
export async function replayLetter(
  letter: DeadLetter,
  { intake, letters, bufr, now }: ReplayParts,
  signal: AbortSignal,
  sender?: Sender,
): Promise<Replayed> {
  const items = isBufrLetter(letter) ? await bufrLetterItems(letter, await bufr(), signal) : [rawItemOf(letter)];
  if (typeof items === 'string') {
    const result = { status: 'dead_letter', id: letter.id, reason: letter.reason, detail: items } as const;
    return { result, accepted: 0, registered: 0 };
  }
  const results = await intake.submit(letter.network, feedOf(letter), items, sender);
  const accepted = results.filter((one) => one.status === 'accepted');
  if (accepted.length > 0) await letters.insertDeadLetters([{ ...letter, replayed: now() }]);
  return {
    result: accepted[0] ?? results[0],
    accepted: accepted.length,
    registered: accepted.filter((one) => one.registered === true).length,
  };
}
