import { everyPage } from '../../stores/every-page.ts';
import type { Page } from '../../stores/time-series-store.ts';
import { chosenFormat } from '../chosen-format.ts';
import type { Answer, Call } from '../endpoint.ts';
import { FORMATS, type FormatName } from '../format.ts';
import { LARGEST_PAGE } from '../query-fields.ts';
import { assertWhole } from './assert-whole.ts';
import type { Column } from './column.ts';
import type { ListTable } from './list-table.ts';
import { nextLink, pageAnswer } from './page-answer.ts';
import { rowsTable } from './rows-table.ts';
import { tableHeaders } from './table-writers.ts';
import { wholeAnswer, wholePieces } from './whole-answer.ts';

/** What a request for a list says of rows and format. */
interface ListQuery {
  readonly limit: number | 'all';
  readonly cursor?: string | undefined;
  readonly format?: FormatName | undefined;
}

/** A list in all its formats. */
interface List<Item> extends Pick<ListTable, 'name' | 'positions'> {
  /** Formats that it has, by preference. */
  readonly formats: readonly FormatName[];
  readonly columns: readonly Column<Item>[];
  /** Reads a page. */
  readonly page: (place: { readonly limit: number; readonly cursor?: string | undefined }) => Promise<Page<Item>>;
  /** A page as JSON. */
  readonly body: (page: Page<Item>) => object;
  /** A page as BUFR, where it has that format. */
  readonly bufr?: (page: Page<Item>) => Promise<Buffer>;
  /** All of it, where that is read by other means than page after page. */
  readonly whole?: (signal: AbortSignal) => Promise<ListTable>;
}

/**
 * Answers a list as it is asked for: a page or all of it, in one of its formats.
 *
 * @throws HalcyonError `not_acceptable`, `invalid_parameter`, `overloaded`, and what reading it throws
 */
export async function listAnswer<Item>(
  {
    query,
    incoming,
    signal,
    accepted,
  }: Pick<Call<unknown, ListQuery, unknown>, 'query' | 'incoming' | 'signal' | 'accepted'>,
  list: List<Item>,
): Promise<Answer> {
  const format = chosenFormat(list.formats, { query, accepted });
  const { limit, cursor } = query;
  if (limit === 'all') {
    assertWhole(format, cursor);
    if (format === 'bufr') return wholePieces(format, list.name, (stop) => bufrPages(list, stop), signal);
    return wholeAnswer(format, list.whole ?? pageByPage(list), signal);
  }
  const page = await list.page({ limit, cursor });
  if (format === 'json') return { status: 200, body: list.body(page), headers: nextLink(incoming, page.next) };
  if (format === 'bufr') {
    const body = (await list.bufr?.(page)) ?? Buffer.alloc(0);
    const headers = { ...tableHeaders(format, list), ...nextLink(incoming, page.next) };
    return { status: 200, body, type: FORMATS[format].mediaType, headers };
  }
  return pageAnswer(format, rowsTable(list, list.columns, [page.items], page.next), incoming);
}

/** Messages of BUFR stand by themselves: those of each page, one page after the other. */
async function* bufrPages<Item>(list: List<Item>, signal: AbortSignal): AsyncGenerator<Buffer> {
  for await (const items of pagesOf(list, signal)) yield (await list.bufr?.({ items, next: null })) ?? Buffer.alloc(0);
}

function pagesOf<Item>(list: List<Item>, signal: AbortSignal): AsyncGenerator<readonly Item[]> {
  return everyPage(({ cursor }) => {
    signal.throwIfAborted();
    return list.page({ limit: LARGEST_PAGE, cursor });
  });
}

function pageByPage<Item>(list: List<Item>): (signal: AbortSignal) => ListTable {
  return (signal) => rowsTable(list, list.columns, pagesOf(list, signal), null);
}
