import { BASE } from '../address/route.ts';
import { element, refill } from '../dom/element.ts';
import { openForm } from '../dom/form-dialog.ts';
import { problemLine } from '../dom/problem-line.ts';
import { waiting } from '../dom/waiting.ts';
import { message } from '../messages/message.ts';
import { isOffered } from '../session/allowed.ts';
import type { Context } from '../shell/context.ts';

/** Tasks that patterns accomplish: made here, and asked for their patterns by their ids. */
export class TasksSection {
  readonly root: HTMLElement;
  readonly #context: Context;
  readonly #id = element('input', { type: 'text', name: 'task', required: true, size: 38, autocomplete: 'off' });
  readonly #found = element('div', { 'aria-live': 'polite' });

  constructor(context: Context) {
    this.#context = context;
    const add = element('button', { type: 'button', on: { click: () => this.#add() } }, message('patterns.new_task'));
    this.root = element(
      'section',
      { class: 'card', 'aria-label': message('patterns.tasks') },
      element('h2', {}, message('patterns.tasks')),
      element('p', { class: 'soft' }, message('patterns.tasks_text')),
      element(
        'form',
        {
          class: 'filters',
          on: {
            submit: (event) => {
              event.preventDefault();
              void this.#show();
            },
          },
        },
        element('label', { class: 'field' }, message('patterns.task_id'), this.#id),
        element('button', { type: 'submit' }, message('patterns.task_patterns')),
        isOffered(context.roles, 'uploader') && add,
      ),
      this.#found,
    );
  }

  async #show(): Promise<void> {
    const { api, left } = this.#context;
    refill(this.#found, waiting());
    try {
      const path = `/api/v1/tasks/${encodeURIComponent(this.#id.value.trim())}/aps`;
      const ids = await api.get<string[]>(path, left);
      const link = (id: string) => `${BASE}/patterns?${new URLSearchParams({ pattern: id })}`;
      refill(
        this.#found,
        ids.length === 0
          ? element('p', { class: 'soft' }, message('patterns.no_patterns'))
          : element('ul', {}, ...ids.map((id) => element('li', {}, element('a', { href: link(id) }, id)))),
      );
    } catch (error) {
      if (!left.aborted) refill(this.#found, problemLine(error));
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
        const { id } = await api.send<{ id: string }>('POST', '/api/v1/tasks/', { name, request });
        this.#id.value = id;
        refill(this.#found, element('p', { role: 'status' }, message('patterns.task_made', { id })));
      },
    });
  }
}
