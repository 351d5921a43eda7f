import type { RawItem } from '../../raw-item.ts';
import { readTime } from '../../validation/observation-time.ts';
import { Refusal } from '../../validation/refusal.ts';
import type { CsvColumns } from '../csv/csv-columns.ts';
import { csvItem, csvMediaType } from '../csv/csv-items.ts';
import type { CsvRow } from '../csv/csv-rows.ts';
import type { CsvFolder } from './csv-folder.ts';
import type { OrderedRows } from './import-history.ts';

/** Rows that are held at once where they have to be sorted. */
const MOST_HELD = 250_000;

/**
 * Finds the order of a folder's rows by reading all of it once, so that a damaged file is known before the first row is
 * used. Files that are in order of time are then read along; others once for every 250,000 rows, so that memory stays
 * bounded.
 *
 * @throws HalcyonError as `readCsvFile`
 */
export async function rowsInOrderOfTime(
  folder: CsvFolder,
  signal: AbortSignal,
  held = MOST_HELD,
): Promise<OrderedRows> {
  const times = await timesOf(folder, signal);
  const readable = times.filter((time) => !Number.isNaN(time));
  const total = times.length;
  if (isOrdered(readable)) return { total, items: () => inOrderOfFiles(folder) };
  readable.sort();
  // Each range of times holds about `held` rows; more only where so many have the same time.
  const starts = [Number.NEGATIVE_INFINITY];
  for (let place = held; place < readable.length; place += held) {
    if (readable[place] > starts[starts.length - 1]) starts.push(readable[place]);
  }
  return { total, items: () => inRanges(folder, times, starts, signal) };
}

/** Time of each row, ms since the epoch; NaN where it has none that can be read. */
async function timesOf(folder: CsvFolder, signal: AbortSignal): Promise<Float64Array> {
  let times = new Float64Array(4096);
  let count = 0;
  for await (const { columns, rows } of folder.observationBlocks()) {
    if (signal.aborted) break;
    for (const row of rows) {
      if (count === times.length) {
        const longer = new Float64Array(count * 2);
        longer.set(times);
        times = longer;
      }
      times[count] = timeOf(row, columns);
      count += 1;
    }
  }
  return times.slice(0, count);
}

function timeOf(row: CsvRow, columns: CsvColumns): number {
  const fields = row.unreadable === '' ? columns.read(row.text) : row.unreadable;
  if (typeof fields === 'string') return Number.NaN;
  const time = readTime(fields['time'], Number.POSITIVE_INFINITY);
  return time instanceof Refusal ? Number.NaN : time;
}

function isOrdered(times: Float64Array): boolean {
  for (let place = 1; place < times.length; place += 1) if (times[place] < times[place - 1]) return false;
  return true;
}

async function* inOrderOfFiles(folder: CsvFolder): AsyncGenerator<RawItem[]> {
  const mediaType = csvMediaType(folder.mapping);
  for await (const { file, columns, rows } of folder.observationBlocks()) {
    yield rows.map((row) => csvItem(row, columns, mediaType, `${file}:${row.line}`));
  }
}

async function* inRanges(
  folder: CsvFolder,
  times: Float64Array,
  starts: readonly number[],
  signal: AbortSignal,
): AsyncGenerator<RawItem[]> {
  for (let range = 0; range < starts.length; range += 1) {
    const from = starts[range];
    const until = starts[range + 1] ?? Number.POSITIVE_INFINITY;
    const found: { time: number; item: RawItem }[] = [];
    let place = 0;
    for await (const items of inOrderOfFiles(folder)) {
      if (signal.aborted) return;
      for (const item of items) {
        const time = times[place];
        place += 1;
        // Rows without a time go first.
        if (Number.isNaN(time) ? range === 0 : time >= from && time < until) {
          found.push({ time: Number.isNaN(time) ? Number.NEGATIVE_INFINITY : time, item });
        }
      }
    }
    // Array sorting is stable: rows of one time stay in the order of the files, so that corrections count.
    found.sort((a, b) => (a.time === b.time ? 0 : a.time - b.time));
    yield found.map((row) => row.item);
  }
}
