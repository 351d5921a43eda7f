import { VARIABLES, type Variable } from '../../../../schemas/variables.ts';
import { ApiError } from '../api/api.ts';
import { element } from '../dom/element.ts';
import { type Field, openForm } from '../dom/form-dialog.ts';
import type { Values } from '../dom/form-values.ts';
import { message } from '../messages/message.ts';
import type { Context } from '../shell/context.ts';
import { differenceFromUnit } from '../state/units.ts';
import { shownUnit, variableLabel } from '../state/variables.ts';
import { fieldMoment, fieldText } from '../time/field-time.ts';
import { momentOf } from '../time/moments.ts';
import { zoneName } from '../time/zone.ts';

/** A station of a network. */
export interface Place {
  readonly network: string;
  readonly station: string;
}

/** A maintenance window, or a bar from vouching. */
interface Window {
  readonly id: string;
  readonly variables: readonly Variable[];
  readonly from: string;
  readonly to: string | null;
  readonly reason: string;
  readonly by: string;
}

type Kind = 'maintenance' | 'bars';

/**
 * Operator notes of a station that the machine does not, and forms to say more: maintenance windows, a bar from vouching,
 * thresholds. Null where the service has none of it.
 *
 * @param onDone something was changed
 */
export async function knownCard(context: Context, place: Place, onDone: () => void): Promise<HTMLElement | null> {
  const lists: HTMLElement[] = [];
  try {
    for (const kind of ['maintenance', 'bars'] as const) {
      lists.push(...(await windowsOf(context, place, kind)).map((window) => windowItem(context, kind, window, onDone)));
    }
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    lists.push(element('li', { class: 'soft' }, message('expert.unread')));
  }
  const button = (label: string, click: () => void) => element('button', { type: 'button', on: { click } }, label);
  return element(
    'section',
    { class: 'card', 'aria-label': message('expert.notes') },
    element('h2', {}, message('expert.notes')),
    lists.length === 0
      ? element('p', { class: 'soft' }, message('expert.no_rule'))
      : element('ul', { class: 'known' }, ...lists),
    element(
      'div',
      { class: 'row' },
      button(message('expert.maintenance'), () => openWindow(context, place, 'maintenance', onDone)),
      button(message('expert.bar'), () => openWindow(context, place, 'bars', onDone)),
      button(message('expert.threshold'), () => openThreshold(context, place, onDone)),
    ),
  );
}

async function windowsOf({ api, left }: Context, { network, station }: Place, kind: Kind): Promise<readonly Window[]> {
  const query = new URLSearchParams({ network, station, active: 'true' });
  const answer = await api.get<Readonly<Record<Kind, readonly Window[] | undefined>>>(`/api/v1/${kind}?${query}`, left);
  return answer[kind] ?? [];
}

function windowItem({ api }: Context, kind: Kind, window: Window, onDone: () => void): HTMLElement {
  const { variables, from, to, reason, by } = window;
  const isAll = variables.length === VARIABLES.length;
  const of = isAll ? message('expert.all') : variables.map((name) => variableLabel(name)).join(', ');
  const begin = momentOf(Date.parse(from));
  const period =
    to === null
      ? message('expert.open_end', { from: begin })
      : message('expert.period', { from: begin, to: momentOf(Date.parse(to)) });
  const end = () =>
    openForm({
      title: message(`expert.end_${kind}`),
      text: message('expert.end_text'),
      fields: [],
      does: message('expert.end_now'),
      send: async () => {
        await api.send('POST', `/api/v1/${kind}/${window.id}/end`);
        onDone();
      },
    });
  return element(
    'li',
    {},
    element('b', {}, message('expert.of', { kind: message(`expert.${kind}`), variables: of })),
    element('span', {}, ` ${period} ${reason} `),
    element('span', { class: 'soft' }, `– ${by} `),
    element('button', { type: 'button', on: { click: end } }, message('expert.end')),
  );
}

function openWindow({ api, now }: Context, { network, station }: Place, kind: Kind, onDone: () => void): void {
  openForm({
    title: message(`expert.${kind}`),
    text: message(`expert.${kind}_text`, { zone: zoneName() }),
    fields: [
      variablesField(),
      { name: 'from', label: message('form.from'), kind: 'time', required: true, value: fieldText(now()) },
      { name: 'to', label: message('form.to'), kind: 'time', hint: message('expert.to_hint') },
      { name: 'reason', label: message('form.why'), kind: 'long', required: true },
    ],
    does: message('expert.enter'),
    send: async (values) => {
      await api.send('POST', `/api/v1/${kind}`, windowBody(values, { network, station }));
      onDone();
    },
  });
}

function variablesField(): Field {
  return {
    name: 'variables',
    label: message('form.variables'),
    kind: 'several',
    options: VARIABLES.map((name) => [name, variableLabel(name)]),
    hint: message('form.none_all'),
  };
}

function windowBody({ variables, from, to, reason }: Values, place: Place): object {
  const until = fieldMoment(to ?? '');
  return {
    ...place,
    variables: variables === undefined || variables === '' ? 'all' : variables.split(','),
    from: fieldMoment(from ?? ''),
    ...(until !== null && { to: until }),
    reason,
  };
}

function openThreshold({ api }: Context, { network, station }: Place, onDone: () => void): void {
  openForm({
    title: message('expert.threshold'),
    text: message('expert.threshold_text'),
    fields: [
      {
        name: 'variable',
        label: message('form.variable'),
        kind: 'choice',
        options: VARIABLES.map((name) => [name, `${variableLabel(name)} (${shownUnit(name)})`]),
      },
      {
        name: 'threshold',
        label: message('expert.score'),
        kind: 'number',
        hint: message('expert.score_hint'),
      },
      {
        name: 'floor',
        label: message('expert.floor'),
        kind: 'number',
        hint: message('expert.floor_hint'),
      },
      { name: 'reason', label: message('form.why'), kind: 'long', required: true },
    ],
    does: message('expert.set'),
    send: async ({ variable, threshold, floor, reason }) => {
      const path = `/api/v1/stations/${encodeURIComponent(station)}/thresholds/${variable}?${new URLSearchParams({ network })}`;
      // Without either it is that of the settings again.
      if (threshold === '' && floor === '') await api.send('DELETE', path);
      else
        await api.send('PUT', path, {
          ...(threshold !== '' && { threshold: Number(threshold) }),
          ...(floor !== '' && { floor: differenceFromUnit(variable as Variable, Number(floor)) }),
          reason,
        });
      onDone();
    },
  });
}
