import { CLASSIFICATIONS } from '../../../../schemas/anomaly.ts';
import { VARIABLES } from '../../../../schemas/variables.ts';
import { type Channel, type Rule, SEVERITIES } from '../alerts/alert-answers.ts';
import { alertsFrame } from '../alerts/alerts-frame.ts';
import { ruleOf, ruleValues } from '../alerts/rule-form.ts';
import { announce } from '../dom/announce.ts';
import { element, refill } from '../dom/element.ts';
import { type Field, openForm } from '../dom/form-dialog.ts';
import { problemLine, problemWords } from '../dom/problem-line.ts';
import type { Context, Page } from '../shell/context.ts';
import { classLabel } from '../state/station-state.ts';
import { variableLabel } from '../state/variables.ts';

/** The rules of alerts: which episodes raise one, and who is told. */
export class RulesPage implements Page {
  readonly title = 'Rules';
  readonly root: HTMLElement;
  readonly #context: Context;
  readonly #list = element('div');

  constructor(context: Context) {
    this.#context = context;
    const add = element('button', { type: 'button', class: 'main', on: { click: () => this.#open(null) } }, 'New rule');
    this.root = alertsFrame('rules', element('p', {}, add), this.#list);
    void this.#load();
  }

  async #load(): Promise<void> {
    const { api, left } = this.#context;
    try {
      const { rules } = await api.get<{ rules: Rule[] }>('/api/v1/alert-rules', left);
      refill(
        this.#list,
        rules.length === 0
          ? element('p', { class: 'card soft' }, 'No rule yet: nobody is told of anything.')
          : element('ul', { class: 'alerts' }, ...rules.map((rule) => this.#item(rule))),
      );
    } catch (error) {
      if (!left.aborted) refill(this.#list, problemLine(error));
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
        element('span', { class: 'chip severity' }, rule.severity),
        !rule.enabled && element('span', { class: 'chip' }, 'off'),
      ),
      element('h2', {}, rule.name),
      element('p', {}, whenOf(rule)),
      element(
        'p',
        { class: 'soft' },
        rule.channels.length === 0 ? 'Listed only.' : `Tells ${rule.channels.map(told).join('; ')}.`,
      ),
      element(
        'div',
        { class: 'row' },
        button('Change', () => this.#open(rule)),
        button('Test', () => void this.#test(rule, said)),
        button('Delete', () => this.#remove(rule)),
      ),
      said,
    );
  }

  #open(rule: Rule | null): void {
    const values = ruleValues(rule);
    const field = (name: string, label: string, kind: Field['kind'], more: Partial<Field> = {}): Field => ({
      name,
      label,
      kind,
      value: values[name] ?? '',
      ...more,
    });
    openForm({
      title: rule === null ? 'New rule' : `Rule ${rule.name}`,
      fields: [
        field('name', 'Name', 'text', { required: true }),
        field('enabled', 'In force', 'switch'),
        field('severity', 'Severity', 'choice', { options: SEVERITIES.map((name) => [name, name]) }),
        field('classes', 'Classes', 'several', { options: CLASSIFICATIONS.map((name) => [name, classLabel(name)]) }),
        field('variables', 'Variables', 'several', {
          options: VARIABLES.map((name) => [name, variableLabel(name)]),
          hint: 'None chosen: all of them.',
        }),
        field('networks', 'Networks', 'several', {
          options: this.#context.networks.map((name) => [name, name]),
          hint: 'None chosen: all of them.',
        }),
        field('stations', 'Station ids', 'text', { hint: 'By commas; all where it is empty.' }),
        field('min_duration_minutes', 'Only if it lasts for [min]', 'number'),
        field('url', 'Webhook', 'text', { hint: 'An address that begins with https:// or http://' }),
        field('secret', 'Secret of the webhook', 'text', {
          hint: rule === null ? 'Begins with whsec_; signs what is sent.' : 'Left empty, the one that it has stays.',
        }),
        field('email', 'E-mail to', 'text', { hint: 'Addresses by commas.' }),
        field('feed', 'Show on open pages', 'switch'),
      ],
      does: 'Save',
      send: async (given) => {
        const body = ruleOf(given, rule);
        if (rule === null) await this.#context.api.send('POST', '/api/v1/alert-rules', body);
        else await this.#context.api.send('PUT', `/api/v1/alert-rules/${rule.id}`, body);
        await this.#load();
      },
    });
  }

  #remove(rule: Rule): void {
    openForm({
      title: `Delete ${rule.name}?`,
      text: 'Alerts that it has raised stay.',
      fields: [],
      does: 'Delete',
      send: async () => {
        await this.#context.api.send('DELETE', `/api/v1/alert-rules/${rule.id}`);
        await this.#load();
      },
    });
  }

  async #test(rule: Rule, said: HTMLElement): Promise<void> {
    said.textContent = 'Sending …';
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
          `${channel} to ${target}: ${state}${error === null ? '' : ` (${error})`}`,
      );
      said.textContent = lines.length === 0 ? 'It tells nobody.' : lines.join('; ');
    } catch (error) {
      said.textContent = problemWords(error);
    }
    announce(said.textContent ?? '');
  }
}

/** When a rule raises an alert, in words. */
function whenOf({ classes, variables, networks, stations, min_duration_minutes: minutes }: Rule): string {
  const parts = [
    classes.map(classLabel).join(' or '),
    variables === null ? '' : `of ${variables.map((name) => variableLabel(name)).join(' or ')}`,
    stations === null ? '' : `at ${stations.join(', ')}`,
    networks === null ? '' : `in ${networks.join(', ')}`,
    minutes === null || minutes === 0 ? '' : `for ${minutes} minutes or more`,
  ];
  return `${parts.filter(Boolean).join(' ')}.`;
}

function told(channel: Channel): string {
  if (channel.type === 'webhook') return `the webhook ${channel.url}${channel.signed === true ? ' (signed)' : ''}`;
  return channel.type === 'email' ? channel.to.join(', ') : 'open pages';
}
