import { element } from '../dom/element.ts';

const KEYS: readonly (readonly [keys: readonly string[], does: string])[] = [
  [['/'], 'find a station'],
  [['j', 'k'], 'from fault to fault on the page Now'],
  [['t', 'a'], 'take the fault; assign it'],
  [['s', 'm'], 'snooze the fault; maintenance of its station'],
  [['n', 'u'], 'it is not a fault; mute its kind here'],
  [['p'], 'play or pause the day on the slider'],
  [['l'], 'back to the present'],
  [['←', '→'], 'ten minutes back or on, where the slider has the focus'],
  [['+', '−'], 'nearer or farther, where the map has the focus; the arrows move it'],
  [['↑', '↓'], 'from row to row in tables'],
  [['Esc'], 'let go of the chosen station; close this'],
  [['?'], 'these keys'],
];

/** The keys of the pages. */
export function helpDialog(): HTMLDialogElement {
  const dialog = element(
    'dialog',
    { 'aria-labelledby': 'help-title' },
    element('h2', { id: 'help-title' }, 'Keys'),
    element(
      'dl',
      { class: 'facts' },
      ...KEYS.flatMap(([keys, does]) => [
        element('dt', {}, ...keys.flatMap((key, k) => [k > 0 && ' ', element('kbd', {}, key)])),
        element('dd', {}, does),
      ]),
    ),
    element('form', { method: 'dialog', class: 'row' }, element('button', { class: 'main', value: 'close' }, 'Close')),
  );
  return dialog;
}
