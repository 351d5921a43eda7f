import { element } from '../dom/element.ts';
import { type MessageKey, message } from '../messages/message.ts';

const KEYS: readonly (readonly [keys: readonly string[], does: MessageKey])[] = [
  [['/'], 'help.find'],
  [['j', 'k'], 'help.fault'],
  [['t', 'a'], 'help.take'],
  [['s', 'm'], 'help.snooze'],
  [['n', 'u'], 'help.not_fault'],
  [['z'], 'help.undo'],
  [['p'], 'help.play'],
  [['l'], 'help.present'],
  [['←', '→'], 'help.slide'],
  [['+', '−'], 'help.zoom'],
  [['↑', '↓'], 'help.rows'],
  [['Esc'], 'help.escape'],
  [['?'], 'help.keys'],
];

/** The keys of the pages. */
export function helpDialog(): HTMLDialogElement {
  const dialog = element(
    'dialog',
    { 'aria-labelledby': 'help-title' },
    element('h2', { id: 'help-title' }, message('help.title')),
    element(
      'dl',
      { class: 'facts' },
      ...KEYS.flatMap(([keys, does]) => [
        element('dt', {}, ...keys.flatMap((key, k) => [k > 0 && ' ', element('kbd', {}, key)])),
        element('dd', {}, message(does)),
      ]),
    ),
    element(
      'form',
      { method: 'dialog', class: 'row' },
      element('button', { class: 'main', value: 'close' }, message('form.close')),
    ),
  );
  return dialog;
}
