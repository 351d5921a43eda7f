import { CopiedText } from '../dom/copied-text.ts';
import { element } from '../dom/element.ts';
import { message } from '../messages/message.ts';

/** Shows a password or a secret that is shown this once, with a button that copies it. */
export function showOnce(title: string, text: string, secret: string): void {
  const copied = new CopiedText(title, false);
  copied.show(secret);
  const dialog = element(
    'dialog',
    { 'aria-labelledby': 'once-title' },
    element('h2', { id: 'once-title' }, title),
    element('p', {}, text),
    copied.root,
    element(
      'div',
      { class: 'row' },
      element('button', { type: 'button', class: 'main', on: { click: () => dialog.close() } }, message('people.kept')),
    ),
  );
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
