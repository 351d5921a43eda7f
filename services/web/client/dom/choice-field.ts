import { message } from '../messages/message.ts';
import { element } from './element.ts';

/**
 * A filter of a list: a select whose first option is all.
 *
 * @param options values with their words
 * @param chosen the value that is selected; all where it is none of them
 */
export function choiceField(
  name: string,
  label: string,
  options: readonly (readonly [value: string, text: string])[],
  chosen: string | undefined,
): HTMLElement {
  return element(
    'label',
    { class: 'field' },
    label,
    element(
      'select',
      { name },
      element('option', { value: '' }, message('list.all')),
      ...options.map(([value, text]) => element('option', { value, selected: chosen === value }, text)),
    ),
  );
}
