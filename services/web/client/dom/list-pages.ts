import { message } from '../messages/message.ts';
import { element } from './element.ts';

/** Links to the newest page of a list and to the one behind this; no link where an address is null. */
export function listPages(newest: string | null, older: string | null): HTMLElement {
  return element(
    'nav',
    { class: 'row paging', 'aria-label': message('list.pages') },
    newest !== null && element('a', { class: 'button', href: newest }, message('list.newest')),
    older !== null && element('a', { class: 'button', href: older }, message('list.older')),
  );
}
