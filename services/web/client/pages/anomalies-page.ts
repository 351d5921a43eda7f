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
import { symbol } from '../map/symbols.ts';
import type { Context, Page } from '../shell/context.ts';
import { expectationOf } from '../state/expectation.ts';
import { classLabel, stateOfClass } from '../state/station-state.ts';
import { shownDeparture, shownValue, shownWords, variableLabel } from '../state/variables.ts';
import { fieldMoment, fieldText } from '../time/field-time.ts';
import { momentOf, readMoment } from '../time/moments.ts';

/** Anomalies on a page. */
const ROWS = 50;
const HEADS: readonly Head[] = [
  'Time (UTC)',
  'Station',
  'Variable',
  { ofNumbers: 'Value' },
  { ofNumbers: 'Departure' },
  'Class',
  'Why',
];

/** Every anomaly, newest first, by filters that are kept in the address. */
export class AnomaliesPage implements Page {
  readonly title = 'Anomalies';
  readonly root = element('div', { class: 'page' });
  readonly #context: Context;
  readonly #list = element('div', { 'aria-live': 'polite' });
  #filter: AnomalyFilter;

  constructor(context: Context) {
    this.#context = context;
    this.#filter = filterOf(new URLSearchParams(window.location.search));
    this.root.append(element('header', {}, element('h1', {}, 'Anomalies')), this.#filters(), this.#list);
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
        element('input', { type: 'datetime-local', name, value: fieldText(readMoment(this.#filter[name] ?? null)) }),
      );
    const form = element(
      'form',
      { class: 'filters', role: 'search', 'aria-label': 'Filters', on: { submit: (event) => event.preventDefault() } },
      choice(
        'network',
        'Network',
        networks.map((name) => [name, name]),
      ),
      element(
        'label',
        { class: 'field' },
        'Station id',
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
        'Variable',
        VARIABLES.map((name) => [name, variableLabel(name)]),
      ),
      choice(
        'class',
        'Class',
        CLASSIFICATIONS.map((name) => [name, classLabel(name)]),
      ),
      choice(
        'state',
        'State',
        VERDICT_STATES.map((name) => [name, name]),
      ),
      time('from', 'From (UTC)'),
      time('to', 'To (UTC)'),
      element('button', { type: 'reset', on: { click: (event) => this.#reset(event) } }, 'All'),
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
  const several = new Set(anomalies.map(({ network }) => network)).size > 1;
  return cardsTable(
    'Anomalies, newest first',
    HEADS,
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
      state !== 'settled' && element('span', { class: 'soft' }, `, ${state}`),
      anomaly.override !== undefined && element('span', { class: 'soft' }, ', overridden'),
      anomaly.maintenance !== undefined && element('span', { class: 'soft' }, ', maintenance'),
    ),
    element('td', { class: 'soft whole' }, shownWords(anomaly.reason)),
  );
}

function nothing(): HTMLElement {
  return element('p', { class: 'card soft' }, 'No anomaly fits these filters.');
}
