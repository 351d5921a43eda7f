import { message } from '../messages/message.ts';
import { announce } from './announce.ts';
import { element } from './element.ts';

/** A text to be copied, such as a command: as it is, with a button that copies it. */
export class CopiedText {
  readonly root: HTMLElement;
  readonly #text = element('pre', { tabindex: 0 });

  /** @param label what it is; @param isTitled false where its label stands beside it already */
  constructor(label: string, isTitled = true) {
    const said = element('span', { class: 'soft', role: 'status' });
    const copy = async () => {
      await navigator.clipboard.writeText(this.#text.textContent ?? '');
      said.textContent = message('data.copied');
      announce(message('data.copied'));
    };
    const button = element('button', { type: 'button', on: { click: () => void copy() } }, message('data.copy'));
    // Only a page that came over TLS, or from this machine, may write to the clipboard; the text can be marked by hand.
    button.hidden = !window.isSecureContext;
    this.#text.setAttribute('aria-label', label);
    this.root = element(
      'section',
      { class: 'copied', 'aria-label': label },
      element('div', { class: 'row' }, isTitled && element('h3', {}, label), button, said),
      this.#text,
    );
  }

  show(text: string): void {
    this.#text.textContent = text;
  }
}
