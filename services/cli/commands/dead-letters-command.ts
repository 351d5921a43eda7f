import { z } from 'zod';
import { readConfiguration } from '../../../schemas/configuration.ts';
import { DEAD_LETTER_REASONS, type DeadLetter } from '../../../schemas/dead-letter.ts';
import { HalcyonError } from '../../../schemas/errors.ts';
import { linesTo } from '../../../schemas/logger.ts';
import { printable } from '../../../schemas/printable.ts';
import { moment } from '../../../schemas/reports/moment.ts';
import { isoOf } from '../../../schemas/time.ts';
import { answerColumns } from '../../http/formats/answer-columns.ts';
import { letterDecoder } from '../../observations/bufr/letter-decoder.ts';
import { replayLetter } from '../../observations/replay-letter.ts';
import { everyPage } from '../../stores/every-page.ts';
import type { DeadLetterStore } from '../../stores/roles/dead-letter-store.ts';
import { openIntake } from '../../system/open-intake.ts';
import type { CommandIo } from '../frame/command-frame.ts';
import { limitOf } from '../frame/limit-option.ts';
import { type FormatOptions, formatOf } from '../frame/output-format.ts';
import { withStore } from '../frame/with-store.ts';
import { printRecords } from '../terminal/print-records.ts';
import { fieldLines, recordLines, type ShownColumn } from '../terminal/record-lines.ts';

const PAGE = 500;
/** More lines than anybody reads, and a table that still fits into memory. */
const MOST = 100_000;

export interface DeadLettersOptions extends FormatOptions {
  readonly limit: string;
  /** Those that were replayed too. */
  readonly all: boolean;
}

const letterShape = z.object({
  id: z.string(),
  network: z.string(),
  source: z.string(),
  received: moment,
  replayed: moment.nullable().describe('When it was submitted again with success; null while it was not.'),
  reason: z.enum(DEAD_LETTER_REASONS),
  detail: z.string(),
});
type LetterRow = z.output<typeof letterShape>;

const wholeLetterShape = letterShape.extend({
  media_type: z.string(),
  header_line: z.string().nullable().describe('The header line that a row of CSV belongs to.'),
  bytes: z.string().describe('What was sent, as text.'),
});
type WholeLetter = z.output<typeof wholeLetterShape>;

const TABLE: readonly ShownColumn[] = [
  { of: 'id', title: 'ID' },
  { of: 'received', title: 'Received' },
  { of: 'replayed', title: 'Replayed', leaves: 1 },
  { of: 'source', title: 'Source', leaves: 2, shrinks: 2 },
  { of: 'reason', title: 'Reason' },
  { of: 'detail', title: 'Detail', shrinks: 1 },
];

/** `halcyon dead-letters list`: what could not be read and was not replayed yet, newest first. */
export async function listDeadLetters(options: DeadLettersOptions, io: CommandIo): Promise<number> {
  const format = formatOf(options);
  const limit = limitOf(options.limit, MOST);
  return withStore(io, async (store) => {
    const letters: DeadLetter[] = [];
    let more = false;
    for await (const letter of everyLetter(store, options.all)) {
      if (letters.length === limit) {
        more = true;
        break;
      }
      letters.push(letter);
    }
    const rows = letters.map(letterRow);
    const columns = answerColumns<LetterRow>(letterShape);
    const lines = (width: number) =>
      rows.length === 0 ? ['no dead letters'] : recordLines(columns, TABLE, rows, width);
    await printRecords(format, { document: { dead_letters: rows }, rows, columns, lines }, io);
    if (more) io.stderr.write(`there are more: --limit ${Math.min(limit * 10, MOST)} shows them\n`);
    return 0;
  });
}

/** `halcyon dead-letters show ID`: one letter with its bytes. */
export async function showDeadLetter(id: string, options: FormatOptions, io: CommandIo): Promise<number> {
  const format = formatOf(options);
  return withStore(io, async (store) => {
    const letter = await requireLetter(store, id);
    const body = Buffer.from(letter.body, 'base64').toString('utf8');
    const row: WholeLetter = {
      ...letterRow(letter),
      media_type: letter.mediaType,
      header_line: letter.context === '' ? null : letter.context,
      bytes: body,
    };
    const columns = answerColumns<WholeLetter>(wholeLetterShape);
    await printRecords(format, { document: row, rows: [row], columns, lines: (width) => fieldLines(row, width) }, io);
    return 0;
  });
}

/** `halcyon dead-letters replay [ID...]`: submits letters again; those that are accepted now are marked so. */
export async function replayDeadLetters(ids: readonly string[], io: CommandIo): Promise<number> {
  const configuration = readConfiguration(io.environment);
  const logger = linesTo((line) => io.stderr.write(`${printable(line)}\n`));
  const way = await openIntake(configuration, io.now, logger);
  const parts = { intake: way.intake, letters: way.store, bufr: letterDecoder(configuration, logger), now: io.now };
  try {
    let accepted = 0;
    let refused = 0;
    const letters: DeadLetter[] = [];
    if (ids.length > 0) for (const id of ids) letters.push(await requireLetter(way.store, id));
    else for await (const letter of everyLetter(way.store, false)) letters.push(letter);
    for (const letter of letters) {
      const { result } = await replayLetter(letter, parts, io.signal);
      if (result.status === 'accepted') accepted++;
      else {
        refused++;
        io.stdout.write(`${letter.id} still ${result.reason}: ${printable(result.detail)}\n`);
      }
    }
    if (accepted > 0 && (await way.judged(io.signal)) === 'part') {
      io.stderr.write('not all of them are judged; halcyon run judges the rest\n');
    }
    io.stdout.write(`${accepted} replayed, ${refused} still dead\n`);
    return 0;
  } finally {
    await way.close();
  }
}

function letterRow({ id, network, source, received, replayed, reason, detail }: DeadLetter): LetterRow {
  const moments = { received: isoOf(received), replayed: replayed === null ? null : isoOf(replayed) };
  return { id, network, source, ...moments, reason, detail };
}

async function requireLetter(store: DeadLetterStore, id: string): Promise<DeadLetter> {
  const letter = await store.deadLetter(id);
  if (letter === null) {
    throw new HalcyonError('not_found', `there is no dead letter '${id}'; halcyon dead-letters list shows them`);
  }
  return letter;
}

async function* everyLetter(store: DeadLetterStore, replayed: boolean): AsyncIterable<DeadLetter> {
  const pages = everyPage((place) => store.deadLetters({ limit: PAGE, replayed, ...place }));
  for await (const page of pages) yield* page;
}
