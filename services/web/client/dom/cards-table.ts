import { arrowRows } from './arrow-rows.ts';
import { element } from './element.ts';
import { scrolledTable } from './scrolled-table.ts';

/** The head of a column: its text, or that of numbers, which stand to the right. */
export type Head = string | { readonly ofNumbers: string };

/**
 * A table whose rows are cards on a narrow screen; the arrow keys go along them.
 *
 * @param caption for screen readers
 */
export function cardsTable(caption: string, heads: readonly Head[], rows: readonly HTMLElement[]): HTMLElement {
  const body = element('tbody', {}, ...rows);
  for (const row of rows) nameNumbers(row, heads);
  arrowRows(body);
  const head = element('thead', {}, element('tr', {}, ...heads.map(headCell)));
  return scrolledTable(caption, { class: 'cards' }, head, body);
}

/** A number on a card says what it is of: the heads of the columns are not seen there. */
function nameNumbers(row: HTMLElement, heads: readonly Head[]): void {
  for (const [k, head] of heads.entries()) {
    const cell = row.children[k];
    if (typeof head !== 'string' && cell instanceof HTMLElement) cell.dataset['head'] = head.ofNumbers;
  }
}

function headCell(head: Head): HTMLElement {
  return typeof head === 'string'
    ? element('th', { scope: 'col' }, head)
    : element('th', { scope: 'col', class: 'number' }, head.ofNumbers);
}
