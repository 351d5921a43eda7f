import { BASE, stationAddress } from '../address/route.ts';
import { ALERT_STATES, type Alert, SEVERITIES, type WholeAlert } from '../alerts/alert-answers.ts';
import { alertClassLabel, stateOfAlert } from '../alerts/alert-class.ts';
import { alertsFrame } from '../alerts/alerts-frame.ts';
import { choiceField } from '../dom/choice-field.ts';
import { element, refill } from '../dom/element.ts';
import { openForm } from '../dom/form-dialog.ts';
import { problemLine } from '../dom/problem-line.ts';
import { serviceWords } from '../dom/service-words.ts';
import { symbol } from '../map/symbols.ts';
import { message } from '../messages/message.ts';
import type { Context, Page } from '../shell/context.ts';
import { shownWords } from '../state/variables.ts';
import { momentOf, zonedMoment } from '../time/moments.ts';

/** Alerts on a page. */
const ROWS = 50;
const FILTERS = ['state', 'severity', 'network', 'cursor'] as const;
type Filter = Readonly<Partial<Record<(typeof FILTERS)[number], string>>>;

/** The alerts, newest first, and what people do about them. */
export class AlertsPage implements Page {
  readonly title = message('alerts.title');
  readonly root: HTMLElement;
  readonly #context: Context;
  readonly #list = element('div');
  #filter: Filter;

  constructor(context: Context) {
    this.#context = context;
    const query = new URLSearchParams(window.location.search);
    this.#filter = Object.fromEntries(FILTERS.flatMap((name) => (query.get(name) ? [[name, query.get(name)]] : [])));
    this.root = alertsFrame('list', this.#filters(), this.#list);
    context.onEvent(({ type }) => {
      if (type === 'alert' || type === 'reset') void this.#load();
    });
    void this.#load();
  }

  #filters(): HTMLElement {
    const choice = (
      name: 'state' | 'severity' | 'network',
      label: string,
      options: readonly (readonly [value: string, text: string])[],
    ) => choiceField(name, label, options, this.#filter[name]);
    const form = element(
      'form',
      { class: 'filters', role: 'search', 'aria-label': message('list.filters') },
      choice(
        'state',
        message('alerts.state'),
        ALERT_STATES.map((value) => [value, message(`alerts.state_${value}`)]),
      ),
      choice(
        'severity',
        message('alerts.severity'),
        SEVERITIES.map((value) => [value, message(`alerts.severity_${value}`)]),
      ),
      choice(
        'network',
        message('form.network'),
        this.#context.networks.map((value) => [value, value]),
      ),
    );
    form.addEventListener('change', () => {
      const fields = [...new FormData(form)].map(([name, value]): [string, string] => [name, String(value)]);
      this.#filter = Object.fromEntries(fields.filter(([, value]) => value !== ''));
      this.#context.rewrite(new URLSearchParams(this.#filter).toString());
      void this.#load();
    });
    return form;
  }

  async #load(): Promise<void> {
    const { api, left } = this.#context;
    const filter = this.#filter;
    try {
      const query = new URLSearchParams({ limit: String(ROWS), ...filter });
      const page = await api.get<{ alerts: Alert[]; next_cursor: string | null }>(`/api/v1/alerts?${query}`, left);
      if (filter !== this.#filter) return;
      const older = new URLSearchParams({ ...filter, ...(page.next_cursor !== null && { cursor: page.next_cursor }) });
      refill(
        this.#list,
        page.alerts.length === 0
          ? element('p', { class: 'card soft' }, message('alerts.nothing'))
          : element('ul', { class: 'alerts' }, ...page.alerts.map((alert) => this.#item(alert))),
        page.next_cursor !== null &&
          element('a', { class: 'button', href: `${BASE}/alerts?${older}` }, message('list.older')),
      );
    } catch (error) {
      if (left.aborted || filter !== this.#filter) return;
      refill(this.#list, problemLine(error));
    }
  }

  #item(alert: Alert): HTMLElement {
    const item = element('li', { class: `card alert ${alert.severity}` });
    const more = element('details', {}, element('summary', {}, message('alerts.more')));
    more.addEventListener('toggle', () => {
      if (more.open) void this.#showMore(alert.id, more);
    });
    const state = message(`alerts.state_${alert.state}`);
    const by = alert.state === 'resolved' ? alert.resolved_by : alert.acknowledged_by;
    refill(
      item,
      element(
        'p',
        { class: 'row' },
        element('span', { class: 'chip severity' }, message(`alerts.severity_${alert.severity}`)),
        element(
          'span',
          { class: 'chip' },
          symbol(stateOfAlert(alert.classification)),
          alertClassLabel(alert.classification),
        ),
        element('span', { class: 'chip' }, by === null ? state : message('alerts.state_by', { state, by })),
        alert.silenced !== null && element('span', { class: 'chip' }, message('alerts.silenced')),
        element('span', { class: 'soft' }, `${zonedMoment(Date.parse(alert.opened_at))}, ${alert.rule.name}`),
      ),
      element('h2', {}, serviceWords(alert.summary)),
      element(
        'p',
        { class: 'row' },
        ...alert.stations.map((id) =>
          element('a', { href: `${stationAddress(alert.network, id, alert.last_time)}${evidenceOf(alert)}` }, id),
        ),
      ),
      element(
        'div',
        { class: 'row' },
        alert.state === 'open' && this.#button(alert, 'acknowledge'),
        alert.state !== 'resolved' && this.#button(alert, 'resolve'),
        this.#button(alert, 'comments'),
      ),
      more,
    );
    return item;
  }

  #button(alert: Alert, verb: 'acknowledge' | 'resolve' | 'comments'): HTMLElement {
    const label = message(`alerts.${verb}`);
    const isComment = verb === 'comments';
    const open = () =>
      openForm({
        title: label,
        text: shownWords(alert.summary),
        fields: [
          {
            name: 'text',
            label: message(isComment ? 'alerts.comment' : 'alerts.comment_optional'),
            kind: 'long',
            required: isComment,
          },
        ],
        does: label,
        send: async ({ text }) => {
          const body = isComment ? { text } : text === '' ? {} : { comment: text };
          await this.#context.api.send('POST', `/api/v1/alerts/${alert.id}/${verb}`, body);
          await this.#load();
        },
      });
    return element('button', { type: 'button', on: { click: open } }, label);
  }

  async #showMore(id: string, more: HTMLElement): Promise<void> {
    const { api, left } = this.#context;
    const [summary] = more.children;
    try {
      const { comments, deliveries } = await api.get<WholeAlert>(`/api/v1/alerts/${id}`, left);
      refill(
        more,
        summary,
        element(
          'ul',
          {},
          ...comments.map(({ at, by, text }) => element('li', {}, `${momentOf(Date.parse(at))}, ${by}: ${text}`)),
          ...deliveries.map(({ event, channel, target, state, attempts, error }) =>
            element(
              'li',
              { class: 'soft' },
              `${deliveryWords({ event, channel, target, state, attempts })}${error === null ? '' : ` (${error})`}`,
            ),
          ),
        ),
        comments.length + deliveries.length === 0 && element('p', { class: 'soft' }, message('list.none')),
      );
    } catch (error) {
      if (!left.aborted) refill(more, summary, problemLine(error));
    }
  }
}

function deliveryWords({
  attempts,
  ...delivery
}: Pick<WholeAlert['deliveries'][number], 'event' | 'channel' | 'target' | 'state' | 'attempts'>): string {
  return message('alerts.delivery', { ...delivery, attempts: message('alerts.attempts', { n: attempts }) });
}

/** Of an alert of one station the evidence is opened with it. */
function evidenceOf({ stations, anomaly_ids }: Alert): string {
  const last = anomaly_ids.at(-1);
  return stations.length === 1 && last !== undefined ? `&anomaly=${last}` : '';
}
