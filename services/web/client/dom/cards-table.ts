import { arrowRows } from './arrow-rows.ts';
import { element } from './element.ts';

/** The head of a column: its text, or that of numbers, which stand to the right. */
export type Head = string | { readonly ofNumbers: string };

/**
 * A table whose rows are cards on a narrow screen; the arrow keys go along them.
 *
 * @param caption for screen readers
 */
export function cardsTable(caption: string, heads: readonly Head[], rows: readonly HTMLElement[]): HTMLElement {
  const body = element('tbody', {}, ...rows);
  arrowRows(body);
  return element(
    'div',
    { class: 'table' },
    element(
      'table',
      { class: 'cards' },
      element('caption', { class: 'unseen' }, caption),
      element('thead', {}, element('tr', {}, ...heads.map(headCell))),
      body,
    ),
  );
}

function headCell(head: Head): HTMLElement {
  return typeof head === 'string'
    ? element('th', { scope: 'col' }, head)
    : element('th', { scope: 'col', class: 'number' }, head.ofNumbers);
}
