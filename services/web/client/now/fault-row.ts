import { stationAddress } from '../address/route.ts';
import type { FaultNow, NowAnswer } from '../api/answers.ts';
import { type Child, element } from '../dom/element.ts';
import { symbol } from '../map/symbols.ts';
import { message } from '../messages/message.ts';
import { shownValue, variableLabel } from '../state/variables.ts';
import { momentOf, spanOf } from '../time/moments.ts';
import { causeName, causeSentence, isOfMany, stationsOfCause, variablesOfCause } from './cause-words.ts';
import { adviceWords, judgedOffWords, keeperOf, offWords, readsWords, wasOffWords } from './fault-words.ts';
import { sparkline } from './sparkline.ts';

/** What may be done about a fault. */
const ACTIONS = ['take', 'assign', 'snooze', 'maintenance', 'none', 'mute'] as const;
export type Action = (typeof ACTIONS)[number];

/** Keys of actions on the row that is current. */
export const ACTION_KEYS: Readonly<Record<string, Action>> = {
  t: 'take',
  a: 'assign',
  s: 'snooze',
  m: 'maintenance',
  n: 'none',
  u: 'mute',
};

/** Whose eyes a row is for. */
export interface RowView {
  /** ms since the epoch. */
  readonly now: number;
  /** Time of the newest report where that is of the past; null: there are reports of the present. */
  readonly newest: number | null;
  /** Who looks, and at how many stations. */
  readonly answer: Pick<NowAnswer, 'you' | 'counts'>;
  readonly mayChange: boolean;
  readonly onAction: (action: Action, fault: FaultNow) => void;
}

/** A row of the list: what is wrong with a sensor, how badly, who has it, and what to do. */
export function faultRow(fault: FaultNow, view: RowView): HTMLElement {
  const { now, newest } = view;
  const began = Date.parse(fault.start);
  const isFailure = fault.certainty === 'failure';
  return element(
    'article',
    {
      class: 'fault',
      tabindex: -1,
      'data-fault': fault.fault_id,
      'aria-label': `${causeName(fault)}: ${causeSentence(fault)}`,
    },
    element(
      'header',
      {},
      symbol(isFailure ? 'device_failure' : 'suspected', fault.state === 'provisional'),
      element('h3', {}, ...stationsIn(fault, view.answer.counts.stations, ' ⇄ ')),
      element('p', { class: 'kind' }, causeSentence(fault)),
      fault.earlier > 0 && element('span', { class: 'chip' }, message('now.earlier', { n: fault.earlier })),
    ),
    ...putAway(fault, now),
    element(
      'div',
      { class: 'figures' },
      figure(
        message(newest === null ? 'now.off' : 'now.off_last'),
        element('b', { class: 'off' }, offWords(fault) || message('now.off_unknown')),
        element('span', { class: 'soft' }, sensorWords(fault)),
      ),
      figure(
        message('now.since'),
        element('time', { datetime: fault.start }, momentOf(began, now)),
        element('span', { class: 'soft' }, spanOf((newest ?? now) - began)),
      ),
      figure(
        message('now.sure'),
        element('span', {}, message(isFailure ? 'now.failure' : 'state.suspected')),
        ...sureWords(fault, now),
      ),
      figure(message('now.who'), ...keeperWords(fault, view.answer.you)),
      element('div', { class: 'spark', title: message('now.spark_key') }, sparkline(fault)),
    ),
    element('p', { class: 'todo' }, element('b', {}, message('now.todo'), ' '), adviceWords(fault)),
    view.mayChange && actionsOf(fault, view),
  );
}

function figure(label: string, ...children: readonly Child[]): HTMLElement {
  return element('div', { class: 'figure' }, element('span', { class: 'label' }, label), ...children);
}

/** The stations of a row with their addresses; how many where they are many. @param start from when on their pages show them */
function stationsIn(fault: FaultNow, all: number, between: string, start?: string): Child[] {
  const stations = stationsOfCause(fault);
  const links = stations.flatMap(({ id, name }, k) => [
    k > 0 && (isOfMany(fault) ? ', ' : between),
    element('a', { href: stationAddress(fault.network, id, start) }, name),
  ]);
  if (!isOfMany(fault)) return links;
  const n = stations.length;
  const words = message('now.stations_of_all', { n, all, every: n < all ? 'no' : 'yes' });
  return [
    element(
      'details',
      { class: 'many-stations' },
      element('summary', {}, words),
      element('span', { class: 'many-names' }, ...links),
    ),
  ];
}

/** What the sensor reads; which one, where the row is of several. */
function sensorWords(fault: FaultNow): string {
  const reads = readsWords(fault);
  if (fault.same_cause.length === 0 || reads === '') return reads;
  const stations = stationsOfCause(fault);
  const variable = variablesOfCause(fault).length > 1 ? variableLabel(fault.variable) : '';
  const sensor = [stations.length > 1 ? stations[0].name : '', variable].filter(Boolean).join(', ');
  return sensor === '' ? reads : `${sensor}: ${reads}`;
}

function sureWords(fault: FaultNow, now: number): Child[] {
  const { state, estimate, variable, neighbors, unknown_since: unknown } = fault;
  const spread =
    estimate.uncertainty === null || estimate.ratio !== null || isOfMany(fault)
      ? ''
      : `± ${shownValue(variable, estimate.uncertainty)}`;
  // How far it is off now is said beside it, where that is known.
  const judged = offWords(fault) === '' ? wasOffWords(fault) : '';
  const words = [
    state === 'provisional' ? message('now.may_change') : '',
    unknown === null ? '' : message('now.unknown_since', { time: momentOf(Date.parse(unknown), now) }),
    [
      judged,
      spread,
      neighbors.length === 0 || isOfMany(fault) ? '' : message('now.by_neighbours', { n: neighbors.length }),
    ]
      .filter(Boolean)
      .join(' '),
  ];
  return words.filter(Boolean).map((text) => element('span', { class: 'soft' }, text));
}

function keeperWords(fault: FaultNow, you: string): Child[] {
  const keeper = keeperOf(fault);
  const name = keeper === null ? message('now.nobody') : keeper === you ? message('now.you', { name: keeper }) : keeper;
  const { alert, care } = fault;
  const note =
    alert === null
      ? ''
      : alert.state === 'open'
        ? message('now.alert_open')
        : care === null && keeper !== null
          ? message('now.acknowledged')
          : '';
  return [
    element('span', { class: keeper === null ? 'nobody' : 'keeper' }, name),
    note !== '' && element('span', { class: 'soft' }, note),
  ];
}

/** Why a fault was put away, or came back. */
function putAway({ group, care, silence, reopened }: FaultNow, now: number): Child[] {
  const shown = (moment: string) => momentOf(Date.parse(moment), now);
  if (reopened !== null) {
    const by = reopened.by ?? message('now.nobody');
    const words = message(`now.back_${reopened.because}`, { time: shown(reopened.at), by });
    return [element('p', { class: 'back' }, words)];
  }
  if (group === 'snoozed' && care?.snoozed_until) {
    const words = message('now.snoozed_until', { time: shown(care.snoozed_until), by: care.by });
    return [element('p', { class: 'soft' }, words)];
  }
  if (group === 'muted' && silence !== null) {
    const words = message('now.muted_until', { time: shown(silence.to), by: silence.by, reason: silence.reason });
    return [element('p', { class: 'soft' }, words)];
  }
  return group === 'maintenance' ? [element('p', { class: 'soft' }, message('now.in_maintenance'))] : [];
}

function actionsOf(fault: FaultNow, { answer: { you }, onAction }: RowView): HTMLElement {
  const keeper = keeperOf(fault);
  const take = message(keeper === null ? 'now.take' : keeper === you ? 'now.give_back' : 'now.take_over');
  const labels: Readonly<Record<Action, string>> = {
    take,
    assign: message('now.assign'),
    snooze: message(fault.group === 'snoozed' ? 'now.wake' : 'now.snooze'),
    maintenance: message('expert.maintenance'),
    none: message('now.not_a_fault'),
    mute: message(fault.group === 'muted' ? 'now.unmute' : 'now.mute'),
  };
  return element(
    'div',
    { class: 'row actions' },
    ...ACTIONS.map((action) =>
      element(
        'button',
        { type: 'button', 'data-action': action, on: { click: () => onAction(action, fault) } },
        labels[action],
      ),
    ),
  );
}

/** A fault that ended, in one line. @param all how many stations the network has */
export function recoveredLine(fault: FaultNow, now: number, all: number): HTMLElement {
  const { start, end, recovered } = fault;
  const lasted = end === null || isOfMany(fault) ? 0 : Date.parse(end) - Date.parse(start);
  const off = judgedOffWords(fault);
  const words = [off, lasted > 0 ? message('now.lasted', { span: spanOf(lasted) }) : ''].filter(Boolean).join(', ');
  return element(
    'li',
    { class: 'now-line' },
    symbol('good'),
    ...stationsIn(fault, all, ' ', start),
    element('span', {}, `${causeSentence({ ...fault, latest: null })}${words === '' ? '' : ` (${words})`}`),
    element(
      'time',
      { class: 'soft', datetime: recovered ?? end ?? start },
      momentOf(Date.parse(recovered ?? end ?? start), now),
    ),
  );
}
