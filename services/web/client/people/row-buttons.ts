import { element } from '../dom/element.ts';
import { openForm } from '../dom/form-dialog.ts';

/** Something that can be done with a row: what its button says, and what that does. */
export type RowAction = readonly [label: string, act: () => void];

/** A cell with a button for each thing that can be done with what a row shows. */
export function actionCell(name: string, actions: readonly RowAction[]): HTMLElement {
  const buttons = actions.map(([label, click]) =>
    element('button', { type: 'button', 'aria-label': `${label}: ${name}`, on: { click } }, label),
  );
  return element('td', {}, element('div', { class: 'row' }, ...buttons));
}

/** Asks once more before something is done. */
export function confirm(does: string, name: string, text: string, send: () => Promise<void>): void {
  openForm({ title: `${does}: ${name}`, text, fields: [], does, send });
}
