import { message } from '../messages/message.ts';
import { element } from './element.ts';

/** What went wrong, as a line that is read out; the words are those of the error. */
export function problemLine(error: unknown): HTMLElement {
  return element('p', { class: 'problem', role: 'alert' }, problemWords(error));
}

/** What went wrong, in words for people. */
export function problemWords(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : message('form.failed');
}
