import { NOW_ROWS } from '../../../../schemas/http/answers/now-rows.ts';
import { type Child, element } from '../dom/element.ts';
import { message } from '../messages/message.ts';
import { FIRST_ROWS } from './ask-now.ts';

/**
 * The way to the rows that are not shown: as many again as are, and a thousand at most, so that the last are reached soon.
 *
 * @param shown how many are
 * @param all how many there are
 * @param onMore so many are wanted
 */
export function moreRows(shown: number, all: number, onMore: (rows: number) => void): Child {
  const rest = all - shown;
  if (rest <= 0) return null;
  const step = Math.min(rest, NOW_ROWS.most, Math.max(FIRST_ROWS, shown));
  const words = step === rest ? message('list.more', { n: rest }) : message('list.next', { n: step, rest });
  return element('button', { type: 'button', on: { click: () => onMore(shown + step) } }, words);
}
