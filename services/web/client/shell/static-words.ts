import { message } from '../messages/message.ts';
import { preferences } from '../preferences/preferences.ts';
import { found } from './found.ts';

/** Puts the words of index.html, which are English, into the reader's language. */
export function translateStaticWords(): void {
  document.documentElement.lang = preferences().spoken;
  found('a.skip').textContent = message('shell.skip');
  found('a.brand').setAttribute('aria-label', message('shell.brand'));
  found('#pages').setAttribute('aria-label', message('shell.pages'));
  for (const waiting of document.querySelectorAll('#content > .waiting')) {
    waiting.textContent = message('shell.loading');
  }
}
