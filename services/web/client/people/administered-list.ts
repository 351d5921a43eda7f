import { cardsTable } from '../dom/cards-table.ts';
import { element, refill } from '../dom/element.ts';
import { problemLine } from '../dom/problem-line.ts';
import { waiting } from '../dom/waiting.ts';
import { message } from '../messages/message.ts';
import type { Context } from '../shell/context.ts';

/** What a list of users or clients shows, and how. */
export interface AdministeredList<T> {
  readonly title: string;
  readonly text: string;
  /** What the button says that adds one. */
  readonly add: string;
  readonly heads: readonly string[];
  readonly load: () => Promise<readonly T[]>;
  readonly row: (item: T) => HTMLElement;
  readonly open: () => void;
}

/** A list that an administrator changes: loaded anew after each change. */
export class AdministeredSection<T> {
  readonly root: HTMLElement;
  readonly #list = element('div', { 'aria-live': 'polite' });
  readonly #what: AdministeredList<T>;
  readonly #context: Context;

  constructor(context: Context, what: AdministeredList<T>) {
    this.#context = context;
    this.#what = what;
    this.root = element(
      'section',
      {},
      element('h2', {}, what.title),
      element('p', { class: 'soft' }, what.text),
      element('p', {}, element('button', { type: 'button', class: 'main', on: { click: what.open } }, what.add)),
      this.#list,
    );
    refill(this.#list, waiting());
  }

  async load(): Promise<void> {
    const { title, heads, load, row } = this.#what;
    try {
      const items = await load();
      const shown =
        items.length === 0
          ? element('p', { class: 'card soft' }, message('people.nothing'))
          : cardsTable(title, [...heads, message('audit.action')], items.map(row));
      refill(this.#list, shown);
    } catch (error) {
      if (!this.#context.left.aborted) refill(this.#list, problemLine(error));
    }
  }
}
