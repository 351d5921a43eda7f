import { VARIABLES, type Variable } from '../../../../schemas/variables.ts';
import { ApiError } from '../api/api.ts';
import { element } from '../dom/element.ts';
import { type Field, openForm } from '../dom/form-dialog.ts';
import type { Values } from '../dom/form-values.ts';
import type { Context } from '../shell/context.ts';
import { shownUnit, variableLabel } from '../state/variables.ts';
import { fieldMoment, fieldText } from '../time/field-time.ts';
import { momentOf } from '../time/moments.ts';

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

const TITLES: Readonly<Record<Kind, string>> = { maintenance: 'Maintenance', bars: 'Does not count as a neighbour' };
const WHAT: Readonly<Record<Kind, string>> = {
  maintenance:
    'Anomalies in it are marked, raise no alert and count as no failure; its values do not count for neighbours. Times are UTC.',
  bars: 'The station is judged as ever, but is not asked about its neighbours. Times are UTC.',
};

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
    lists.push(element('li', { class: 'soft' }, 'It cannot be read now.'));
  }
  const button = (label: string, click: () => void) => element('button', { type: 'button', on: { click } }, label);
  return element(
    'section',
    { class: 'card', 'aria-label': 'Operator notes' },
    element('h2', {}, 'Operator notes'),
    lists.length === 0
      ? element('p', { class: 'soft' }, 'No rule applies now.')
      : element('ul', { class: 'known' }, ...lists),
    element(
      'div',
      { class: 'row' },
      button('Maintenance', () => openWindow(context, place, 'maintenance', onDone)),
      button('Bar', () => openWindow(context, place, 'bars', onDone)),
      button('Threshold', () => openThreshold(context, place, onDone)),
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
  const of = variables.length === VARIABLES.length ? 'all' : variables.map((name) => variableLabel(name)).join(', ');
  const until = to === null ? 'until it is ended' : `to ${momentOf(Date.parse(to))}`;
  const end = () =>
    openForm({
      title: `End: ${TITLES[kind].toLowerCase()}?`,
      text: 'It stays on record until now.',
      fields: [],
      does: 'End it now',
      send: async () => {
        await api.send('POST', `/api/v1/${kind}/${window.id}/end`);
        onDone();
      },
    });
  return element(
    'li',
    {},
    element('b', {}, `${TITLES[kind]} (${of})`),
    element('span', {}, ` ${momentOf(Date.parse(from))} ${until}: ${reason} `),
    element('span', { class: 'soft' }, `– ${by} `),
    element('button', { type: 'button', on: { click: end } }, 'End'),
  );
}

function openWindow({ api, now }: Context, { network, station }: Place, kind: Kind, onDone: () => void): void {
  openForm({
    title: TITLES[kind],
    text: WHAT[kind],
    fields: [
      variablesField(),
      { name: 'from', label: 'From', kind: 'time', required: true, value: fieldText(now()) },
      { name: 'to', label: 'To', kind: 'time', hint: 'Left empty it lasts until it is ended.' },
      { name: 'reason', label: 'Why', kind: 'long', required: true },
    ],
    does: 'Enter',
    send: async (values) => {
      await api.send('POST', `/api/v1/${kind}`, windowBody(values, { network, station }));
      onDone();
    },
  });
}

function variablesField(): Field {
  return {
    name: 'variables',
    label: 'Variables',
    kind: 'several',
    options: VARIABLES.map((name) => [name, variableLabel(name)]),
    hint: 'None chosen: all of them.',
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
    title: 'Threshold',
    text: 'The station is judged by it from the slot after next on.',
    fields: [
      {
        name: 'variable',
        label: 'Variable',
        kind: 'choice',
        options: VARIABLES.map((name) => [name, `${variableLabel(name)} (${shownUnit(name)})`]),
      },
      {
        name: 'threshold',
        label: 'Score beyond which the method flags',
        kind: 'number',
        hint: 'Left empty, that of the settings.',
      },
      {
        name: 'floor',
        label: 'Least departure that matters, in the unit',
        kind: 'number',
        hint: 'Left empty, the one that was learnt.',
      },
      { name: 'reason', label: 'Why', kind: 'long', required: true },
    ],
    does: 'Set',
    send: async ({ variable, threshold, floor, reason }) => {
      const path = `/api/v1/stations/${encodeURIComponent(station)}/thresholds/${variable}?${new URLSearchParams({ network })}`;
      // Without either it is that of the settings again.
      if (threshold === '' && floor === '') await api.send('DELETE', path);
      else
        await api.send('PUT', path, {
          ...(threshold !== '' && { threshold: Number(threshold) }),
          ...(floor !== '' && { floor: Number(floor) }),
          reason,
        });
      onDone();
    },
  });
}
