import { shownWords } from '../state/variables.ts';
import { element } from './element.ts';

/** A sentence of the service: it is English in every language of the pages, and says so to screen readers. */
export function serviceWords(words: string): HTMLElement {
  return element('span', { lang: 'en' }, shownWords(words));
}
