import { VARIABLES } from '../../../../schemas/variables.ts';
import type { Silence } from '../alerts/alert-answers.ts';
import { alertsFrame } from '../alerts/alerts-frame.ts';
import { listOf } from '../alerts/rule-form.ts';
import { LastAsked } from '../api/last-asked.ts';
import { element, refill } from '../dom/element.ts';
import { openForm } from '../dom/form-dialog.ts';
import { problemLine } from '../dom/problem-line.ts';
import { message } from '../messages/message.ts';
import type { Context, Page } from '../shell/context.ts';
import { variableLabel } from '../state/variables.ts';
import { fieldMoment, fieldText } from '../time/field-time.ts';
import { HOUR_MS, momentOf, zonedMoment } from '../time/moments.ts';
import { zoneName } from '../time/zone.ts';

/** Times in which nobody is told. */
export class SilencesPage implements Page {
  readonly title = message('alerts.silences');
  readonly root: HTMLElement;
  readonly #context: Context;
  readonly #asked = new LastAsked();
  readonly #list = element('div');
  /** What could not be done. */
  readonly #problem = element('div');

  constructor(context: Context) {
    this.#context = context;
    const add = element(
      'button',
      { type: 'button', class: 'main', on: { click: () => this.#open() } },
      message('silences.new'),
    );
    this.root = alertsFrame('silences', element('p', {}, add), this.#problem, this.#list);
    void this.#load();
  }

  async #load(): Promise<void> {
    const { api, left } = this.#context;
    const isLast = this.#asked.again();
    try {
      const { silences } = await api.get<{ silences: Silence[] }>('/api/v1/silences', left);
      if (!isLast()) return;
      refill(
        this.#list,
        silences.length === 0
          ? element('p', { class: 'card soft' }, message('silences.nothing'))
          : element('ul', { class: 'alerts' }, ...silences.map((silence) => this.#item(silence))),
      );
    } catch (error) {
      if (!left.aborted && isLast()) refill(this.#list, problemLine(error));
    }
  }

  #item(silence: Silence): HTMLElement {
    const { network, stations, variables, from, to, reason, by, ended_by } = silence;
    const of = [
      network === null ? message('silences.every_network') : network,
      stations === null ? '' : stations.join(', '),
      variables === null ? '' : variables.map((name) => variableLabel(name)).join(', '),
    ];
    const isOver = ended_by !== null || Date.parse(to) < this.#context.now();
    const end = element(
      'button',
      { type: 'button', on: { click: () => void this.#end(silence) } },
      message('silences.end'),
    );
    return element(
      'li',
      { class: 'card' },
      element('h2', {}, of.filter(Boolean).join(': ')),
      element(
        'p',
        {},
        message('silences.period', { from: momentOf(Date.parse(from)), to: zonedMoment(Date.parse(to)), reason }),
      ),
      element('p', { class: 'soft' }, ended_by === null ? by : message('silences.ended_by', { by, ended: ended_by })),
      !isOver && end,
    );
  }

  async #end(silence: Silence): Promise<void> {
    try {
      await this.#context.api.send('POST', `/api/v1/silences/${silence.id}/end`);
      this.#problem.replaceChildren();
    } catch (error) {
      this.#problem.replaceChildren(problemLine(error));
    }
    await this.#load();
  }

  #open(): void {
    const now = this.#context.now();
    openForm({
      title: message('silences.new'),
      text: message('silences.text', { zone: zoneName() }),
      fields: [
        {
          name: 'network',
          label: message('form.network'),
          kind: 'choice',
          options: [
            ['', message('silences.every')],
            ...this.#context.networks.map((name): [string, string] => [name, name]),
          ],
        },
        { name: 'stations', label: message('form.stations'), kind: 'text', hint: message('form.stations_hint') },
        {
          name: 'variables',
          label: message('form.variables'),
          kind: 'several',
          options: VARIABLES.map((name) => [name, variableLabel(name)]),
          hint: message('form.none_all'),
        },
        { name: 'from', label: message('form.from'), kind: 'time', required: true, value: fieldText(now) },
        { name: 'to', label: message('form.to'), kind: 'time', required: true, value: fieldText(now + 4 * HOUR_MS) },
        { name: 'reason', label: message('form.why'), kind: 'long', required: true },
      ],
      does: message('silences.silence'),
      send: async ({ network, stations, variables, from, to, reason }) => {
        await this.#context.api.send('POST', '/api/v1/silences', {
          ...(network !== '' && { network }),
          ...(listOf(stations) !== null && { stations: listOf(stations) }),
          ...(listOf(variables) !== null && { variables: listOf(variables) }),
          from: fieldMoment(from ?? ''),
          to: fieldMoment(to ?? ''),
          reason,
        });
        await this.#load();
      },
    });
  }
}
