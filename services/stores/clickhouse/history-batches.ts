import { HalcyonError } from '../../../schemas/errors.ts';
import { slotOf } from '../../../schemas/time.ts';
import { lateReports } from './late-reports.ts';
import type { FewTexts, NativeBlock, NativeType } from './native-blocks.ts';
import { OUTRANKS } from './ranks.ts';
import type { StoreClient } from './store-client.ts';

/**
 * Rows of one statement at most, where one slot does not hold more. The table lies station by station: each statement looks
 * at all that is stored of the months it touches, however few of their slots it asks for, and the engine sorts what it finds.
 */
const STATEMENT_ROWS = 1_000_000;
/** Rows of one batch at least, where so many are left: some 10 MB while they are held as columns, 30 MB as objects. */
const BATCH_ROWS = 50_000;

/** The time tells the parts of the table that are worth looking at: the months, and what came together. */
const IN_TIME = 'time BETWEEN fromUnixTimestamp64Milli({from:Int64}) AND fromUnixTimestamp64Milli({to:Int64})';

/** What is asked. */
export type HistoryClient = Pick<StoreClient, 'rows' | 'blocks'>;

/** What a read of history is about. */
export interface HistoryQuery {
  readonly network: string;
  /** ms since the epoch, both included. */
  readonly from: number;
  readonly to: number;
  /** Leave out observations that came too late to be judged. */
  readonly withoutLate: boolean;
}

/** A column that is read of each observation, beside its station and its time. */
export interface HistoryColumn {
  /** An expression of SQL. */
  readonly sql: string;
  readonly type: NativeType;
}

/** Columns of a block, and the rows of them that count: of each observation the newest revision. */
export interface HistoryRows<C extends readonly unknown[]> {
  readonly columns: readonly [station: FewTexts, time: Float64Array, ...columns: C];
  /** Indices, in order. */
  readonly rows: Uint32Array;
}

/** A stretch of slots, both included. */
interface Stretch {
  readonly low: number;
  readonly high: number;
}

/** Rows of a block, those from `from` up to but without `end`. */
interface Piece {
  readonly station: FewTexts;
  readonly time: Float64Array;
  readonly columns: NativeBlock['columns'];
  readonly from: number;
  readonly end: number;
}

/**
 * Columns of the observations of a network in the order of their slots, only the newest revision of each, in batches of whole
 * slots. An answer that breaks off goes on behind the last whole slot.
 */
export async function* historyBatches<C extends readonly unknown[]>(
  client: HistoryClient,
  query: HistoryQuery,
  columns: readonly HistoryColumn[],
): AsyncGenerator<HistoryRows<C>[]> {
  for (const { low, high } of await plan(client, query)) {
    for (let next = low; next <= high; ) {
      const before = next;
      try {
        for await (const pieces of wholeSlots(client, query, { low: next, high }, columns)) {
          next = lastSlot(pieces[pieces.length - 1]) + 1;
          yield newestOf(pieces) as HistoryRows<C>[];
        }
        next = high + 1;
      } catch (error) {
        const passes = error instanceof HalcyonError && error.code === 'store_unavailable';
        if (!passes || next === before) throw error;
      }
    }
  }
}

/** Cuts the time asked for into stretches of whole slots that hold at most `STATEMENT_ROWS` each. */
async function plan(client: HistoryClient, query: HistoryQuery): Promise<Stretch[]> {
  const { network, from, to } = query;
  const low = slotOf(from);
  const high = slotOf(to);
  if (!(from <= to)) return [];
  const counts = await client.rows<[slot: number, rows: number]>(
    `SELECT slot, count() FROM observations WHERE network = {network:String} AND slot BETWEEN {low:Int64} AND {high:Int64} AND ${IN_TIME}
     GROUP BY slot ORDER BY slot`,
    { network, low, high, from: Math.ceil(from), to: Math.floor(to) },
  );
  const stretches: Stretch[] = [];
  let start = counts[0]?.[0] ?? low;
  let rows = 0;
  for (const [slot, count] of counts) {
    if (rows > 0 && rows + count > STATEMENT_ROWS) {
      stretches.push({ low: start, high: slot - 1 });
      start = slot;
      rows = 0;
    }
    rows += count;
  }
  if (rows > 0) stretches.push({ low: start, high: counts[counts.length - 1]?.[0] ?? high });
  return stretches;
}

/** The rows of a stretch in batches of whole slots. */
async function* wholeSlots(
  client: HistoryClient,
  query: HistoryQuery,
  stretch: Stretch,
  columns: readonly HistoryColumn[],
): AsyncGenerator<Piece[]> {
  let pieces: Piece[] = [];
  let count = 0;
  for await (const block of blocksOf(client, query, stretch, columns)) {
    if (block.rows === 0) continue;
    const [station, time, ...others] = block.columns as [FewTexts, Float64Array, ...NativeBlock['columns']];
    pieces.push({ station, time, columns: others, from: 0, end: block.rows });
    count += block.rows;
    // Of the last slot more may come.
    if (count < BATCH_ROWS || firstSlot(pieces[0]) === lastSlot(pieces[pieces.length - 1])) continue;
    const rest = restOf(pieces);
    yield pieces;
    pieces = rest;
    count = rest.reduce((sum, { from, end }) => sum + end - from, 0);
  }
  if (pieces.length > 0) yield pieces;
}

function blocksOf(
  client: HistoryClient,
  query: HistoryQuery,
  stretch: Stretch,
  columns: readonly HistoryColumn[],
): AsyncIterable<NativeBlock> {
  const place = 'network = {network:String} AND slot BETWEEN {low:Int64} AND {high:Int64}';
  const late = query.withoutLate ? `AND (station, slot, time) NOT IN (${lateReports(place)})` : '';
  // Revisions are told apart here, row by row, which costs less than FINAL over the months that are touched.
  return client.blocks(
    `SELECT toLowCardinality(station), toFloat64(toUnixTimestamp64Milli(time)), ${columns.map(({ sql }) => sql).join(', ')}
     FROM observations WHERE ${place} AND ${IN_TIME} ${late}
     ORDER BY slot, station, time, received`,
    ['LowCardinality(String)', 'Float64', ...columns.map(({ type }) => type)],
    {
      network: query.network,
      ...stretch,
      from: Math.ceil(query.from),
      to: Math.floor(query.to),
      ...(query.withoutLate ? { outranks: OUTRANKS } : {}),
    },
  );
}

function firstSlot({ time, from }: Piece): number {
  return slotOf(time[from]);
}

function lastSlot({ time, end }: Piece): number {
  return slotOf(time[end - 1]);
}

/** Takes the rows of the last slot off pieces that begin in another one, and returns them. */
function restOf(pieces: Piece[]): Piece[] {
  const slot = lastSlot(pieces[pieces.length - 1]);
  const rest: Piece[] = [];
  for (;;) {
    const piece = pieces[pieces.length - 1];
    const { time, from, end } = piece;
    let cut = end;
    while (cut > from && slotOf(time[cut - 1]) === slot) cut--;
    pieces.pop();
    if (cut < end) rest.unshift({ ...piece, from: cut });
    if (cut === from) continue;
    pieces.push({ ...piece, end: cut });
    return rest;
  }
}

/** The rows that no other one of the same observation follows. */
function newestOf(pieces: readonly Piece[]): HistoryRows<NativeBlock['columns']>[] {
  return pieces.map(({ station, time, columns, from, end }, k) => {
    const { cells, texts } = station;
    const rows = new Uint32Array(end - from);
    let count = 0;
    for (let row = from; row < end - 1; row++) {
      if (time[row] !== time[row + 1] || cells[row] !== cells[row + 1]) rows[count++] = row;
    }
    const next = pieces[k + 1];
    const isRevised =
      next !== undefined &&
      next.time[next.from] === time[end - 1] &&
      next.station.texts[next.station.cells[next.from]] === texts[cells[end - 1]];
    if (!isRevised) rows[count++] = end - 1;
    return { columns: [station, time, ...columns], rows: rows.subarray(0, count) };
  });
}
