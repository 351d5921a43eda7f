import { everyPage } from '../../stores/every-page.ts';
import type { Page } from '../../stores/time-series-store.ts';
import { chosenForm } from '../chosen-form.ts';
import type { Answer, Call } from '../endpoint.ts';
import type { FormName } from '../form.ts';
import { LARGEST_PAGE } from '../query-fields.ts';
import { assertWhole } from './assert-whole.ts';
import type { Column } from './column.ts';
import type { ListTable } from './list-table.ts';
import { nextLink, pageAnswer } from './page-answer.ts';
import { rowsTable } from './rows-table.ts';
import { wholeAnswer } from './whole-answer.ts';

/** What a request for a list says of rows and form. */
interface ListQuery {
  readonly limit: number | 'all';
  readonly cursor?: string | undefined;
  readonly format?: FormName | undefined;
}

/** A list in all its forms. */
interface List<Item> extends Pick<ListTable, 'name' | 'positions'> {
  /** Forms that it has, by preference. */
  readonly forms: readonly FormName[];
  readonly columns: readonly Column<Item>[];
  /** Reads a page. */
  readonly page: (place: { readonly limit: number; readonly cursor?: string | undefined }) => Promise<Page<Item>>;
  /** A page as JSON. */
  readonly body: (page: Page<Item>) => object;
  /** All of it, where that is read by other means than page after page. */
  readonly whole?: (signal: AbortSignal) => Promise<ListTable>;
}

/**
 * Answers a list as it is asked for: a page or all of it, in one of its forms.
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
  const form = chosenForm(list.forms, { query, accepted });
  const { limit, cursor } = query;
  if (limit === 'all') {
    assertWhole(form, cursor);
    return wholeAnswer(form, list.whole ?? pageByPage(list), signal);
  }
  const page = await list.page({ limit, cursor });
  if (form === 'json') return { status: 200, body: list.body(page), headers: nextLink(incoming, page.next) };
  return pageAnswer(form, rowsTable(list, list.columns, [page.items], page.next), incoming);
}

function pageByPage<Item>(list: List<Item>): (signal: AbortSignal) => ListTable {
  return (signal) => {
    const pages = everyPage(({ cursor }) => {
      signal.throwIfAborted();
      return list.page({ limit: LARGEST_PAGE, cursor });
    });
    return rowsTable(list, list.columns, pages, null);
  };
}
