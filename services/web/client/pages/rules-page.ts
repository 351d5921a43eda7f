import { ALERT_CLASSES } from '../../../../schemas/alert.ts';
import { VARIABLES } from '../../../../schemas/variables.ts';
import { type Area, type Channel, type Rule, type RuleBody, SEVERITIES } from '../alerts/alert-answers.ts';
import { alertClassLabel } from '../alerts/alert-class.ts';
import { alertsFrame } from '../alerts/alerts-frame.ts';
import { AreaPicker } from '../alerts/area-picker.ts';
import { ruleOf, ruleValues } from '../alerts/rule-form.ts';
import { RulePreview } from '../alerts/rule-preview.ts';
import type { StatesAnswer } from '../api/answers.ts';
import { LastAsked } from '../api/last-asked.ts';
import { announce } from '../dom/announce.ts';
import { element, refill } from '../dom/element.ts';
import { type Field, openForm } from '../dom/form-dialog.ts';
import { problemLine, problemWords } from '../dom/problem-line.ts';
import { message } from '../messages/message.ts';
import { preferences } from '../preferences/preferences.ts';
import type { Context, Page } from '../shell/context.ts';
import { variableLabel } from '../state/variables.ts';

/** The rules of alerts: what raises one, where, and who is told. */
export class RulesPage implements Page {
  readonly title = message('alerts.rules');
  readonly root: HTMLElement;
  readonly #context: Context;
  readonly #asked = new LastAsked();
  readonly #list = element('div');

  constructor(context: Context) {
    this.#context = context;
    const add = element(
      'button',
      { type: 'button', class: 'main', on: { click: () => void this.#open(null) } },
      message('rules.new'),
    );
    this.root = alertsFrame('rules', element('p', {}, add), this.#list);
    void this.#load();
  }

  async #load(): Promise<void> {
    const { api, left } = this.#context;
    const isLast = this.#asked.again();
    try {
      const { rules } = await api.get<{ rules: Rule[] }>('/api/v1/alert-rules', left);
      if (!isLast()) return;
      refill(
        this.#list,
        rules.length === 0
          ? element('p', { class: 'card soft' }, message('rules.nothing'))
          : element('ul', { class: 'alerts' }, ...rules.map((rule) => this.#item(rule))),
      );
    } catch (error) {
      if (!left.aborted && isLast()) refill(this.#list, problemLine(error));
    }
  }

  #item(rule: Rule): HTMLElement {
    const said = element('p', { class: 'soft', role: 'status' });
    const button = (label: string, click: () => void) => element('button', { type: 'button', on: { click } }, label);
    return element(
      'li',
      { class: `card alert ${rule.severity}` },
      element(
        'p',
        { class: 'row' },
        element('span', { class: 'chip severity' }, message(`alerts.severity_${rule.severity}`)),
        !rule.enabled && element('span', { class: 'chip' }, message('rules.off')),
      ),
      element('h2', {}, rule.name),
      element('p', {}, whenOf(rule)),
      element(
        'p',
        { class: 'soft' },
        rule.channels.length === 0
          ? message('rules.listed')
          : message('rules.tells', { whom: rule.channels.map(told).join('; ') }),
      ),
      element(
        'div',
        { class: 'row' },
        button(message('rules.change'), () => void this.#open(rule)),
        button(message('rules.test'), () => void this.#test(rule, said)),
        button(message('rules.delete'), () => this.#remove(rule)),
      ),
      said,
    );
  }

  async #open(rule: Rule | null): Promise<void> {
    const closed = new AbortController();
    const picker = new AreaPicker(await this.#stations(), (rule?.area ?? null) as Area | null);
    const preview = new RulePreview(this.#context.api, closed.signal);
    const values = ruleValues(rule);
    const field = (name: string, label: string, kind: Field['kind'], more: Partial<Field> = {}): Field => ({
      name,
      label,
      kind,
      value: values[name] ?? '',
      ...more,
    });
    openForm({
      title: rule === null ? message('rules.new') : message('rules.rule', { name: rule.name }),
      content: picker.root,
      fields: [
        field('name', message('rules.name'), 'text', { required: true }),
        field('enabled', message('rules.enabled'), 'switch'),
        field('severity', message('alerts.severity'), 'choice', {
          options: SEVERITIES.map((name) => [name, message(`alerts.severity_${name}`)]),
        }),
        field('classes', message('rules.classes'), 'several', {
          options: ALERT_CLASSES.map((name) => [name, alertClassLabel(name)]),
        }),
        field('variables', message('form.variables'), 'several', {
          options: VARIABLES.map((name) => [name, variableLabel(name)]),
          hint: message('form.none_all'),
        }),
        field('networks', message('rules.networks'), 'several', {
          options: this.#context.networks.map((name) => [name, name]),
          hint: message('form.none_all'),
        }),
        field('stations', message('form.stations'), 'text', { hint: message('form.stations_hint') }),
        field('min_duration_minutes', message('rules.duration'), 'number'),
        field('url', message('rules.webhook'), 'text', { hint: message('rules.webhook_hint') }),
        field('secret', message('rules.secret'), 'text', {
          hint: message(rule === null ? 'rules.secret_new' : 'rules.secret_kept'),
        }),
        field('email', message('rules.email'), 'text', { hint: message('rules.email_hint') }),
        field('feed', message('rules.feed'), 'switch'),
      ],
      below: preview.root,
      onInput: (given) => preview.show(wholeRule(() => ruleOf(given, picker.area, rule))),
      does: message('form.save'),
      send: async (given) => {
        const body = ruleOf(given, picker.area, rule);
        if (rule === null) await this.#context.api.send('POST', '/api/v1/alert-rules', body);
        else await this.#context.api.send('PUT', `/api/v1/alert-rules/${rule.id}`, body);
        await this.#load();
      },
    });
    const dialog = picker.root.closest('dialog');
    dialog?.classList.add('wide');
    dialog?.addEventListener('close', () => closed.abort());
    picker.start(closed.signal);
  }

  /** Stations of the network that is shown; none where they cannot be had: an area can be drawn without. */
  async #stations(): Promise<StatesAnswer['states']> {
    const { api, left, network } = this.#context;
    if (network === null) return [];
    const query = new URLSearchParams({ network });
    return api
      .get<StatesAnswer>(`/api/v1/states?${query}`, left)
      .then(({ states }) => states)
      .catch(() => []);
  }

  #remove(rule: Rule): void {
    openForm({
      title: message('rules.delete_title', { name: rule.name }),
      text: message('rules.delete_text'),
      fields: [],
      does: message('rules.delete'),
      send: async () => {
        await this.#context.api.send('DELETE', `/api/v1/alert-rules/${rule.id}`);
        await this.#load();
      },
    });
  }

  async #test(rule: Rule, said: HTMLElement): Promise<void> {
    said.textContent = message('rules.sending');
    try {
      const { deliveries } = await this.#context.api.send<{
        deliveries: readonly {
          readonly channel: string;
          readonly target: string;
          readonly state: string;
          readonly error: string | null;
        }[];
      }>('POST', `/api/v1/alert-rules/${rule.id}/test`);
      const lines = deliveries.map(
        ({ channel, target, state, error }) =>
          `${message('rules.sent', { channel, target, state })}${error === null ? '' : ` (${error})`}`,
      );
      said.textContent = lines.length === 0 ? message('rules.tells_nobody') : lines.join('; ');
    } catch (error) {
      said.textContent = problemWords(error);
    }
    announce(said.textContent ?? '');
  }
}

/** The rule of a form; null while an area is not whole, or nothing is chosen. */
function wholeRule(ruleNow: () => RuleBody): RuleBody | null {
  try {
    const body = ruleNow();
    return body.classes.length > 0 ? body : null;
  } catch {
    return null;
  }
}

/** When a rule raises an alert, in words. */
function whenOf({ classes, variables, networks, stations, area, min_duration_minutes: minutes }: Rule): string {
  const parts = [
    either(classes.map(alertClassLabel)),
    variables === null ? '' : message('rules.of', { variables: either(variables.map(variableLabel)) }),
    stations === null ? '' : message('rules.at', { stations: either(stations) }),
    networks === null ? '' : message('rules.in', { networks: either(networks) }),
    area === null ? '' : areaWords(area as Area),
    minutes === null || minutes === 0 ? '' : message('rules.for', { n: minutes }),
  ];
  return `${parts.filter(Boolean).join(' ')}.`;
}

function areaWords(area: Area): string {
  if (area.type === 'Polygon') return message('rules.within_polygon', { corners: area.coordinates[0].length - 1 });
  return message('rules.within_circle', { km: area.radius_km });
}

/** Any of some things, as the reader's language lists them. */
function either(words: readonly string[]): string {
  return new Intl.ListFormat(preferences().locale, { type: 'disjunction' }).format(words);
}

function told(channel: Channel): string {
  if (channel.type === 'webhook') {
    return message(channel.signed === true ? 'rules.to_signed' : 'rules.to_webhook', { url: channel.url });
  }
  return channel.type === 'email' ? channel.to.join(', ') : message('rules.to_feed');
}
