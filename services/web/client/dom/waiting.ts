import { message } from '../messages/message.ts';
import { element } from './element.ts';

/** Stands where something is being loaded. */
export function waiting(text = message('shell.loading')): HTMLElement {
  return element('p', { class: 'waiting', role: 'status' }, text);
}
