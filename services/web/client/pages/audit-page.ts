import { AUDIT_ACTION_NAMES, AUDIT_RESULTS } from '../../../../schemas/audit.ts';
import type { AuditRecord } from '../../../../schemas/http/answers/audit-answer.ts';
import { BASE } from '../address/route.ts';
import { cardsTable } from '../dom/cards-table.ts';
import { choiceField } from '../dom/choice-field.ts';
import { element, refill } from '../dom/element.ts';
import { listPages } from '../dom/list-pages.ts';
import { problemLine } from '../dom/problem-line.ts';
import { TIME_FIELD } from '../dom/time-fields.ts';
import { waiting } from '../dom/waiting.ts';
import { message } from '../messages/message.ts';
import type { Context, Page } from '../shell/context.ts';
import { fieldMoment, fieldText } from '../time/field-time.ts';
import { momentToSecond, readMoment } from '../time/moments.ts';
import { zoneName } from '../time/zone.ts';

/** Records on a page. */
const ROWS = 50;
const FILTERS = ['action', 'result', 'network', 'actor', 'from', 'to', 'cursor'] as const;
type FilterName = (typeof FILTERS)[number];
type Filter = Readonly<Partial<Record<FilterName, string>>>;

/** Who did what, newest first, by filters that are kept in the address. */
export class AuditPage implements Page {
  readonly title = message('audit.title');
  readonly root: HTMLElement;
  readonly #context: Context;
  readonly #list = element('div', { 'aria-live': 'polite' });
  #filter: Filter;

  constructor(context: Context) {
    this.#context = context;
    const query = new URLSearchParams(window.location.search);
    this.#filter = Object.fromEntries(FILTERS.flatMap((name) => (query.get(name) ? [[name, query.get(name)]] : [])));
    this.root = element(
      'div',
      { class: 'page' },
      element('header', {}, element('h1', {}, message('audit.title'))),
      element('p', { class: 'soft' }, message('audit.what')),
      this.#filters(),
      this.#list,
    );
    refill(this.#list, waiting());
    void this.#load();
  }

  #filters(): HTMLElement {
    const choice = (name: FilterName, label: string, options: readonly (readonly [value: string, label: string])[]) =>
      choiceField(name, label, options, this.#filter[name]);
    const asItIs = (value: string) => [value, value] as const;
    const input = (name: FilterName, label: string, kind: { readonly type: string }, value: string) =>
      element('label', { class: 'field' }, label, element('input', { ...kind, name, value, spellcheck: 'false' }));
    const time = (name: 'from' | 'to', label: string) =>
      input(name, label, TIME_FIELD, fieldText(readMoment(this.#filter[name] ?? null)));
    const form = element(
      'form',
      {
        class: 'filters',
        role: 'search',
        'aria-label': message('list.filters'),
        on: { submit: (event) => event.preventDefault() },
      },
      choice('action', message('audit.action'), AUDIT_ACTION_NAMES.map(asItIs)),
      choice(
        'result',
        message('audit.result'),
        AUDIT_RESULTS.map((result) => [result, message(`audit.result_${result}`)]),
      ),
      choice('network', message('form.network'), this.#context.networks.map(asItIs)),
      input('actor', message('audit.who'), { type: 'text' }, this.#filter.actor ?? ''),
      time('from', message('form.from_zone', { zone: zoneName() })),
      time('to', message('form.to_zone', { zone: zoneName() })),
    );
    form.addEventListener('change', () => this.#take(form));
    return form;
  }

  /** The page begins anew: a cursor belongs to the filters that it was made with. */
  #take(form: HTMLFormElement): void {
    const fields = [...new FormData(form)].map(([name, value]): [string, string] => {
      const text = String(value).trim();
      return [name, name === 'from' || name === 'to' ? (fieldMoment(text) ?? '') : text];
    });
    this.#filter = Object.fromEntries(fields.filter(([, value]) => value !== ''));
    this.#context.rewrite(new URLSearchParams(this.#filter).toString());
    void this.#load();
  }

  async #load(): Promise<void> {
    const { api, left } = this.#context;
    const filter = this.#filter;
    try {
      const query = new URLSearchParams({ limit: String(ROWS), ...filter });
      const page = await api.get<{ records: AuditRecord[]; next_cursor: string | null }>(
        `/api/v1/audit?${query}`,
        left,
      );
      if (filter !== this.#filter) return;
      const heads = [
        message('anomalies.time', { zone: zoneName() }),
        message('audit.who'),
        message('audit.from'),
        message('audit.action'),
        message('audit.about'),
        message('form.network'),
        message('audit.result'),
      ];
      const nothing = element('p', { class: 'card soft' }, message('audit.nothing'));
      refill(
        this.#list,
        page.records.length === 0 ? nothing : cardsTable(message('audit.caption'), heads, page.records.map(row)),
        this.#pages(page.next_cursor),
      );
    } catch (error) {
      if (left.aborted || filter !== this.#filter) return;
      refill(this.#list, problemLine(error));
    }
  }

  #pages(next: string | null): HTMLElement {
    const { cursor, ...newest } = this.#filter;
    const address = (filter: Filter) => `${BASE}/audit?${new URLSearchParams(filter)}`;
    return listPages(
      cursor === undefined ? null : address(newest),
      next === null ? null : address({ ...newest, cursor: next }),
    );
  }
}

function row(record: AuditRecord): HTMLElement {
  const { time, who, role, from, action, about, network, result, reason, detail, count } = record;
  const soft = (text: string | null) => text !== null && element('span', { class: 'soft' }, ` ${text}`);
  return element(
    'tr',
    {},
    element('td', { class: 'nowrap' }, momentToSecond(Date.parse(time))),
    element('th', { scope: 'row' }, who.username ?? who.id ?? message('audit.nobody'), soft(role), soft(who.client)),
    element('td', { class: 'nowrap' }, from ?? ''),
    element('td', { class: 'nowrap' }, action, soft(count > 1 ? message('audit.times', { n: count }) : null)),
    element('td', { class: 'whole' }, about === null ? '' : `${about.kind} ${about.id}`, soft(detail)),
    element('td', {}, network ?? ''),
    element('td', { class: 'nowrap' }, message(`audit.result_${result}`), soft(reason)),
  );
}
