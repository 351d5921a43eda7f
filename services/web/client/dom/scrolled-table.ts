import { type Attributes, type Child, element } from './element.ts';

/**
 * A table that scrolls within its frame where it does not fit. The keyboard reaches the frame then, and its arrow keys scroll it.
 *
 * @param caption for screen readers
 * @param attributes of the table
 */
export function scrolledTable(caption: string, attributes: Attributes, ...children: readonly Child[]): HTMLElement {
  const table = element('table', attributes, element('caption', { class: 'unseen' }, caption), ...children);
  const frame = element('div', { class: 'table', role: 'group', 'aria-label': caption }, table);
  const sized = new ResizeObserver(() => {
    if (frame.scrollWidth > frame.clientWidth || frame.scrollHeight > frame.clientHeight) frame.tabIndex = 0;
    else frame.removeAttribute('tabindex');
  });
  sized.observe(frame);
  sized.observe(table);
  return frame;
}
