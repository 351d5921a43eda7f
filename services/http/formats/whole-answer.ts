import { Readable } from 'node:stream';
import { HalcyonError } from '../../../schemas/errors.ts';
import { ClientGone } from '../body-reader.ts';
import type { Answer } from '../endpoint.ts';
import { FORMATS, type FormatName } from '../format.ts';
import type { ListTable } from './list-table.ts';
import { TABLE_WRITERS, type TableFormat, tableHeaders } from './table-writers.ts';

/** Whole stretches that one process sends at once: each holds some ten thousand rows, and a Parquet file a thread. */
const MOST_AT_ONCE = 4;
/** A client that takes nothing for so long has its connection closed [ms]. */
const STALLED_MS = 60_000;

/** What is sent at the moment: memory is that of the process, whatever listens in it. */
let underWay = 0;

type Piece = string | Uint8Array;

/** A list of which the first rows were read. */
interface BegunList extends Pick<ListTable, 'name'> {
  readonly pieces: AsyncIterable<Piece>;
  /** Ends the reading, where nothing was ever taken too. */
  readonly end: () => Promise<unknown>;
}

/**
 * The whole of a list in a format, written while it is sent and no faster than the client reads. What fails before the first
 * rows are there has a status of its own; later the connection breaks off, so that nobody takes the part for the whole.
 *
 * @param tableOf the table; its signal is aborted when the client has gone
 * @param signal of the request, until it is answered
 * @throws HalcyonError `overloaded` where too many are sent already; what reading the first rows throws
 */
export function wholeAnswer(
  format: TableFormat,
  tableOf: (signal: AbortSignal) => ListTable | Promise<ListTable>,
  signal: AbortSignal,
  stalledMs = STALLED_MS,
): Promise<Answer> {
  const begin = async (stop: AbortSignal) => {
    const table = await tableOf(stop);
    const batches = table.batches[Symbol.asyncIterator]();
    const begun = { ...table, batches: from(await batches.next(), batches) };
    const end = async () => batches.return?.();
    return { name: table.name, pieces: TABLE_WRITERS[format](begun), end };
  };
  return sentWhole(format, begin, signal, stalledMs);
}

/** The same of pieces that are a format by themselves, one behind the other. @param piecesOf as `tableOf` */
export function wholePieces(
  format: Exclude<FormatName, 'json'>,
  name: string,
  piecesOf: (signal: AbortSignal) => AsyncGenerator<Piece>,
  signal: AbortSignal,
): Promise<Answer> {
  const begin = async (stop: AbortSignal) => {
    const pieces = piecesOf(stop);
    return { name, pieces: from(await pieces.next(), pieces), end: () => pieces.return(undefined) };
  };
  return sentWhole(format, begin, signal, STALLED_MS);
}

async function sentWhole(
  format: Exclude<FormatName, 'json'>,
  begin: (signal: AbortSignal) => Promise<BegunList>,
  signal: AbortSignal,
  stalledMs: number,
): Promise<Answer> {
  if (underWay >= MOST_AT_ONCE) {
    const message = `${MOST_AT_ONCE} lists are sent as a whole already; try again when one of them has ended`;
    throw new HalcyonError('overloaded', message);
  }
  underWay += 1;
  const stop = new AbortController();
  const passOn = () => stop.abort(signal.reason);
  signal.addEventListener('abort', passOn, { once: true });
  try {
    const begun = await begin(stop.signal);
    const pieces = taken(begun.pieces, stalledMs, () => body.destroy(stalled(stalledMs)));
    const body = Readable.from(pieces, { objectMode: false });
    body.once('close', () => {
      underWay -= 1;
      stop.abort(new ClientGone());
      // Where nothing was ever taken, nobody else ends it.
      begun.end().catch(() => undefined);
    });
    return { status: 200, body, type: FORMATS[format].mediaType, headers: tableHeaders(format, begun) };
  } catch (error) {
    underWay -= 1;
    throw error;
  } finally {
    signal.removeEventListener('abort', passOn);
  }
}

/** What follows a result of an iterator, itself included. */
async function* from<T>(first: IteratorResult<T>, rest: AsyncIterator<T>): AsyncGenerator<T> {
  for (let next = first; next.done !== true; next = await rest.next()) yield next.value;
}

/** The pieces as they are taken; tells where one is not for too long. */
async function* taken<T>(pieces: AsyncIterable<T>, stalledMs: number, onStalled: () => void): AsyncGenerator<T> {
  for await (const piece of pieces) {
    const timer = setTimeout(onStalled, stalledMs);
    try {
      yield piece;
    } finally {
      clearTimeout(timer);
    }
  }
}

function stalled(stalledMs: number): HalcyonError {
  return new HalcyonError('request_timeout', `the client took nothing of the list for ${stalledMs / 1000} s`);
}
