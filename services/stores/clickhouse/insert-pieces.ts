/** Rows of one INSERT at most: a larger call goes in pieces, which bounds the text that is held. */
const INSERT_ROWS = 20_000;
/** Partitions that an INSERT may reach over: an engine refuses more, as each becomes a part of its own. */
export const MOST_PARTITIONS = 100;
/** No month, and no block of days of the baselines, is shorter. */
const SHORTEST_MS = 28 * 86_400_000;
/** A stretch of time of this length touches at most so many partitions. */
const STRETCH_MS = (MOST_PARTITIONS - 2) * SHORTEST_MS;

/**
 * Cuts records into those of one INSERT each. They keep their order, unless they reach over more years than one INSERT may:
 * then they come in the order of their times.
 *
 * @param timeOf time that decides about a record's partition, ms since the epoch; not given for tables without partitions
 */
export function insertPieces<T>(records: readonly T[], timeOf?: (record: T) => number): (readonly T[])[] {
  if (timeOf === undefined || records.length <= MOST_PARTITIONS || isShort(records, timeOf)) return ofRows(records);
  const sorted = [...records].sort((a, b) => timeOf(a) - timeOf(b));
  const pieces: (readonly T[])[] = [];
  let start = 0;
  for (let at = 1; at <= sorted.length; at++) {
    if (at < sorted.length && timeOf(sorted[at]) - timeOf(sorted[start]) <= STRETCH_MS) continue;
    pieces.push(...ofRows(sorted.slice(start, at)));
    start = at;
  }
  return pieces;
}

function isShort<T>(records: readonly T[], timeOf: (record: T) => number): boolean {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const record of records) {
    const time = timeOf(record);
    if (time < first) first = time;
    if (time > last) last = time;
  }
  return last - first <= STRETCH_MS;
}

function ofRows<T>(records: readonly T[]): (readonly T[])[] {
  const count = Math.ceil(records.length / INSERT_ROWS);
  return Array.from({ length: count }, (_, k) => records.slice(k * INSERT_ROWS, (k + 1) * INSERT_ROWS));
}
