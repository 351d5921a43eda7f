import Table from 'cli-table3';
import { feedOf } from '../../../ingest/dead-letters.ts';
import { rawItemOf } from '../../../ingest/feeds/push/letter-item.ts';
import { readConfiguration } from '../../../schemas/configuration.ts';
import type { DeadLetter } from '../../../schemas/dead-letter.ts';
import { HalcyonError } from '../../../schemas/errors.ts';
import { linesTo } from '../../../schemas/logger.ts';
import { printable } from '../../../schemas/printable.ts';
import { isoOf } from '../../../schemas/time.ts';
import { everyPage } from '../../stores/every-page.ts';
import type { DeadLetterStore } from '../../stores/roles/dead-letter-store.ts';
import { openIntake } from '../../system/open-intake.ts';
import type { CommandIo } from '../frame/command-frame.ts';
import { withStore } from '../frame/with-store.ts';

const PAGE = 500;
/** More lines than anybody reads, and a table that still fits into memory. */
const MOST = 100_000;

/** `halcyon dead-letters list`: what could not be read and was not replayed yet, newest first. */
export async function listDeadLetters(
  options: { readonly limit: string; readonly all: boolean },
  io: CommandIo,
): Promise<number> {
  const limit = Number(options.limit);
  if (!/^\d+$/.test(options.limit) || limit < 1 || limit > MOST) {
    throw new HalcyonError(
      'invalid_parameter',
      `--limit is '${options.limit}', should be a whole number from 1 to ${MOST}`,
    );
  }
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
    if (letters.length === 0) {
      io.stdout.write('no dead letters\n');
      return 0;
    }
    const table = new Table({
      head: ['id', 'received', 'source', 'reason', 'detail'],
      style: { head: [], border: [] },
    });
    for (const letter of letters) {
      const { id, received, source, reason, detail } = letter;
      table.push([
        id,
        isoOf(received),
        printable(source),
        letter.replayed === null ? reason : 'replayed',
        printable(detail),
      ]);
    }
    io.stdout.write(`${table.toString()}\n`);
    if (more) io.stdout.write(`there are more: --limit ${Math.min(limit * 10, MOST)} shows them\n`);
    return 0;
  });
}

/** `halcyon dead-letters show ID`: one letter with its bytes. */
export async function showDeadLetter(id: string, io: CommandIo): Promise<number> {
  return withStore(io, async (store) => {
    const letter = await requireLetter(store, id);
    const body = Buffer.from(letter.body, 'base64').toString('utf8');
    const lines = [
      ['id', letter.id],
      ['network', letter.network],
      ['source', letter.source],
      ['received', isoOf(letter.received)],
      ['replayed', letter.replayed === null ? 'no' : isoOf(letter.replayed)],
      ['reason', letter.reason],
      ['detail', letter.detail],
      ['media type', letter.mediaType],
      ...(letter.context === '' ? [] : [['header line', letter.context]]),
      ['bytes', body],
    ];
    for (const [name, value] of lines) io.stdout.write(`${name.padEnd(12)}${printable(value)}\n`);
    return 0;
  });
}

/** `halcyon dead-letters replay [ID...]`: submits letters again; those that are accepted now are marked so. */
export async function replayDeadLetters(ids: readonly string[], io: CommandIo): Promise<number> {
  const configuration = readConfiguration(io.environment);
  const way = await openIntake(
    configuration,
    io.now,
    linesTo((line) => io.stderr.write(`${printable(line)}\n`)),
  );
  try {
    let accepted = 0;
    let refused = 0;
    const letters: DeadLetter[] = [];
    if (ids.length > 0) for (const id of ids) letters.push(await requireLetter(way.store, id));
    else for await (const letter of everyLetter(way.store, false)) letters.push(letter);
    for (const letter of letters) {
      const [result] = await way.intake.submit(letter.network, feedOf(letter), [rawItemOf(letter)]);
      if (result.status === 'accepted') {
        accepted++;
        await way.store.insertDeadLetters([{ ...letter, replayed: io.now() }]);
      } else {
        refused++;
        io.stdout.write(`${letter.id} still ${result.reason}: ${printable(result.detail)}\n`);
      }
    }
    io.stdout.write(`${accepted} replayed, ${refused} still dead\n`);
    return 0;
  } finally {
    await way.close();
  }
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
