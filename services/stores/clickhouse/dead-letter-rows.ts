import type { DeadLetter, DeadLetterReason } from '../../../schemas/dead-letter.ts';
import { deadLetterRank } from './ranks.ts';

/** Columns of an insert, in the order of `deadLetterCells`. */
export const DEAD_LETTER_COLUMNS = [
  'id',
  'network',
  'source',
  'reason',
  'detail',
  'body',
  'media_type',
  'context',
  'received',
  'replayed',
  'rank',
] as const;

/** What a SELECT asks for, in the order of `deadLetterOf`. */
export const DEAD_LETTER_SELECT = `id, network, source, reason, detail, body, media_type, context,
  toUnixTimestamp64Milli(received), toUnixTimestamp64Milli(replayed)`;

export type DeadLetterRow = [
  id: string,
  network: string,
  source: string,
  reason: DeadLetterReason,
  detail: string,
  body: string,
  mediaType: string,
  context: string,
  received: number,
  replayed: number | null,
];

/** The cells of an insert. */
export function deadLetterCells(it: DeadLetter): readonly unknown[] {
  return [
    it.id,
    it.network,
    it.source,
    it.reason,
    it.detail,
    it.body,
    it.mediaType,
    it.context,
    it.received,
    it.replayed,
    deadLetterRank(it),
  ];
}

/** The dead letter of a row. */
export function deadLetterOf(row: DeadLetterRow): DeadLetter {
  return {
    id: row[0],
    network: row[1],
    source: row[2],
    reason: row[3],
    detail: row[4],
    body: row[5],
    mediaType: row[6],
    context: row[7],
    received: row[8],
    replayed: row[9],
  };
}
