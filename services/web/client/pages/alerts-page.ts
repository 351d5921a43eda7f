import { BASE, stationAddress } from '../address/route.ts';
import { ALERT_STATES, type Alert, SEVERITIES, type WholeAlert } from '../alerts/alert-answers.ts';
import { alertsFrame } from '../alerts/alerts-frame.ts';
import { choiceField } from '../dom/choice-field.ts';
import { element, refill } from '../dom/element.ts';
import { openForm } from '../dom/form-dialog.ts';
import { problemLine } from '../dom/problem-line.ts';
import { symbol } from '../map/symbols.ts';
import type { Context, Page } from '../shell/context.ts';
import { classLabel } from '../state/station-state.ts';
import { shownWords } from '../state/variables.ts';
import { momentOf } from '../time/moments.ts';

/** Alerts on a page. */
const ROWS = 50;
const FILTERS = ['state', 'severity', 'network', 'cursor'] as const;
type Filter = Readonly<Partial<Record<(typeof FILTERS)[number], string>>>;

/** The alerts, newest first, and what people do about them. */
export class AlertsPage implements Page {
  readonly title = 'Alerts';
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
    const choice = (name: 'state' | 'severity' | 'network', label: string, options: readonly string[]) =>
      choiceField(
        name,
        label,
        options.map((value) => [value, value] as const),
        this.#filter[name],
      );
    const form = element(
      'form',
      { class: 'filters', role: 'search', 'aria-label': 'Filters' },
      choice('state', 'State', ALERT_STATES),
      choice('severity', 'Severity', SEVERITIES),
      choice('network', 'Network', this.#context.networks),
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
          ? element('p', { class: 'card soft' }, 'No alerts. Rules say which episodes raise one, and who is told.')
          : element('ul', { class: 'alerts' }, ...page.alerts.map((alert) => this.#item(alert))),
        page.next_cursor !== null && element('a', { class: 'button', href: `${BASE}/alerts?${older}` }, 'Older'),
      );
    } catch (error) {
      if (left.aborted || filter !== this.#filter) return;
      refill(this.#list, problemLine(error));
    }
  }

  #item(alert: Alert): HTMLElement {
    const item = element('li', { class: `card alert ${alert.severity}` });
    const more = element('details', {}, element('summary', {}, 'Comments and deliveries'));
    more.addEventListener('toggle', () => {
      if (more.open) void this.#showMore(alert.id, more);
    });
    const ended = alert.resolved_by === null ? '' : ` by ${alert.resolved_by}`;
    const known = alert.acknowledged_by === null ? '' : ` by ${alert.acknowledged_by}`;
    refill(
      item,
      element(
        'p',
        { class: 'row' },
        element('span', { class: 'chip severity' }, alert.severity),
        element('span', { class: 'chip' }, symbol(alert.classification), classLabel(alert.classification)),
        element('span', { class: 'chip' }, `${alert.state}${alert.state === 'resolved' ? ended : known}`),
        alert.silenced !== null && element('span', { class: 'chip' }, 'silenced'),
        element('span', { class: 'soft' }, `${momentOf(Date.parse(alert.opened_at))} UTC, ${alert.rule.name}`),
      ),
      element('h2', {}, shownWords(alert.summary)),
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
        alert.state === 'open' && this.#button(alert, 'acknowledge', 'Acknowledge'),
        alert.state !== 'resolved' && this.#button(alert, 'resolve', 'Resolve'),
        this.#button(alert, 'comments', 'Comment'),
      ),
      more,
    );
    return item;
  }

  #button(alert: Alert, verb: 'acknowledge' | 'resolve' | 'comments', label: string): HTMLElement {
    const isComment = verb === 'comments';
    const open = () =>
      openForm({
        title: label,
        text: shownWords(alert.summary),
        fields: [
          {
            name: 'text',
            label: isComment ? 'Comment' : 'Comment (may be left out)',
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
              `${event} by ${channel} to ${target}: ${state}, ${attempts === 1 ? '1 attempt' : `${attempts} attempts`}${error === null ? '' : ` (${error})`}`,
            ),
          ),
        ),
        comments.length + deliveries.length === 0 && element('p', { class: 'soft' }, 'None.'),
      );
    } catch (error) {
      if (!left.aborted) refill(more, summary, problemLine(error));
    }
  }
}

/** Of an alert of one station the evidence is opened with it. */
function evidenceOf({ stations, anomaly_ids }: Alert): string {
  const last = anomaly_ids.at(-1);
  return stations.length === 1 && last !== undefined ? `&anomaly=${last}` : '';
}
