import { NOW_ROWS } from '../../../../schemas/http/answers/now-rows.ts';
import { type Child, element } from '../dom/element.ts';
import { message } from '../messages/message.ts';

/** Rows of each group that are asked for at first, and so many more each time. */
export const FIRST_ROWS = 100;

/**
 * The way to the rows that are not shown, as far as one answer has them.
 *
 * @param rest how many there are
 * @param limit rows of a group that are asked for
 * @param onMore so many are to be asked for
 */
export function moreRows(rest: number, limit: number, onMore: (rows: number) => void): Child {
  if (rest <= 0) return null;
  const words = message('list.more', { n: rest });
  if (limit >= NOW_ROWS.most) return element('p', { class: 'soft' }, words);
  return element('button', { type: 'button', on: { click: () => onMore(limit + FIRST_ROWS) } }, words);
}
