import type { TaskAnswer } from '../../../../schemas/http/patterns/payloads.ts';
import { BASE } from '../address/route.ts';
import { cardsTable } from '../dom/cards-table.ts';
import { element, refill } from '../dom/element.ts';
import { openForm } from '../dom/form-dialog.ts';
import { problemLine } from '../dom/problem-line.ts';
import { waiting } from '../dom/waiting.ts';
import { message } from '../messages/message.ts';
import { isOffered } from '../session/allowed.ts';
import type { Context } from '../shell/context.ts';
import { momentToSecond } from '../time/moments.ts';
import { zoneName } from '../time/zone.ts';

/** Tasks that are listed at first, and so many more each time: the most of one page. */
const PAGE = 100;

/** Tasks that patterns accomplish: their list, each with its patterns, and a way to add one. */
export class TasksSection {
  readonly root: HTMLElement;
  readonly #context: Context;
  readonly #list = element('div', { 'aria-live': 'polite' }, waiting());
  #tasks: readonly TaskAnswer[] = [];
  #total = 0;

  constructor(context: Context) {
    this.#context = context;
    const add = element('button', { type: 'button', on: { click: () => this.#add() } }, message('patterns.new_task'));
    this.root = element(
      'section',
      { class: 'card', 'aria-label': message('patterns.tasks') },
      element(
        'div',
        { class: 'row' },
        element('h2', {}, message('patterns.tasks')),
        isOffered(context.roles, 'uploader') && add,
      ),
      element('p', { class: 'soft' }, message('patterns.tasks_text')),
      this.#list,
    );
    void this.load();
  }

  /** Lists the tasks anew: others may be linked to patterns by now. */
  async load(): Promise<void> {
    await this.#page(1, []);
  }

  async #page(page: number, before: readonly TaskAnswer[]): Promise<void> {
    const { api, left } = this.#context;
    try {
      const query = new URLSearchParams({ page: String(page), pageSize: String(PAGE) });
      const found = await api.get<{ tasks: TaskAnswer[]; total: number }>(`/api/v1/tasks/?${query}`, left);
      this.#tasks = [...before, ...found.tasks];
      this.#total = found.total;
      this.#show(page);
    } catch (error) {
      if (!left.aborted) refill(this.#list, problemLine(error));
    }
  }

  #show(page: number): void {
    const rest = this.#total - this.#tasks.length;
    const more = () => void this.#page(page + 1, this.#tasks);
    const heads = [
      message('datasets.name'),
      message('patterns.request'),
      message('patterns.created', { zone: zoneName() }),
      message('shell.patterns'),
    ];
    refill(
      this.#list,
      this.#tasks.length === 0
        ? element('p', { class: 'soft' }, message('patterns.no_tasks'))
        : cardsTable(
            message('patterns.tasks'),
            heads,
            this.#tasks.map((task) => this.#row(task)),
          ),
      rest > 0 && element('button', { type: 'button', on: { click: more } }, message('list.more', { n: rest })),
    );
  }

  #row({ id, name, request, created, patterns }: TaskAnswer): HTMLElement {
    const place = element('div', { 'aria-live': 'polite' });
    const label = message('patterns.linked', { n: patterns });
    const show = element(
      'button',
      { type: 'button', 'aria-label': `${label}: ${name}`, on: { click: () => void this.#patterns(id, place) } },
      label,
    );
    return element(
      'tr',
      { 'data-task': id },
      element('th', { scope: 'row', class: 'whole' }, name, element('div', {}, element('code', { class: 'soft' }, id))),
      element('td', { class: 'whole' }, request),
      element('td', { class: 'nowrap' }, momentToSecond(Date.parse(created))),
      element('td', {}, patterns === 0 ? label : show, place),
    );
  }

  /** Shows the patterns of a task in its row. */
  async #patterns(task: string, place: HTMLElement): Promise<void> {
    const { api, left } = this.#context;
    refill(place, waiting());
    try {
      const ids = await api.get<string[]>(`/api/v1/tasks/${encodeURIComponent(task)}/aps`, left);
      const link = (id: string) => `${BASE}/patterns?${new URLSearchParams({ pattern: id })}`;
      refill(place, element('ul', {}, ...ids.map((id) => element('li', {}, element('a', { href: link(id) }, id)))));
    } catch (error) {
      if (!left.aborted) refill(place, problemLine(error));
    }
  }

  #add(): void {
    const { api } = this.#context;
    openForm({
      title: message('patterns.new_task'),
      fields: [
        { name: 'name', label: message('datasets.name'), kind: 'text', required: true },
        { name: 'request', label: message('patterns.request'), kind: 'long', required: true },
      ],
      does: message('form.save'),
      send: async ({ name = '', request = '' }) => {
        await api.send('POST', '/api/v1/tasks/', { name, request });
        await this.load();
      },
    });
  }
}
