import type { Anomaly } from '../../../schemas/anomaly.ts';
import type { DeadLetter } from '../../../schemas/dead-letter.ts';
import type { Fault } from '../../../schemas/fault.ts';
import { type Judgement, NOT_JUDGED_REASONS, type NotJudgedReason, saysOnlyLate } from '../../../schemas/judgement.ts';

/**
 * Added to the time [ms] of what counts before all others, whatever their times: 2^52 is beyond every time, and the sum
 * stays a whole number that a float holds exactly.
 */
export const OUTRANKS = 2 ** 52;

/** Index of each reason as it is stored. */
export const REASON_INDEX: ReadonlyMap<NotJudgedReason, number> = new Map(
  NOT_JUDGED_REASONS.map((reason, index) => [reason, index]),
);

/** Of two judgements of one observation the later counts, but a judged one before one that says only `late`. */
export function judgementRank(judgement: Judgement): number {
  return saysOnlyLate(judgement) ? judgement.judged : judgement.judged + OUTRANKS;
}

/** Of two versions of an anomaly a final one counts before others, then the later one. */
export function anomalyRank(anomaly: Anomaly): number {
  return anomaly.final ? anomaly.judged + OUTRANKS : anomaly.judged;
}

/** The same in SQL; versions of one moment are told apart by their digest. */
export const ANOMALY_COUNTS_FIRST = 'rank DESC, version DESC';

/** Of two versions of a fault, and of what they say of a value, that of a settled fault counts before others, then the later one. */
export function faultRank(fault: Pick<Fault, 'state' | 'judged'>): number {
  return fault.state === 'settled' ? fault.judged + OUTRANKS : fault.judged;
}

/** A letter that was replayed counts before the same letter that was not. */
export function deadLetterRank(letter: DeadLetter): number {
  return letter.replayed === null ? letter.received : letter.replayed + OUTRANKS;
}
