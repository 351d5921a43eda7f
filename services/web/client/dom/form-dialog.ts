import { message } from '../messages/message.ts';
import { element } from './element.ts';
import type { Values } from './form-values.ts';
import { problemWords } from './problem-line.ts';
import { TIME_FIELD } from './time-fields.ts';

/** A field of a form. */
export interface Field {
  readonly name: string;
  readonly label: string;
  readonly kind: 'text' | 'long' | 'number' | 'time' | 'choice' | 'several' | 'switch';
  /** Of `choice` and `several`: what can be chosen; of `text`: what is proposed. */
  readonly options?: readonly (readonly [value: string, label: string])[];
  readonly required?: boolean;
  /** What stands in it at first; of `several` what is chosen, by commas; of `switch` `on` or ''. */
  readonly value?: string;
  /** What is to be written, where the label does not say enough. */
  readonly hint?: string;
}

export interface FormOptions {
  readonly title: string;
  readonly text?: string;
  /** Stands above the fields: what is to be seen before it is sent, or fields of its own. */
  readonly content?: HTMLElement;
  readonly fields: readonly Field[];
  /** Stands under the fields. */
  readonly below?: HTMLElement;
  /** Told what stands in the fields, at first and whenever that is another. */
  readonly onInput?: (values: Values) => void;
  /** What the button says that sends it. */
  readonly does: string;
  /** Sends it; what it throws is shown, and the form stays open. null where there is nothing to send: it is read and closed. */
  readonly send: ((values: Values) => Promise<void>) | null;
}

/** Asks for some fields in a dialog that is closed by Escape, by its button, or when what it asked for is sent. */
export function openForm({ title, text, content, fields, below, onInput, does, send }: FormOptions): void {
  const problem = element('p', { class: 'problem', role: 'alert', hidden: true });
  const button = element('button', { type: 'submit', class: 'main' }, does);
  const dialog = element('dialog', { 'aria-labelledby': 'form-title' });
  const form = element(
    'form',
    { novalidate: false },
    element('h2', { id: 'form-title' }, title),
    text !== undefined && element('p', { class: 'soft' }, text),
    content,
    ...fields.map(fieldOf),
    below,
    problem,
    element(
      'div',
      { class: 'row' },
      send !== null && button,
      element(
        'button',
        { type: 'button', on: { click: () => dialog.close() } },
        message(send === null ? 'form.close' : 'form.cancel'),
      ),
    ),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (send === null) return;
    button.disabled = true;
    send(valuesOf(form, fields))
      .then(() => dialog.close())
      .catch((error: unknown) => {
        problem.textContent = problemWords(error);
        problem.hidden = false;
      })
      .finally(() => {
        button.disabled = false;
      });
  });
  if (onInput !== undefined) {
    const tell = () => onInput(valuesOf(form, fields));
    form.addEventListener('input', tell);
    tell();
  }
  dialog.append(form);
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

function fieldOf(field: Field): HTMLElement {
  const { name, label, kind, options = [], required = false, value = '', hint } = field;
  const note = hint === undefined ? null : element('small', { class: 'soft' }, hint);
  if (kind === 'switch') {
    const box = element('input', { type: 'checkbox', name, checked: value === 'on' });
    return element('label', { class: 'row' }, box, label);
  }
  if (kind === 'several') {
    const chosen = value.split(',');
    return element(
      'fieldset',
      { class: 'several' },
      element('legend', {}, label),
      ...options.map(([option, shown]) =>
        element(
          'label',
          { class: 'row' },
          element('input', { type: 'checkbox', name, value: option, checked: chosen.includes(option) }),
          shown,
        ),
      ),
      note,
    );
  }
  const proposed = kind === 'text' && options.length > 0 ? `${name}-proposed` : null;
  return element(
    'label',
    { class: 'field' },
    label,
    inputOf(field, { name, required, list: proposed }),
    proposed !== null &&
      element('datalist', { id: proposed }, ...options.map(([option]) => element('option', { value: option }))),
    note,
  );
}

function inputOf(
  { kind, options = [], value = '' }: Field,
  common: { name: string; required: boolean; list: string | null },
): HTMLElement {
  if (kind === 'choice') {
    return element(
      'select',
      common,
      ...options.map(([option, shown]) => element('option', { value: option, selected: option === value }, shown)),
    );
  }
  if (kind === 'long') return element('textarea', { ...common, rows: 3, maxlength: 4000 }, value);
  if (kind === 'number') return element('input', { ...common, type: 'number', step: 'any', value });
  if (kind === 'time') return element('input', { ...common, ...TIME_FIELD, value });
  return element('input', { ...common, type: 'text', value });
}

function valuesOf(form: HTMLFormElement, fields: readonly Field[]): Values {
  const given = new FormData(form);
  return Object.fromEntries(fields.map(({ name }) => [name, given.getAll(name).map(String).join(',').trim()]));
}
