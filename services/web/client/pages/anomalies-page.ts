import { CLASSIFICATIONS, VERDICT_STATES } from '../../../../schemas/anomaly.ts';
import { VARIABLES } from '../../../../schemas/variables.ts';
import { type AnomalyFilter, changed, type FilterName, filterOf, queryOf } from '../address/anomaly-filter.ts';
import { anomalyAddress, BASE } from '../address/route.ts';
import type { AnomalyAnswer } from '../api/answers.ts';
import { cardsTable, type Head } from '../dom/cards-table.ts';
import { choiceField } from '../dom/choice-field.ts';
import { element, refill } from '../dom/element.ts';
import { listPages } from '../dom/list-pages.ts';
import { problemLine } from '../dom/problem-line.ts';
import { serviceWords } from '../dom/service-words.ts';
import { TIME_FIELD } from '../dom/time-fields.ts';
import { waiting } from '../dom/waiting.ts';
import { symbol } from '../map/symbols.ts';
import { message } from '../messages/message.ts';
import type { Context, Page } from '../shell/context.ts';
import { expectationOf } from '../state/expectation.ts';
import { classLabel, stateOfClass } from '../state/station-state.ts';
import { shownDeparture, shownValue, variableLabel } from '../state/variables.ts';
import { fieldMoment, fieldText } from '../time/field-time.ts';
import { momentOf, readMoment } from '../time/moments.ts';
import { zoneName } from '../time/zone.ts';

/** Anomalies on a page. */
const ROWS = 50;

/** Every anomaly, newest first, by filters that are kept in the address. */
export class AnomaliesPage implements Page {
  readonly title = message('anomalies.title');
  readonly root = element('div', { class: 'page' });
  readonly #context: Context;
  readonly #list = element('div', { 'aria-live': 'polite' });
  #filter: AnomalyFilter;

  constructor(context: Context) {
    this.#context = context;
    this.#filter = filterOf(new URLSearchParams(window.location.search));
    this.root.append(element('header', {}, element('h1', {}, message('anomalies.title'))), this.#filters(), this.#list);
    refill(this.#list, waiting());
    void this.#load();
  }

  #filters(): HTMLElement {
    const { networks } = this.#context;
    const choice = (name: FilterName, label: string, options: readonly (readonly [string, string])[]) =>
      choiceField(name, label, options, this.#filter[name]);
    const time = (name: 'from' | 'to', label: string) =>
      element(
        'label',
        { class: 'field' },
        label,
        element('input', { ...TIME_FIELD, name, value: fieldText(readMoment(this.#filter[name] ?? null)) }),
      );
    const form = element(
      'form',
      {
        class: 'filters',
        role: 'search',
        'aria-label': message('list.filters'),
        on: { submit: (event) => event.preventDefault() },
      },
      choice(
        'network',
        message('form.network'),
        networks.map((name) => [name, name]),
      ),
      element(
        'label',
        { class: 'field' },
        message('anomalies.station_id'),
        element('input', {
          type: 'text',
          name: 'station',
          value: this.#filter.station ?? '',
          size: 14,
          spellcheck: 'false',
        }),
      ),
      choice(
        'variable',
        message('form.variable'),
        VARIABLES.map((name) => [name, variableLabel(name)]),
      ),
      choice(
        'class',
        message('anomalies.class'),
        CLASSIFICATIONS.map((name) => [name, classLabel(name)]),
      ),
      choice(
        'state',
        message('map.state'),
        VERDICT_STATES.map((name) => [name, message(`verdict.${name}`)]),
      ),
      time('from', message('form.from_zone', { zone: zoneName() })),
      time('to', message('form.to_zone', { zone: zoneName() })),
      element('button', { type: 'reset', on: { click: (event) => this.#reset(event) } }, message('list.reset')),
    );
    form.addEventListener('change', () => this.#take(form));
    return form;
  }

  #take(form: HTMLFormElement): void {
    const fields = new FormData(form);
    const change: Partial<Record<FilterName, string>> = {};
    for (const name of ['network', 'station', 'variable', 'class', 'state'] as const) {
      change[name] = String(fields.get(name) ?? '').trim();
    }
    for (const name of ['from', 'to'] as const) {
      change[name] = fieldMoment(String(fields.get(name) ?? '')) ?? '';
    }
    this.#show(changed(this.#filter, change));
  }

  #reset(event: Event): void {
    event.preventDefault();
    this.#context.go(`${BASE}/anomalies`);
  }

  /** Another filter is another address: it survives a reload, and can be sent to somebody. */
  #show(filter: AnomalyFilter): void {
    this.#filter = filter;
    this.#context.rewrite(queryOf(filter));
    void this.#load();
  }

  async #load(): Promise<void> {
    const { api, left } = this.#context;
    const filter = this.#filter;
    try {
      const query = queryOf(filter);
      const page = await api.get<{ anomalies: AnomalyAnswer[]; next_cursor: string | null }>(
        `/api/v1/anomalies?limit=${ROWS}${query === '' ? '' : `&${query}`}`,
        left,
      );
      if (filter !== this.#filter) return;
      refill(
        this.#list,
        page.anomalies.length === 0 ? nothing() : table(page.anomalies),
        this.#pages(page.next_cursor),
      );
    } catch (error) {
      if (left.aborted || filter !== this.#filter) return;
      refill(this.#list, problemLine(error));
    }
  }

  #pages(next: string | null): HTMLElement {
    const { cursor } = this.#filter;
    const address = (filter: AnomalyFilter) => `${BASE}/anomalies?${queryOf(filter)}`;
    return listPages(
      cursor === undefined ? null : address(changed(this.#filter, {})),
      next === null ? null : address({ ...this.#filter, cursor: next }),
    );
  }
}

function table(anomalies: readonly AnomalyAnswer[]): HTMLElement {
  const heads: readonly Head[] = [
    message('anomalies.time', { zone: zoneName() }),
    message('map.station'),
    message('form.variable'),
    { ofNumbers: message('anomalies.value') },
    { ofNumbers: message('anomalies.departure') },
    message('anomalies.class'),
    message('form.why'),
  ];
  const several = new Set(anomalies.map(({ network }) => network)).size > 1;
  return cardsTable(
    message('anomalies.caption'),
    heads,
    anomalies.map((anomaly) => row(anomaly, several)),
  );
}

function row(anomaly: AnomalyAnswer, withNetwork: boolean): HTMLElement {
  const { variable, classification, state } = anomaly;
  return element(
    'tr',
    {},
    element('td', { class: 'nowrap' }, momentOf(Date.parse(anomaly.timestamp))),
    element(
      'th',
      { scope: 'row' },
      element('a', { href: anomalyAddress(anomaly) }, anomaly.station_name),
      withNetwork && element('span', { class: 'soft' }, ` ${anomaly.network}`),
    ),
    element('td', {}, variableLabel(variable)),
    element('td', { class: 'number' }, shownValue(variable, anomaly.actual_value)),
    element('td', { class: 'number' }, shownDeparture(variable, expectationOf(anomaly).departure)),
    element(
      'td',
      { class: 'nowrap' },
      symbol(stateOfClass(classification), state === 'provisional'),
      ` ${classLabel(classification)}`,
      state !== 'settled' && element('span', { class: 'soft' }, `, ${message(`verdict.${state}`)}`),
      anomaly.override !== undefined && element('span', { class: 'soft' }, `, ${message('anomalies.overridden')}`),
      anomaly.maintenance !== undefined && element('span', { class: 'soft' }, `, ${message('anomalies.maintenance')}`),
    ),
    element('td', { class: 'soft whole' }, serviceWords(anomaly.reason)),
  );
}

function nothing(): HTMLElement {
  return element('p', { class: 'card soft' }, message('anomalies.nothing'));
}
