import { BASE } from '../address/route.ts';
import { LastAsked } from '../api/last-asked.ts';
import { cardsTable } from '../dom/cards-table.ts';
import { element, refill } from '../dom/element.ts';
import { openForm } from '../dom/form-dialog.ts';
import { problemLine, problemWords } from '../dom/problem-line.ts';
import { waiting } from '../dom/waiting.ts';
import { message } from '../messages/message.ts';
import { PatternEditor } from '../patterns/pattern-editor.ts';
import { copyOf, nameOf, newPattern, type Pattern, rootOf } from '../patterns/pattern-graph.ts';
import { TasksSection } from '../patterns/tasks-section.ts';
import { isOffered, isOfferedEverywhere } from '../session/allowed.ts';
import type { Context, Page } from '../shell/context.ts';

/** Patterns of a page of their list. */
const PAGE = 25;

/** Analytical patterns: their list, one that is drawn and validated, and tasks. */
export class PatternsPage implements Page {
  readonly title = message('shell.patterns');
  readonly root: HTMLElement;
  readonly #context: Context;
  readonly #asked = new LastAsked();
  readonly #list = element('div', { 'aria-live': 'polite' }, waiting());
  readonly #open = element('div');
  readonly #search = element('input', { type: 'search', name: 'q', autocomplete: 'off' });
  #page = 1;

  constructor(context: Context) {
    this.#context = context;
    const search = (event: Event) => {
      event.preventDefault();
      this.#page = 1;
      void this.#load();
    };
    this.root = element(
      'div',
      { class: 'page' },
      element(
        'header',
        {},
        element('h1', {}, message('shell.patterns')),
        element(
          'button',
          { type: 'button', class: 'main', on: { click: () => this.#edit(newPattern(), null) } },
          message('patterns.new'),
        ),
      ),
      element('p', { class: 'soft' }, message('patterns.text')),
      this.#open,
      element(
        'form',
        { class: 'filters', role: 'search', on: { submit: search } },
        element('label', { class: 'field' }, message('patterns.search'), this.#search),
        element('button', { type: 'submit' }, message('patterns.find')),
      ),
      this.#list,
      new TasksSection(context).root,
    );
    void this.#load();
    const asked = new URLSearchParams(window.location.search).get('pattern');
    if (asked !== null) void this.#read(asked);
  }

  async #load(): Promise<void> {
    const { api, left } = this.#context;
    const isLast = this.#asked.again();
    const q = this.#search.value.trim();
    const query = new URLSearchParams({ page: String(this.#page), pageSize: String(PAGE), ...(q !== '' && { q }) });
    try {
      const { aps, total } = await api.get<{ aps: Pattern[]; total: number }>(`/api/v1/aps?${query}`, left);
      if (!isLast()) return;
      if (aps.length === 0) {
        refill(this.#list, element('p', { class: 'card soft' }, message('patterns.nothing')));
        return;
      }
      const heads = [
        message('datasets.name'),
        message('patterns.id'),
        { ofNumbers: message('patterns.nodes') },
        { ofNumbers: message('patterns.edges') },
      ];
      refill(
        this.#list,
        cardsTable(
          message('shell.patterns'),
          heads,
          aps.map((pattern) => this.#row(pattern)),
        ),
        total > PAGE && this.#paging(total),
      );
    } catch (error) {
      if (!left.aborted && isLast()) refill(this.#list, problemLine(error));
    }
  }

  #paging(total: number): HTMLElement {
    const step = (label: string, page: number, offered: boolean) => {
      const go = () => {
        this.#page = page;
        void this.#load();
      };
      return offered && element('button', { type: 'button', on: { click: go } }, label);
    };
    return element(
      'nav',
      { class: 'row paging', 'aria-label': message('list.pages') },
      step(message('patterns.before'), this.#page - 1, this.#page > 1),
      step(message('patterns.after'), this.#page + 1, this.#page * PAGE < total),
    );
  }

  #row(pattern: Pattern): HTMLElement {
    const root = rootOf(pattern);
    const id = root?.id ?? '';
    const name = (root === undefined ? '' : nameOf(root)) || message('patterns.unnamed');
    const choose = (event: Event) => {
      event.preventDefault();
      this.#edit(pattern, id);
    };
    const address = `${BASE}/patterns?${new URLSearchParams({ pattern: id })}`;
    return element(
      'tr',
      {},
      element('th', { scope: 'row', class: 'whole' }, element('a', { href: address, on: { click: choose } }, name)),
      element('td', { class: 'whole' }, element('code', {}, id)),
      element('td', { class: 'number' }, pattern.nodes.length),
      element('td', { class: 'number' }, pattern.edges.length),
    );
  }

  async #read(id: string): Promise<void> {
    const { api, left } = this.#context;
    refill(this.#open, waiting());
    try {
      this.#edit(await api.get<Pattern>(`/api/v1/aps/${encodeURIComponent(id)}`, left), id);
    } catch (error) {
      if (!left.aborted) refill(this.#open, problemLine(error));
    }
  }

  /** @param stored id of the pattern where it is a stored one; else null */
  #edit(pattern: Pattern, stored: string | null): void {
    const { rewrite, roles } = this.#context;
    rewrite(stored === null ? '' : new URLSearchParams({ pattern: stored }).toString());
    const editor = new PatternEditor(this.#context, pattern);
    const task = element('input', { type: 'text', name: 'of-task', size: 38, autocomplete: 'off' });
    const said = element('span', { class: 'soft', role: 'status' });
    const button = (label: string, click: () => void, more = {}) =>
      element('button', { type: 'button', on: { click }, ...more }, label);
    const title = message(stored === null ? 'patterns.new' : 'patterns.one');
    const card = element(
      'section',
      { class: 'card', tabindex: '-1', 'aria-label': title },
      element(
        'div',
        { class: 'row' },
        element('h2', {}, title),
        stored !== null && button(message('patterns.copy'), () => this.#edit(copyOf(editor.pattern), null)),
        stored !== null &&
          isOfferedEverywhere(roles, 'curator') &&
          button(message('patterns.delete'), () => this.#remove(stored)),
        button(message('form.close'), () => this.#close()),
      ),
      editor.root,
      isOffered(roles, 'uploader') &&
        element(
          'div',
          { class: 'filters' },
          element('label', { class: 'field' }, message('patterns.of_task'), task),
          button(message('patterns.store'), () => void this.#store(editor, task.value.trim(), said), { class: 'main' }),
          said,
        ),
    );
    refill(this.#open, card);
    card.focus();
  }

  #close(): void {
    refill(this.#open);
    this.#context.rewrite('');
  }

  async #store({ pattern }: PatternEditor, task: string, said: HTMLElement): Promise<void> {
    const { api, left, rewrite } = this.#context;
    const query = task === '' ? '' : `?${new URLSearchParams({ task_id: task })}`;
    said.textContent = message('patterns.storing');
    try {
      const { id } = await api.send<{ id: string }>('POST', `/api/v1/aps/${query}`, pattern);
      said.textContent = message('patterns.stored');
      rewrite(new URLSearchParams({ pattern: id }).toString());
      await this.#load();
    } catch (error) {
      if (!left.aborted) said.textContent = problemWords(error);
    }
  }

  #remove(id: string): void {
    openForm({
      title: message('patterns.delete'),
      text: message('patterns.delete_text', { id }),
      fields: [],
      does: message('patterns.delete'),
      send: async () => {
        await this.#context.api.send('DELETE', `/api/v1/aps/${encodeURIComponent(id)}`);
        this.#close();
        await this.#load();
      },
    });
  }
}
