import { element } from '../dom/element.ts';
import { scrolledTable } from '../dom/scrolled-table.ts';
import { message } from '../messages/message.ts';
import { readTable } from '../stations/station-table.ts';

/** Rows of a result that are shown; its file has all of them. */
export const SHOWN_ROWS = 200;
/** Letters of a value that stands on one line. */
const ON_ONE_LINE = 32;
/** Letters of a number that is shown as it is, and digits that are shown of a longer one with a fraction. */
const LONGEST_NUMBER = 10;
const DIGITS = 7;

/**
 * A table of CSV, its first rows.
 *
 * @param csv with a head, and one row more than is shown where there are more
 * @param title what it is
 */
export function resultTable(csv: string, title: string): HTMLElement {
  const { heads, rows } = readTable(csv);
  const shown = rows.slice(0, SHOWN_ROWS).map((cells) => cells ?? []);
  const isOfNumbers = heads.map((_, k) => shown.length > 0 && shown.every((cells) => isNumber(cells[k] ?? '')));
  const kind = (k: number) => (isOfNumbers[k] ? { class: 'number' } : {});
  return element(
    'section',
    { 'aria-label': title },
    rows.length > SHOWN_ROWS && element('p', { class: 'soft' }, message('datasets.first_rows', { n: SHOWN_ROWS })),
    rows.length === 0 && element('p', { class: 'soft' }, message('datasets.no_rows')),
    scrolledTable(
      title,
      {},
      element(
        'thead',
        {},
        element('tr', {}, ...heads.map((head, k) => element('th', { scope: 'col', ...kind(k) }, head))),
      ),
      element(
        'tbody',
        {},
        ...shown.map((cells) => element('tr', {}, ...heads.map((_, k) => valueCell(cells[k] ?? '', kind(k))))),
      ),
    ),
  );
}

/** A value; a short one, such as a date, is not broken at its hyphens. Of a long number the first digits, and all by its title. */
function valueCell(value: string, kind: { readonly class?: string }): HTMLElement {
  const isLong = kind.class === 'number' && value.includes('.') && value.length > LONGEST_NUMBER;
  const shown = isLong ? String(Number(Number(value).toPrecision(DIGITS))) : value;
  const attributes = { ...(value.length <= ON_ONE_LINE && { class: 'nowrap' }), ...kind };
  return element('td', { ...attributes, ...(isLong && { title: value }) }, shown);
}

/** True for a number, and for a field that is empty. */
function isNumber(text: string): boolean {
  return text === '' || Number.isFinite(Number(text));
}
